import type { ReactNode } from 'react';
import { MePanel } from '../../panel/me-panel';
import { usePanel } from '../../panel/place';
import { useStore } from '@/data/kit/useStore';
import { useWords } from '../../i18n';
import { openItem } from '../board';
import { lookAt, looked, pairs } from '../boards';
import { Column } from '../detail/column';
import { Detail } from '../detail/detail';
import { MemberSearch } from '../member/member-search';
import { useBoardKeys } from '../use-board-keys';
import { PairsList } from './pairs-list';

/** What one proposed and another has to approve. */
export function PairsDesk({ me, role, top }: { me: string; role: string; top: ReactNode }) {
  const [state, lookedAt] = [useStore(pairs.store), useStore(looked.store)];
  const panel = usePanel();
  const [item, member] = [openItem(state), openItem(lookedAt)];
  useBoardKeys(pairs);
  return (
    <>
      <PairsList top={top} me={me} state={state} className={item || member ? 'max-md:hidden' : ''} />
      {panel === 'me' ? (
        <MePanel me={me} role={role} />
      ) : member ? (
        <Detail key={member.key} board={looked} state={lookedAt} item={member} />
      ) : item ? (
        <Detail key={item.key} board={pairs} state={state} item={item} />
      ) : (
        <ForWhom />
      )}
    </>
  );
}

/** A proposal begins with whom it is for. */
function ForWhom() {
  const { say } = useWords();
  return (
    <Column
      label={say('cash.pairs.new')}
      head={<h2 className="text-h3 font-semibold">{say('cash.pairs.new')}</h2>}
    >
      <p className="pb-3 text-ink-2">{say('cash.pairs.begin')}</p>
      <MemberSearch label={say('cash.fact.member')} onPick={({ _id }) => void lookAt(_id)} />
    </Column>
  );
}
