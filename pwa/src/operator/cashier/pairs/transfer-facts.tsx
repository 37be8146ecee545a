import { bahtOf } from '@/data/satang';
import { Amount } from '@/ui/amount';
import { useWords } from '../../i18n';
import { bankCode } from '../banks';
import { accountFits, bankFits, nameFits } from '../compare';
import { Compare } from '../detail/facts';
import { unitOf } from '../money';
import type { FoundMember, MemberView, ToldTransfer } from '../wire';

/** What the bank tells of the payer beside the member whose it is said to be. */
export function TransferFacts({
  transfer,
  member,
}: {
  transfer: ToldTransfer;
  member: MemberView | FoundMember | undefined;
}) {
  const { say } = useWords();
  const bank = bankCode(transfer.bank);
  return (
    <div className="space-y-3">
      <Amount
        value={bahtOf(transfer.satang)}
        unit={unitOf(transfer.currency)}
        className="text-h1 font-bold"
        unitClass="!text-small"
      />
      {member && (
        <Compare
          told={say('cash.compare.transfer')}
          lines={[
            {
              name: say('cash.fact.name'),
              told: transfer.name || say('cash.untold'),
              ours: member.accountName,
              fit: nameFits([transfer.name], member.accountName),
            },
            {
              name: say('cash.fact.bank'),
              told: bank ?? transfer.bank,
              ours: member.bankCode,
              fit: bankFits(bank, member.bankCode),
            },
            {
              name: say('cash.fact.account'),
              told: transfer.account || say('cash.untold'),
              ours: member.accountNo,
              fit: accountFits(transfer.account, member.accountNo, 'transfer'),
            },
          ]}
        />
      )}
    </div>
  );
}
