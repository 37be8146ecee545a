/** Performs actions, whether a button or a key started them. */
import { newId } from '@/data/kit/digest';
import { toast } from '@/ui/toast';
import { t, errorTextOf } from '../i18n';
import { isSessionExpired } from '../session';
import { ActionRunner, type ActionResponse } from './actions';
import { draftOf, rowOutcome, isBusy, currentItem, shownItem, type Board } from './board';
import { showMember } from './boards';
import { performAction } from './calls';
import { amountText } from './money';
import { findActionAmount, showsFieldsAmongFacts, findMissingField, buildRequest } from './offer';
import type { Offer, CashierItem } from './wire';
import { doneText } from './texts';

/** The only instance in the console, so that the same action cannot run twice. */
const actionRunner = new ActionRunner({
  send: performAction,
  newKey: newId,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

/** Returns the item under the cursor, and its first action with this answer; undefined if there is none. */
export function findOffer(
  board: Board,
  answer: Offer['answer'],
): { item: CashierItem; offer: Offer } | undefined {
  const state = board.store.get();
  const item = currentItem(state);
  if (!item) return undefined;
  const offer = shownItem(state, item).offers.find((offered) => offered.answer === answer);
  return offer && { item, offer };
}

/** Shows the confirmation of an action, or marks a missing field. */
export function requestAction(board: Board, item: CashierItem, offer: Offer): void {
  const state = board.store.get();
  if (offer.blocked || rowOutcome(state, item.key) || isBusy(state, item.key)) return;
  const missing = showsFieldsAmongFacts(offer)
    ? findMissingField(offer, draftOf(state, item.key))
    : undefined;
  if (missing) board.setMissingField(missing.name);
  else board.openConfirmation(offer.act);
}

/** Performs the action that was confirmed. */
export async function performOffer(board: Board, item: CashierItem, offer: Offer): Promise<void> {
  const state = board.store.get();
  const { key } = item;
  if (rowOutcome(state, key) || isBusy(state, key) || state.confirming !== offer.act) return;
  const draft = draftOf(state, key);
  const missing = findMissingField(offer, draft);
  if (missing) return board.setMissingField(missing.name);
  const satang = findActionAmount(item, offer, draft);
  const amount = satang === undefined ? '' : amountText(satang, item.currency);
  board.setAction(key, { name: offer.act, stage: 'busy' });
  const outcome = await actionRunner.run(key, buildRequest(item, offer, draft), () =>
    board.setAction(key, { name: offer.act, stage: 'slow' }),
  );
  switch (outcome?.how) {
    case 'done':
      return handleDone(board, item, offer, outcome.response, amount);
    case 'gone':
      board.endItem(key, 'gone');
      return toast.error(t('cash.gone'));
    case 'unknown':
      return board.setAction(key, { name: offer.act, stage: 'unknown', error: outcome.error });
    case 'refused':
      if (isSessionExpired(outcome.error)) return board.setAction(key, undefined);
      board.setAction(key, { name: offer.act, stage: 'refused', error: outcome.error });
      return toast.error(errorTextOf(outcome.error));
    case undefined:
  }
}

function handleDone(
  board: Board,
  item: CashierItem,
  offer: Offer,
  { held }: ActionResponse,
  amount: string,
): void {
  // After a proposal the item stays as it is. A member is not an item that ends.
  if (offer.pair || item.kind === 'MEMBER') {
    board.reset(item.key);
    if (item.kind === 'MEMBER') void showMember(item.id); // Loads the member's new data.
    return toast.done(offer.pair ? t('cash.pairs.proposed') : doneText(item, offer, amount));
  }
  board.endItem(item.key, offer.answer === 'yes' ? 'accepted' : 'refused');
  // The money is held to be returned, because of the member's own limit or because the member is inactive.
  if (held) return toast.error(t('cash.held', { amount }));
  toast.done(doneText(item, offer, amount));
}
