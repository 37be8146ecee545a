import { Landmark, Scale, X } from 'lucide-react';
import { groupPhone } from '@/ui/format/digits';
import { IconButton } from '@/ui/icon-button';
import { useWords } from '../../i18n';
import { openSection } from '../../place';
import { SmallButton } from '../../ui/small-button';
import { Column } from '../detail/column';
import { Facts } from '../detail/facts';
import { beginAdjustment, beginPayout } from '../pairs/form';
import type { FoundMember } from '../wire';
import { lookAt } from './looked';

/** A member who was looked up, and what can be proposed for them. */
export function MemberDetail({ member }: { member: FoundMember }) {
  const { say } = useWords();
  const { _id, name, phone, accountName, accountNo, bankCode, active } = member;
  return (
    <Column
      label={say('cash.fact.member')}
      head={
        <>
          <div className="min-w-0 flex-1">
            <h2 className="truncate py-px text-h3 leading-6 font-semibold">{accountName}</h2>
            <p className="text-ink-2">{_id}</p>
          </div>
          <IconButton
            icon={X}
            label={say('cash.close')}
            onClick={() => lookAt(null)}
            className="-mr-2 text-ink-2"
          />
        </>
      }
    >
      <Facts
        lines={[
          { name: say('cash.fact.called'), value: name },
          { name: say('cash.fact.phone'), value: groupPhone(phone), copy: phone },
          { name: say('cash.fact.bank'), value: bankCode },
          { name: say('cash.fact.account'), value: accountNo, copy: accountNo },
          { name: say('cash.fact.memberId'), value: _id, copy: _id },
          { name: say('cash.fact.state'), value: say(active ? 'cash.active' : 'cash.inactive') },
        ]}
      />
      <div className="mt-4 flex flex-col gap-2">
        <SmallButton
          icon={Scale}
          onClick={() => {
            beginAdjustment({ member });
            openSection('pairs');
          }}
        >
          {say('cash.pairs.kind.ADJUSTMENT')}
        </SmallButton>
        <SmallButton
          icon={Landmark}
          onClick={() => {
            beginPayout(member);
            openSection('pairs');
          }}
        >
          {say('cash.pairs.kind.PAYOUT_ACCOUNT')}
        </SmallButton>
      </div>
    </Column>
  );
}
