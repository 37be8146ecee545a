/** The queue of whoever is signed in, asked for anew every few seconds while somebody looks. */
import { Store } from '@/data/kit/store';
import { askQueue } from '../calls';
import type { Draft, Verb } from '../plan';
import type { PayoutWait, Waiting } from '../wire';
import { emptyList, endRow, moveBy, moveTo, putRows, type End, type List, type Row } from './list';

export type Stage = 'busy' | 'slow' | 'unknown' | 'refused';

/** How an act stands that is not over. */
export interface ActState {
  verb: Verb;
  stage: Stage;
  error?: unknown;
}

export interface QueueState {
  list: List<Waiting>;
  state: 'loading' | 'ready' | 'failed';
  /** While all payouts wait. */
  wait?: PayoutWait | undefined;
  drafts: ReadonlyMap<string, Draft>;
  acts: ReadonlyMap<string, ActState>;
  /** The row whose no is being written. */
  refusing: string | null;
  /** The row whose yes has been said once: what it will do is on the screen, Enter does it. */
  arming: string | null;
  /** What a yes or no still needs: said at its field. */
  asked: string | null;
}

const start: QueueState = {
  list: emptyList(),
  state: 'loading',
  drafts: new Map(),
  acts: new Map(),
  refusing: null,
  arming: null,
  asked: null,
};

export const queueStore = new Store<QueueState>(start);

let asking = 0;

/** Never rejects: it is asked again by itself. */
export async function refreshQueue(): Promise<void> {
  const turn = ++asking;
  try {
    const { items, wait } = await askQueue();
    if (turn !== asking) return;
    queueStore.change((state) => {
      const put = putRows(state.list, items);
      // Whoever comes in finds the longest wait open; later nothing opens by itself.
      const list = state.state === 'ready' ? put : moveTo(put, items[0]?.key ?? null);
      return { ...state, list, wait, state: 'ready' };
    });
  } catch {
    if (turn === asking)
      queueStore.change((state) => ({ ...state, state: state.state === 'ready' ? 'ready' : 'failed' }));
  }
}

export function openItem(state: QueueState): Waiting | undefined {
  return state.list.rows.find(({ key }) => key === state.list.cursor);
}

/** How a row has ended. While our own act's answer is open, it may be ours that took it off the list: asked for, not guessed. */
export function endOf(
  { list, acts }: { list: List<Row>; acts: QueueState['acts'] },
  key: string,
): End | undefined {
  const stage = acts.get(key)?.stage;
  return stage === undefined || stage === 'refused' ? list.ended.get(key) : undefined;
}

export function goTo(key: string | null): void {
  queueStore.change((state) => leave(state, moveTo(state.list, key)));
}

export function goBy(step: 1 | -1): void {
  queueStore.change((state) => leave(state, moveBy(state.list, step)));
}

export function setDraft(key: string, change: Draft): void {
  queueStore.change((state) => {
    const drafts = new Map(state.drafts).set(key, { ...state.drafts.get(key), ...change });
    // Something else than what was read aloud: it is read again.
    return { ...state, drafts, arming: null, asked: null };
  });
}

export function ask(need: string | null): void {
  queueStore.change((state) => (state.asked === need ? state : { ...state, asked: need }));
}

export function setRefusing(key: string | null): void {
  queueStore.change((state) =>
    state.refusing === key ? state : { ...state, refusing: key, arming: null, asked: null },
  );
}

export function setArming(key: string | null): void {
  queueStore.change((state) =>
    state.arming === key ? state : { ...state, arming: key, refusing: null, asked: null },
  );
}

export function setAct(key: string, act: ActState | undefined): void {
  queueStore.change((state) => {
    const acts = new Map(state.acts);
    if (act) acts.set(key, act);
    else acts.delete(key);
    return { ...state, acts };
  });
}

/** Over, whoever did it: an answer that was on its way before knows nothing of it. */
export function end(key: string, how: End): void {
  asking++;
  queueStore.change((state) => {
    const acts = new Map(state.acts);
    acts.delete(key);
    const drafts = new Map(state.drafts);
    drafts.delete(key);
    return {
      ...state,
      list: endRow(state.list, key, how),
      acts,
      drafts,
      refusing: state.refusing === key ? null : state.refusing,
      arming: state.arming === key ? null : state.arming,
      asked: null,
    };
  });
  void refreshQueue();
}

/** Nobody is signed in: nothing of the members stays. */
export function clearQueue(): void {
  asking++;
  queueStore.set(start);
}

function leave(state: QueueState, list: List<Waiting>): QueueState {
  return list === state.list ? state : { ...state, list, refusing: null, arming: null, asked: null };
}
