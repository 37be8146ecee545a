import { Store } from '../../kit/store';

/** Whether the server tells this page, at once, that something of the member's has changed. */
export const hintsArrive = new Store(false);
