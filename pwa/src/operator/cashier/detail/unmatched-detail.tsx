import { X } from 'lucide-react';
import { bahtOf } from '@/data/satang';
import { Amount } from '@/ui/amount';
import { formatDateTime } from '@/ui/format/time';
import { groupPhone } from '@/ui/format/digits';
import { useWords } from '../../i18n';
import { SmallButton } from '../../ui/small-button';
import { bankCode, bankShown } from '../banks';
import { accountFits, bankFits, firstName, nameFits } from '../compare';
import { MemberSearch } from '../member/member-search';
import { unitOf } from '../money';
import { isContradicted } from '../plan';
import { setDraft } from '../queue/queue';
import { CURRENT_ROW, focusOn } from '../use-cashier-keys';
import type { FoundMember, Transfer } from '../wire';
import type { PartProps } from './part-props';
import { Compare, Facts } from './facts';

/** A transfer into our account, and the search for whose it is. */
export function UnmatchedDetail({ item, state }: PartProps) {
  const { say } = useWords();
  const { transfer, satang, currency, key } = item;
  if (!transfer || satang === null) return null;
  const member = state.drafts.get(key)?.member;
  const isEnded = state.list.ended.has(key);
  return (
    <>
      <div>
        <p className="text-ink-2">{say('cash.unmatched.came')}</p>
        <Amount
          value={bahtOf(satang)}
          unit={unitOf(currency)}
          className="text-h1 font-bold"
          unitClass="!text-small"
        />
      </div>
      {member ? (
        <section aria-label={say('cash.unmatched.whose')}>
          <div className="flex items-center gap-2 pb-1">
            <h3 className="min-w-0 flex-1 font-semibold">
              {member.accountName} <span className="font-normal text-ink-2">{member._id}</span>
            </h3>
            {!isEnded && (
              <SmallButton icon={X} tone="quiet" onClick={() => setDraft(key, { member: undefined })}>
                {say('cash.unmatched.other')}
              </SmallButton>
            )}
          </div>
          <Chosen member={member} transfer={transfer} />
          {!isEnded && isContradicted(item, member) && (
            <p className="pt-1 font-semibold text-failed">{say('cash.contradicted')}</p>
          )}
        </section>
      ) : isEnded ? null : (
        <MemberSearch
          label={say('cash.unmatched.whose')}
          first={firstName(transfer.name)}
          need="member"
          error={state.asked === 'member' ? say('cash.need.member') : undefined}
          onPick={(found) => {
            setDraft(key, { member: found });
            focusOn(CURRENT_ROW);
          }}
        />
      )}
      <Facts
        lines={[
          { name: say('cash.fact.from'), value: `${bankShown(transfer.bank)} ${transfer.account}` },
          { name: say('cash.fact.name'), value: transfer.name || say('cash.untold') },
          { name: say('cash.fact.to'), value: `${bankShown(transfer.toBank)} ${transfer.toAccountNo}` },
          { name: say('cash.fact.time'), value: formatDateTime(transfer.at) },
          { name: say('cash.fact.reference'), value: transfer.reference, copy: transfer.reference },
        ]}
      />
    </>
  );
}

function Chosen({ member, transfer }: { member: FoundMember; transfer: Transfer }) {
  const { say } = useWords();
  const bank = bankCode(transfer.bank);
  return (
    <>
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
      <p className="pt-1 text-ink-2">
        {member.name} · {groupPhone(member.phone)}
        {!member.active && <span className="font-semibold text-failed"> · {say('cash.inactive')}</span>}
      </p>
    </>
  );
}
