import { CircleAlert, CircleCheck, Clock, UserX, X } from 'lucide-react';
import { Banner } from '@/ui/banner';
import { useTexts } from '../../i18n';
import { SmallButton } from '../../ui/small-button';
import { draftOf, rowOutcome, isBusy, shownItem } from '../board';
import { amountText } from '../money';
import { findActionAmount } from '../offer';
import { requestAction } from '../perform';
import type { RowOutcome } from '../queue/list';
import { errorTextWithField } from '../error-text-with-field';
import { focusOn } from '../../frame/focus';
import type { Offer } from '../wire';
import { actionLabel, endedText } from '../texts';
import { NoButton, YesButton } from './action-buttons';
import { ActionForm } from './action-form';
import type { DetailProps } from './detail-props';

/** Shows the available actions with the amount, or the confirmation of one of them. */
export function ActionFooter(props: DetailProps) {
  const { state, item } = props;
  const { t } = useTexts();
  const ended = rowOutcome(state, item.key);
  if (ended) return <EndedNote outcome={ended} text={endedText(item, ended)} />;
  const { offers } = shownItem(state, item);
  const confirming = offers.find(({ act }) => act === state.confirming);
  const running = state.actions.get(item.key);
  return (
    <div className="space-y-3">
      {running?.stage === 'slow' && <Notice tone="pending" text={t('cash.checking')} />}
      {running?.stage === 'unknown' && <Notice tone="failed" text={t('cash.unknown')} />}
      {running?.stage === 'refused' && <Notice tone="failed" text={errorTextWithField(running.error)} />}
      {confirming ? (
        <ActionForm key={confirming.act} {...props} offer={confirming} />
      ) : (
        <Offers {...props} offers={offers} />
      )}
    </div>
  );
}

function Offers({ board, state, item, offers }: DetailProps & { offers: readonly Offer[] }) {
  const { t } = useTexts();
  const isWaiting = isBusy(state, item.key);
  const press = (offer: Offer) => () => {
    requestAction(board, item, offer);
    const { missingField } = board.store.get();
    if (missingField) focusOn(`[data-need=${missingField}]`);
  };
  const shared = (offer: Offer) => ({
    isBusy: isWaiting && state.actions.get(item.key)?.name === offer.act,
    disabled: isWaiting || offer.blocked !== undefined,
    onClick: press(offer),
  });
  const textOf = (offer: Offer) => {
    const satang = findActionAmount(item, offer, draftOf(state, item.key));
    return offer.blocked
      ? t(`cash.blocked.${offer.blocked}`)
      : actionLabel(item, offer, satang === undefined ? '' : amountText(satang, item.currency));
  };
  const also = offers.filter(({ answer }) => answer === 'also');
  const decisions = (['no', 'yes'] as const).flatMap((answer) =>
    offers.filter((offer) => offer.answer === answer),
  );
  return (
    <>
      {also.length > 0 && (
        <div className="flex flex-col gap-2">
          {also.map((offer) => (
            <SmallButton key={offer.act} onClick={press(offer)}>
              {textOf(offer)}
            </SmallButton>
          ))}
        </div>
      )}
      {decisions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {decisions.map((offer) => {
            const Button = offer.answer === 'no' ? NoButton : YesButton;
            return (
              <Button key={offer.act} {...shared(offer)}>
                {textOf(offer)}
              </Button>
            );
          })}
        </div>
      )}
    </>
  );
}

function Notice({ tone, text }: { tone: 'pending' | 'failed'; text: string }) {
  return (
    <Banner
      tone={tone}
      icon={tone === 'pending' ? Clock : CircleAlert}
      role={tone === 'pending' ? 'status' : 'alert'}
    >
      {text}
    </Banner>
  );
}

function EndedNote({ outcome, text }: { outcome: RowOutcome; text: string }) {
  const icon = { accepted: CircleCheck, refused: X, gone: UserX }[outcome];
  return (
    <Banner tone={outcome === 'accepted' ? 'success' : 'info'} icon={icon} role="status">
      {text}
    </Banner>
  );
}
