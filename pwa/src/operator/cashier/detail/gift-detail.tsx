import { formatDateTime } from '@/ui/format/time';
import { useWords } from '../../i18n';
import { amountText } from '../money';
import type { PartProps } from './part-props';
import { Facts } from './facts';
import { AmountField } from './field';

/** A gift link whose outcome nobody knows: the cashier looks into our own wallet. */
export function GiftDetail({ item, state }: PartProps) {
  const { say } = useWords();
  const { satang, currency, since, reference, note } = item;
  return (
    <>
      <AmountField
        item={item}
        state={state}
        label={say('cash.amount.gift')}
        hint={say('cash.amount.giftHint')}
      />
      <Facts
        lines={[
          satang !== null && { name: say('cash.fact.promised'), value: amountText(satang, currency) },
          { name: say('cash.fact.since'), value: formatDateTime(since) },
          note !== '' && { name: say('cash.fact.word'), value: note },
          {
            name: say('cash.fact.reference'),
            value: <span className="text-micro break-all">{reference}</span>,
            copy: reference,
          },
        ]}
      />
    </>
  );
}
