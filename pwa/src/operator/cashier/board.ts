/**
 * The state of a list of items: the cursor, the filled-in fields, the action to confirm, and the actions
 * under way.
 */
import { Store } from '@/data/kit/store';
import { emptyDraft, type Draft } from './offer';
import {
  emptyList,
  markRowEnded,
  moveBy,
  moveTo,
  putRows,
  type RowOutcome,
  type List,
  type Row,
} from './queue/list';
import type { CashierItem } from './wire';

export type ActionStage = 'busy' | 'slow' | 'unknown' | 'refused';

/** The state of an action that is not done. */
export interface ActionState {
  name: string;
  stage: ActionStage;
  error?: unknown;
}

export interface BoardState {
  list: List<CashierItem>;
  state: 'loading' | 'ready' | 'failed';
  /** True if there are more items than the loaded pages. */
  more: boolean;
  drafts: ReadonlyMap<string, Draft>;
  actions: ReadonlyMap<string, ActionState>;
  /** The items compared with the members chosen for them, by item. */
  compared: ReadonlyMap<string, CashierItem>;
  /**
   * The action of the open row that is being confirmed; null if none is. Its fields or its question are
   * shown.
   */
  confirming: string | null;
  /** The required field that is still empty; null if none is. */
  missingField: string | null;
}

const start: BoardState = {
  list: emptyList(),
  state: 'loading',
  more: false,
  drafts: new Map(),
  actions: new Map(),
  compared: new Map(),
  confirming: null,
  missingField: null,
};

export class Board {
  readonly store = new Store<BoardState>(start);
  readonly #onEnd: () => void;

  /**
   * `onEnd` is called after an item has ended or was reset. The response of an earlier request may still
   * contain the item as it was.
   */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  put(items: readonly CashierItem[], more: boolean, opensFirst: boolean): void {
    this.store.change((state) => {
      const updated = putRows(state.list, items);
      // When the page opens, the item that has waited longest opens. Later no item opens automatically.
      const isFirst = opensFirst && state.state !== 'ready';
      return {
        ...state,
        more,
        list: isFirst ? moveTo(updated, items[0]?.key ?? null) : updated,
        state: 'ready',
      };
    });
  }

  fail(): void {
    this.store.change((state) => ({ ...state, state: state.state === 'ready' ? 'ready' : 'failed' }));
  }

  goTo(key: string | null): void {
    this.store.change((state) => leaveRow(state, moveTo(state.list, key)));
  }

  moveBy(step: 1 | -1): void {
    this.store.change((state) => leaveRow(state, moveBy(state.list, step)));
  }

  /**
   * Changes the filled-in fields. This closes the confirmation, whose text would be out of date, unless
   * `keepsConfirmation` is true. The confirmation's own fields set `keepsConfirmation`.
   */
  fill(key: string, change: Partial<Draft>, keepsConfirmation: boolean): void {
    this.store.change((state) => {
      const drafts = new Map(state.drafts).set(key, { ...draftOf(state, key), ...change });
      const compared = new Map(state.compared);
      if ('member' in change) compared.delete(key);
      return {
        ...state,
        drafts,
        compared,
        confirming: keepsConfirmation ? state.confirming : null,
        missingField: null,
      };
    });
  }

  setCompared(key: string, item: CashierItem): void {
    this.store.change((state) => ({ ...state, compared: new Map(state.compared).set(key, item) }));
  }

  openConfirmation(confirming: string | null): void {
    this.store.change((state) => ({ ...state, confirming, missingField: null }));
  }

  setMissingField(missingField: string): void {
    this.store.change((state) => ({ ...state, missingField }));
  }

  setAction(key: string, action: ActionState | undefined): void {
    this.store.change((state) => {
      const actions = new Map(state.actions);
      if (action) actions.set(key, action);
      else actions.delete(key);
      return { ...state, actions };
    });
  }

  /** Marks an item as ended, by our own action or another operator's. */
  endItem(key: string, outcome: RowOutcome): void {
    this.store.change((state) => {
      const [actions, drafts, compared] = [
        new Map(state.actions),
        new Map(state.drafts),
        new Map(state.compared),
      ];
      for (const map of [actions, drafts, compared]) map.delete(key);
      return {
        ...state,
        list: markRowEnded(state.list, key, outcome),
        actions,
        drafts,
        compared,
        confirming: null,
        missingField: null,
      };
    });
    this.#onEnd();
  }

  /** Clears a row that stays after its action, so that nothing filled in is sent twice. */
  reset(key: string): void {
    this.store.change((state) => {
      const [actions, drafts] = [new Map(state.actions), new Map(state.drafts)];
      actions.delete(key);
      drafts.delete(key);
      return { ...state, actions, drafts, confirming: null, missingField: null };
    });
    this.#onEnd();
  }

  /** Removes all data of members. Called when the session has ended. */
  clear(): void {
    this.store.set(start);
  }
}

function leaveRow(state: BoardState, list: List<CashierItem>): BoardState {
  return list === state.list ? state : { ...state, list, confirming: null, missingField: null };
}

/** Returns the item under the cursor; undefined if none is open. */
export function currentItem({ list }: BoardState): CashierItem | undefined {
  return list.rows.find(({ key }) => key === list.cursor);
}

/** Returns the item as compared with the chosen member. If no member was chosen, returns the item itself. */
export function shownItem({ compared }: BoardState, item: CashierItem): CashierItem {
  return compared.get(item.key) ?? item;
}

export function draftOf({ drafts }: Pick<BoardState, 'drafts'>, key: string): Draft {
  return drafts.get(key) ?? emptyDraft;
}

export function isBusy({ actions }: Pick<BoardState, 'actions'>, key: string): boolean {
  const stage = actions.get(key)?.stage;
  return stage === 'busy' || stage === 'slow';
}

/**
 * Returns how a row has ended; undefined if it has not. Our own action may have removed the row, so the
 * result is also undefined until the action's response is known.
 */
export function rowOutcome(
  { list, actions }: { list: List<Row>; actions: BoardState['actions'] },
  key: string,
): RowOutcome | undefined {
  const stage = actions.get(key)?.stage;
  return stage === undefined || stage === 'refused' ? list.ended.get(key) : undefined;
}
