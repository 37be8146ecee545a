import { CircleAlert, CircleCheck, Clock, UserX, X } from 'lucide-react';
import { Banner } from '@/ui/banner';
import { useWords, type Word } from '../../i18n';
import { troubleIn } from '../trouble';
import { amountText } from '../money';
import { accept, amountOf, mayRefuse } from '../plan';
import { askNo, askYes } from '../perform';
import type { End } from '../queue/list';
import { endOf, setArming, setRefusing } from '../queue/queue';
import type { Waiting } from '../wire';
import type { Draft } from '../plan';
import { focusOn } from '../use-cashier-keys';
import { AcceptForm } from './accept-form';
import { NoButton, YesButton } from './act-buttons';
import type { PartProps } from './part-props';
import { RefuseForm } from './refuse-form';

/** Yes, with the amount in it, and no. */
export function ActFooter({ item, state }: PartProps) {
  const { say } = useWords();
  const { key, kind } = item;
  const ended = endOf(state, key);
  const act = state.acts.get(key);
  const isBusy = act?.stage === 'busy' || act?.stage === 'slow';
  if (ended)
    return (
      <EndedNote
        end={ended}
        text={
          ended === 'gone'
            ? say('cash.gone')
            : say(ended === 'accepted' ? 'cash.ended.accepted' : 'cash.ended.refused')
        }
      />
    );
  const press = () => {
    const need = askYes(item);
    if (need) focusOn(`[data-need=${need}]`);
  };
  return (
    <div className="space-y-3">
      {act?.stage === 'slow' && <Notice tone="pending" text={say('cash.checking')} />}
      {act?.stage === 'unknown' && <Notice tone="failed" text={say('cash.unknown')} />}
      {act?.stage === 'refused' && <Notice tone="failed" text={troubleIn(act.error)} />}
      {state.refusing === key ? (
        <RefuseForm item={item} state={state} isBusy={isBusy} onBack={() => setRefusing(null)} />
      ) : state.arming === key ? (
        <AcceptForm item={item} state={state} isBusy={isBusy} onBack={() => setArming(null)} />
      ) : (
        <div className="flex gap-2">
          {mayRefuse(item) && (
            <NoButton isBusy={isBusy && act?.verb === 'refuse'} disabled={isBusy} onClick={() => askNo(item)}>
              {say(`cash.no.${kind}` as Word)}
            </NoButton>
          )}
          {item.difference?.mayAttribute !== false && (
            <YesButton isBusy={isBusy && act?.verb === 'accept'} disabled={isBusy} onClick={press}>
              {yesText(item, state.drafts.get(key) ?? {}, say)}
            </YesButton>
          )}
        </div>
      )}
    </div>
  );
}

/** What it does, with how much; before the amount is known, the verb alone. */
function yesText(item: Waiting, draft: Draft, say: ReturnType<typeof useWords>['say']): string {
  if (item.kind === 'QR' && item.reason === 'REFUNDED_CREDITED') return say('cash.qr.seen');
  if (item.kind === 'DIFFERENCE') return say('cash.difference.propose');
  const satang = amountOf(item, draft);
  const isReady = typeof accept(item, draft) !== 'string' || satang !== undefined;
  return isReady && satang
    ? say(`cash.yes.${item.kind}`, { amount: amountText(satang, item.currency) })
    : say('cash.yes.plain');
}

export function Notice({ tone, text }: { tone: 'pending' | 'failed'; text: string }) {
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

export function EndedNote({ end, text }: { end: End; text: string }) {
  const icon = { accepted: CircleCheck, refused: X, gone: UserX }[end];
  return (
    <Banner tone={end === 'accepted' ? 'success' : 'info'} icon={icon} role="status">
      {text}
    </Banner>
  );
}
