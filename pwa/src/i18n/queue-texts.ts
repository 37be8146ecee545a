import { addLater } from './later';
import queue from './th/queue.json';

/** The texts of queued items are loaded with their list. */
addLater('queue', queue);
