import { ArrowRight } from 'lucide-react';
import { bahtOf } from '@/data/satang';
import { Amount } from '@/ui/amount';
import { formatDateTime } from '@/ui/format/time';
import { useWords } from '../../i18n';
import { openSection } from '../../place';
import { SmallButton } from '../../ui/small-button';
import { beginAdjustment } from '../pairs/form';
import { unitOf } from '../money';
import { asksAmount } from '../plan';
import type { PartProps } from './part-props';
import { Facts } from './facts';
import { AmountField } from './field';

/** A QR payment that its gateway holds back, took back, or names twice. */
export function QRDetail({ item, state }: PartProps) {
  const { say } = useWords();
  const { satang, currency, since, reference, note, member, reason } = item;
  const [gateway, ...code] = reference.split(' ');
  // Credited already: taking it back is an adjustment, which needs two people.
  const isCredited = reason === 'REFUNDED_CREDITED';
  return (
    <>
      {satang !== null && (
        <div>
          <p className="text-ink-2">{say('cash.qr.paid')}</p>
          <Amount
            value={bahtOf(satang)}
            unit={unitOf(currency)}
            className="text-h1 font-bold"
            unitClass="!text-small"
          />
        </div>
      )}
      {asksAmount(item) && (
        <AmountField
          item={item}
          state={state}
          label={say('cash.amount.qr')}
          hint={say('cash.amount.qrHint')}
        />
      )}
      {isCredited && member && (
        <SmallButton
          icon={ArrowRight}
          onClick={() => {
            beginAdjustment({
              member,
              take: true,
              ...(satang !== null && { satang }),
              why: `${reference} ${say('cash.reason.QR.REFUNDED_CREDITED.short')}`,
            });
            openSection('pairs');
          }}
        >
          {say('cash.qr.takeBack')}
        </SmallButton>
      )}
      <Facts
        lines={[
          { name: say('cash.fact.gateway'), value: gateway },
          {
            name: say('cash.fact.code'),
            value: <span className="text-micro break-all">{code.join(' ')}</span>,
            copy: code.join(' '),
          },
          note !== '' && {
            name: say('cash.fact.theirs'),
            value: <span className="text-micro break-all">{note}</span>,
            copy: note,
          },
          { name: say('cash.fact.since'), value: formatDateTime(since) },
          member && { name: say('cash.fact.account'), value: `${member.bankCode} ${member.accountNo}` },
        ]}
      />
    </>
  );
}
