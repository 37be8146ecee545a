/** A yes or a no, from the button and from the key alike. */
import { newId } from '@/data/digest';
import { toast } from '@/ui/toast';
import { say, trouble, type Word } from '../i18n';
import { isSignedOut } from '../session';
import { Acts } from './acts';
import { act } from './calls';
import { amountText } from './money';
import { openSection } from '../place';
import { beginDifference, beginTransfer } from './pairs/form';
import { goToPair } from './pairs/pairs';
import { accept, amountOf, mayRefuse, refuse, type Move, type Verb } from './plan';
import { ask, end, endOf, openItem, queueStore, setAct, setArming, setRefusing } from './queue/queue';
import type { Waiting } from './wire';

/** All of this desk, so that nothing is done twice from two places. */
export const acts = new Acts({
  send: act,
  newKey: newId,
  pause: (ms) => new Promise((done) => setTimeout(done, ms)),
});

/** Has the screen say what a yes will do. Answers what has to be filled in first. */
export function askYes(item: Waiting): string | undefined {
  const state = queueStore.get();
  if (endOf(state, item.key) || isBusy(item.key)) return undefined;
  const draft = state.drafts.get(item.key) ?? {};
  const move = accept(item, draft);
  if (move === 'proposal') {
    if (item.kind === 'UNMATCHED' && draft.member) beginTransfer(item, draft.member);
    else if (item.difference?.mayAttribute) beginDifference(item.difference, item.member);
    else return undefined;
    goToPair(null);
    openSection('pairs');
    return undefined;
  }
  if (typeof move === 'string') {
    ask(move);
    return move;
  }
  setArming(item.key);
  return undefined;
}

/** Does what the screen said. */
export function yes(item: Waiting): void {
  const state = queueStore.get();
  if (endOf(state, item.key) || state.arming !== item.key) return;
  const draft = state.drafts.get(item.key) ?? {};
  const move = accept(item, draft);
  if (typeof move === 'string') return;
  const satang = amountOf(item, draft);
  void settle(item, 'accept', move, satang === undefined ? undefined : amountText(satang, item.currency));
}

/** Opens the question why, or whether; there is no no to money that is given back. */
export function askNo(item: Waiting): void {
  const state = queueStore.get();
  if (mayRefuse(item) && !endOf(state, item.key) && !isBusy(item.key)) setRefusing(item.key);
}

export function no(item: Waiting): string | undefined {
  const state = queueStore.get();
  if (endOf(state, item.key)) return undefined;
  const move = refuse(item, state.drafts.get(item.key) ?? {});
  if (typeof move === 'string') {
    ask(move);
    return move;
  }
  if (move) void settle(item, 'refuse', move);
  return undefined;
}

/** The row that the keys are about. */
export function current(): Waiting | undefined {
  return openItem(queueStore.get());
}

function isBusy(key: string): boolean {
  const stage = queueStore.get().acts.get(key)?.stage;
  return stage === 'busy' || stage === 'slow';
}

/** The member may not have it, by a limit of their own or because they are not active: it waits to be given back. */
function isHeld(answer: unknown): boolean {
  const { held, status } = (answer ?? {}) as { held?: boolean; status?: string };
  return held === true || status === 'FAILED';
}

async function settle(item: Waiting, verb: Verb, move: Move, amount?: string): Promise<void> {
  const { key, kind } = item;
  if (isBusy(key)) return;
  setAct(key, { verb, stage: 'busy' });
  const outcome = await acts.run(key, move, () => setAct(key, { verb, stage: 'slow' }));
  if (!outcome) return;
  switch (outcome.how) {
    case 'done':
      end(key, verb === 'accept' ? 'accepted' : 'refused');
      if (verb === 'accept' && isHeld(outcome.answer))
        return toast.error(say('cash.held', { amount: amount ?? '' }));
      toast.done(
        verb === 'accept' && amount
          ? say(`cash.done.${kind}` as Word, { amount })
          : say(verb === 'accept' ? 'cash.ended.accepted' : (`cash.undone.${kind}` as Word)),
      );
      return;
    case 'gone':
      end(key, 'gone');
      toast.error(say('cash.gone'));
      return;
    case 'unknown':
      setAct(key, { verb, stage: 'unknown', error: outcome.error });
      return;
    case 'refused':
      if (isSignedOut(outcome.error)) return setAct(key, undefined);
      setAct(key, { verb, stage: 'refused', error: outcome.error });
      toast.error(trouble(outcome.error));
  }
}
