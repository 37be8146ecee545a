import { bahtOf } from '@/data/satang';
import { Amount } from '@/ui/amount';
import { formatDateTime } from '@/ui/format/time';
import { useWords } from '../../i18n';
import { bankShown } from '../banks';
import { amountText, unitOf } from '../money';
import type { Difference, MemberView } from '../wire';
import type { PartProps } from './part-props';
import { Facts } from './facts';

/** What a company did and our book has otherwise, or not at all. */
export function DifferenceDetail({ item: { difference, member } }: PartProps) {
  return difference ? <DifferenceFacts difference={difference} member={member} /> : null;
}

interface DifferenceFactsProps {
  difference: Difference;
  member: MemberView | undefined;
}

export function DifferenceFacts({ difference, member }: DifferenceFactsProps) {
  const { say } = useWords();
  const { company, reference, said, satang, ours, currency, bank, account, name, at } = difference;
  return (
    <>
      <div>
        <p className="text-ink-2">{say('cash.difference.theirs')}</p>
        <Amount
          value={bahtOf(satang)}
          unit={unitOf(currency)}
          className="text-h1 font-bold"
          unitClass="!text-small"
        />
      </div>
      <Facts
        lines={[
          { name: say('cash.difference.company'), value: say(`cash.difference.of.${company}`) },
          { name: say('cash.difference.said'), value: say(`cash.difference.word.${said}`) },
          { name: say('cash.difference.ours'), value: amountText(ours, currency) },
          {
            name: say('cash.fact.reference'),
            value: <span className="text-micro break-all">{reference}</span>,
            copy: reference,
          },
          !!account && {
            name: say('cash.fact.account'),
            value: `${bank ? bankShown(bank) : ''} ${account}`.trim(),
            copy: account,
          },
          !!name && { name: say('cash.fact.name'), value: name, copy: name },
          { name: say('cash.fact.time'), value: formatDateTime(at) },
          member && { name: say('cash.fact.member'), value: `${member.accountName} ${member._id}` },
        ]}
      />
    </>
  );
}
