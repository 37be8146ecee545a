import { addLater } from './later';
import queue from './th/queue.json';

/** The words of what waits to be sent come with its list. */
addLater('queue', queue);
