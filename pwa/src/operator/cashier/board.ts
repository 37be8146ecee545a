/** A list of items with a cursor: what was filled in, what is being asked, and the acts under way. */
import { Store } from '@/data/kit/store';
import { emptyDraft, type Draft } from './offer';
import { emptyList, endRow, moveBy, moveTo, putRows, type End, type List, type Row } from './queue/list';
import type { Waiting } from './wire';

export type Stage = 'busy' | 'slow' | 'unknown' | 'refused';

/** How an act stands that is not over. */
export interface ActState {
  act: string;
  stage: Stage;
  error?: unknown;
}

export interface BoardState {
  list: List<Waiting>;
  state: 'loading' | 'ready' | 'failed';
  /** There is more than is told at once. */
  more: boolean;
  drafts: ReadonlyMap<string, Draft>;
  acts: ReadonlyMap<string, ActState>;
  /** Items as they stand against the member who was chosen for them. */
  compared: ReadonlyMap<string, Waiting>;
  /** The act of the open row that is being asked for: its fields, or whether it is meant, are on the screen. */
  asking: string | null;
  /** The field that it still needs. */
  asked: string | null;
}

const start: BoardState = {
  list: emptyList(),
  state: 'loading',
  more: false,
  drafts: new Map(),
  acts: new Map(),
  compared: new Map(),
  asking: null,
  asked: null,
};

export class Board {
  readonly store = new Store<BoardState>(start);
  readonly #onEnd: () => void;

  /** `onEnd`: an answer that was on its way before knows nothing of what just ended. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  put(items: readonly Waiting[], more: boolean, opensFirst: boolean): void {
    this.store.change((state) => {
      const put = putRows(state.list, items);
      // Whoever comes in finds the longest wait open; later nothing opens by itself.
      const isFirst = opensFirst && state.state !== 'ready';
      return { ...state, more, list: isFirst ? moveTo(put, items[0]?.key ?? null) : put, state: 'ready' };
    });
  }

  fail(): void {
    this.store.change((state) => ({ ...state, state: state.state === 'ready' ? 'ready' : 'failed' }));
  }

  goTo(key: string | null): void {
    this.store.change((state) => leave(state, moveTo(state.list, key)));
  }

  goBy(step: 1 | -1): void {
    this.store.change((state) => leave(state, moveBy(state.list, step)));
  }

  /** Something else than what was read aloud is read again; fields of a question stay with it. */
  fill(key: string, change: Partial<Draft>, keepsAsking: boolean): void {
    this.store.change((state) => {
      const drafts = new Map(state.drafts).set(key, { ...draftOf(state, key), ...change });
      const compared = new Map(state.compared);
      if ('member' in change) compared.delete(key);
      return { ...state, drafts, compared, asking: keepsAsking ? state.asking : null, asked: null };
    });
  }

  compare(key: string, item: Waiting): void {
    this.store.change((state) => ({ ...state, compared: new Map(state.compared).set(key, item) }));
  }

  ask(asking: string | null): void {
    this.store.change((state) => ({ ...state, asking, asked: null }));
  }

  need(asked: string): void {
    this.store.change((state) => ({ ...state, asked }));
  }

  setAct(key: string, act: ActState | undefined): void {
    this.store.change((state) => {
      const acts = new Map(state.acts);
      if (act) acts.set(key, act);
      else acts.delete(key);
      return { ...state, acts };
    });
  }

  /** Over, whoever did it. */
  end(key: string, how: End): void {
    this.store.change((state) => {
      const [acts, drafts, compared] = [new Map(state.acts), new Map(state.drafts), new Map(state.compared)];
      for (const of of [acts, drafts, compared]) of.delete(key);
      return {
        ...state,
        list: endRow(state.list, key, how),
        acts,
        drafts,
        compared,
        asking: null,
        asked: null,
      };
    });
    this.#onEnd();
  }

  /** Done with a row that stays: nothing of what was filled in is done twice. */
  reset(key: string): void {
    this.store.change((state) => {
      const [acts, drafts] = [new Map(state.acts), new Map(state.drafts)];
      acts.delete(key);
      drafts.delete(key);
      return { ...state, acts, drafts, asking: null, asked: null };
    });
    this.#onEnd();
  }

  /** Nobody is signed in: nothing of the members stays. */
  clear(): void {
    this.store.set(start);
  }
}

function leave(state: BoardState, list: List<Waiting>): BoardState {
  return list === state.list ? state : { ...state, list, asking: null, asked: null };
}

export function openItem({ list }: BoardState): Waiting | undefined {
  return list.rows.find(({ key }) => key === list.cursor);
}

/** The item against the member who was chosen for it, where one was. */
export function shownOf({ compared }: BoardState, item: Waiting): Waiting {
  return compared.get(item.key) ?? item;
}

export function draftOf({ drafts }: Pick<BoardState, 'drafts'>, key: string): Draft {
  return drafts.get(key) ?? emptyDraft;
}

export function isBusy({ acts }: Pick<BoardState, 'acts'>, key: string): boolean {
  const stage = acts.get(key)?.stage;
  return stage === 'busy' || stage === 'slow';
}

/** How a row has ended. While our own act's answer is open, it may be ours that took it off the list: asked for, not guessed. */
export function endOf(
  { list, acts }: { list: List<Row>; acts: BoardState['acts'] },
  key: string,
): End | undefined {
  const stage = acts.get(key)?.stage;
  return stage === undefined || stage === 'refused' ? list.ended.get(key) : undefined;
}
