import { Clock, X } from 'lucide-react';
import { useWords } from '../../i18n';
import { Banner } from '@/ui/banner';
import { IconButton } from '@/ui/icon-button';
import { Wait } from '../../inbox/wait';
import { LONG_WAIT_MS } from '../../inbox/wait-time';
import { useNow } from '../../ui/use-now';
import { cx } from '@/ui/cx';
import { endOf, goTo } from '../queue/queue';
import { reasonText } from '../queue/reason';
import { ActFooter } from './act-footer';
import { Column } from './column';
import { DifferenceDetail } from './difference-detail';
import { GiftDetail } from './gift-detail';
import type { PartProps } from './part-props';
import { PayDetail } from './pay-detail';
import { QRDetail } from './qr-detail';
import { ReturnDetail } from './return-detail';
import { SlipDetail } from './slip-detail';
import { UnmatchedDetail } from './unmatched-detail';

/** Everything that is known of one item, and beneath it yes and no. */
export function Detail({ item, state }: PartProps) {
  const { say } = useWords();
  const { kind, member } = item;
  const ended = endOf(state, item.key);
  return (
    <Column
      label={say(`cash.kind.${kind}`)}
      head={
        <>
          <div className="min-w-0 flex-1">
            <h2 className="truncate py-px text-h3 leading-6 font-semibold">
              {member?.accountName ?? say(`cash.kind.${kind}`)}
            </h2>
            <p className="truncate py-px text-ink-2">
              {member ? `${member._id} · ${say(`cash.kind.${kind}`)}` : say('cash.nobody')}
            </p>
          </div>
          {!ended && <WaitChip since={item.since} />}
          <IconButton
            icon={X}
            label={say('cash.close')}
            onClick={() => goTo(null)}
            className="-mr-2 text-ink-2 md:hidden"
          />
        </>
      }
      footer={<ActFooter item={item} state={state} />}
    >
      <div className="space-y-4">
        {kind !== 'SLIP' && !ended && (
          <Banner tone="pending" icon={Clock}>
            {[item.reason, ...item.also].map((reason) => (
              <p key={reason}>{reasonText({ kind, reason })}</p>
            ))}
          </Banner>
        )}
        <Part item={item} state={state} />
      </div>
    </Column>
  );
}

/** On its own ground where it is too long, as every warning. */
function WaitChip({ since }: { since: string }) {
  const isLong = useNow() - Date.parse(since) >= LONG_WAIT_MS;
  return (
    <Wait
      since={since}
      isNamed
      className={cx('rounded-chip px-2 py-0.5 text-micro', isLong ? 'bg-pending-soft' : 'bg-sunken')}
    />
  );
}

function Part(props: PartProps) {
  switch (props.item.kind) {
    case 'SLIP':
      return <SlipDetail {...props} />;
    case 'UNMATCHED':
      return <UnmatchedDetail {...props} />;
    case 'WITHDRAWAL':
    case 'PAYOUT':
      return <PayDetail {...props} />;
    case 'GIFT':
      return <GiftDetail {...props} />;
    case 'QR':
      return <QRDetail {...props} />;
    case 'DIFFERENCE':
      return <DifferenceDetail {...props} />;
    case 'RETURN':
      return <ReturnDetail {...props} />;
  }
}
