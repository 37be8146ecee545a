/** What waits for a second person: proposals, the cursor among them, and the forms that make one. */
import { Store } from '@/data/kit/store';
import { askProposals } from '../calls';
import { emptyList, endRow, moveBy, moveTo, putRows, type End, type List } from '../queue/list';
import type { ActState } from '../queue/queue';
import type { Proposal } from '../wire';

export type PairRow = Proposal & { key: string };

export interface PairsState {
  list: List<PairRow>;
  state: 'loading' | 'ready' | 'failed';
  acts: ReadonlyMap<string, ActState>;
  refusing: string | null;
}

const start: PairsState = { list: emptyList(), state: 'loading', acts: new Map(), refusing: null };

export const pairsStore = new Store<PairsState>(start);

let asking = 0;

/** Never rejects: it is asked again by itself. */
export async function refreshPairs(): Promise<void> {
  const turn = ++asking;
  try {
    const proposals = await askProposals();
    if (turn !== asking) return;
    const rows = proposals.map((proposal) => ({ ...proposal, key: proposal.id }));
    pairsStore.change((state) => ({ ...state, list: putRows(state.list, rows), state: 'ready' }));
  } catch {
    if (turn === asking)
      pairsStore.change((state) => ({ ...state, state: state.state === 'ready' ? 'ready' : 'failed' }));
  }
}

export function openPair({ list }: PairsState): PairRow | undefined {
  return list.rows.find(({ key }) => key === list.cursor);
}

export function goToPair(key: string | null): void {
  pairsStore.change((state) => leave(state, moveTo(state.list, key)));
}

export function goByPair(step: 1 | -1): void {
  pairsStore.change((state) => leave(state, moveBy(state.list, step)));
}

export function setPairAct(key: string, act: ActState | undefined): void {
  pairsStore.change((state) => {
    const acts = new Map(state.acts);
    if (act) acts.set(key, act);
    else acts.delete(key);
    return { ...state, acts };
  });
}

export function setPairRefusing(refusing: string | null): void {
  pairsStore.change((state) => (state.refusing === refusing ? state : { ...state, refusing }));
}

export function endPair(key: string, how: End): void {
  asking++;
  pairsStore.change((state) => {
    const acts = new Map(state.acts);
    acts.delete(key);
    return { ...state, list: endRow(state.list, key, how), acts, refusing: null };
  });
  void refreshPairs();
}

export function clearPairs(): void {
  asking++;
  pairsStore.set(start);
}

function leave(state: PairsState, list: List<PairRow>): PairsState {
  return list === state.list ? state : { ...state, list, refusing: null };
}
