import { bahtOf } from '@/data/satang';
import { Amount } from '@/ui/amount';
import { formatDateTime } from '@/ui/format/time';
import { useWords } from '../../i18n';
import { unitOf } from '../money';
import type { PartProps } from './part-props';
import { Compare, Facts } from './facts';

/** Money on its way out: where to, beside where the member's record says now. */
export function PayDetail({ item }: PartProps) {
  const { say } = useWords();
  const { satang, currency, payTo, member, since, id, kind, note } = item;
  if (!payTo || satang === null) return null;
  const same = (told: string, ours: string | undefined) =>
    told === ours ? ('fits' as const) : ('differs' as const);
  return (
    <>
      <div>
        <p className="text-ink-2">{say('cash.pay.amount')}</p>
        <Amount
          value={bahtOf(satang)}
          unit={unitOf(currency)}
          className="text-h1 font-bold"
          unitClass="!text-small"
        />
      </div>
      <Compare
        told={say('cash.compare.payTo')}
        lines={[
          {
            name: say('cash.fact.name'),
            told: payTo.accountName,
            ours: member?.accountName,
            fit: same(payTo.accountName, member?.accountName),
          },
          {
            name: say('cash.fact.bank'),
            told: payTo.bankCode,
            ours: member?.bankCode,
            fit: same(payTo.bankCode, member?.bankCode),
          },
          {
            name: say('cash.fact.account'),
            told: payTo.accountNo,
            ours: member?.accountNo,
            fit: same(payTo.accountNo, member?.accountNo),
          },
        ]}
      />
      <Facts
        lines={[
          {
            name: say(kind === 'PAYOUT' ? 'cash.fact.heard' : 'cash.fact.asked'),
            value: formatDateTime(since),
          },
          note !== '' && { name: say('cash.fact.word'), value: note },
          { name: say('cash.fact.reference'), value: <span className="text-micro">{id}</span>, copy: id },
        ]}
      />
      {member && !member.active && <p className="font-semibold text-failed">{say('cash.inactive')}</p>}
    </>
  );
}
