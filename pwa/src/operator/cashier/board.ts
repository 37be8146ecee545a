/** A list of items with a cursor: the fields filled in, the action to confirm, and the actions under way. */
import { Store } from '@/data/kit/store';
import { emptyDraft, type Draft } from './offer';
import { emptyList, endRow, moveBy, moveTo, putRows, type End, type List, type Row } from './queue/list';
import type { Waiting } from './wire';

export type Stage = 'busy' | 'slow' | 'unknown' | 'refused';

/** The state of an action that is not done. */
export interface ActState {
  act: string;
  stage: Stage;
  error?: unknown;
}

export interface BoardState {
  list: List<Waiting>;
  state: 'loading' | 'ready' | 'failed';
  /** There are more items than the pages loaded. */
  more: boolean;
  drafts: ReadonlyMap<string, Draft>;
  acts: ReadonlyMap<string, ActState>;
  /** Items compared with the member who was chosen for them. */
  compared: ReadonlyMap<string, Waiting>;
  /** The action of the open row that is being confirmed: its fields or its question are shown. */
  asking: string | null;
  /** The field that is still missing. */
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

  /** `onEnd` is called when an item ends: the response of an earlier request does not know that. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  put(items: readonly Waiting[], more: boolean, opensFirst: boolean): void {
    this.store.change((state) => {
      const put = putRows(state.list, items);
      // On arrival the item with the longest wait opens. Later nothing opens by itself.
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

  /**
   * A change closes the confirmation, whose text would be out of date. Changes of the confirmation's own
   * fields keep it open.
   */
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

  /** Ends an item, after our own action or another operator's. */
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

  /** Clears a row that stays after its action, so that nothing filled in is sent twice. */
  reset(key: string): void {
    this.store.change((state) => {
      const [acts, drafts] = [new Map(state.acts), new Map(state.drafts)];
      acts.delete(key);
      drafts.delete(key);
      return { ...state, acts, drafts, asking: null, asked: null };
    });
    this.#onEnd();
  }

  /** Called without a session: no data of members remain. */
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

/** The item compared with the chosen member, if there is one. */
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

/**
 * How a row has ended. While the response to our own action is unknown, that action may have removed the row.
 * Then the result is undefined until the response is known.
 */
export function endOf(
  { list, acts }: { list: List<Row>; acts: BoardState['acts'] },
  key: string,
): End | undefined {
  const stage = acts.get(key)?.stage;
  return stage === undefined || stage === 'refused' ? list.ended.get(key) : undefined;
}
