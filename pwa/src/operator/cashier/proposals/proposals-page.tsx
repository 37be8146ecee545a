import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/ui/icon-button';
import { useBackLayer } from '@/ui/layers';
import { TopBar } from '../../frame/top-bar';
import { MePanel } from '../../panel/me-panel';
import { usePanel } from '../../panel/open-panel';
import { useStore } from '@/data/kit/use-store';
import { useTexts } from '../../i18n';
import { useOperator } from '../../session';
import { currentItem } from '../board';
import { showMember, memberBoard, proposalBoard, WIDE_SCREEN } from '../boards';
import { Column } from '../detail/column';
import { Detail } from '../detail/detail';
import { MemberSearch } from '../member/member-search';
import { useBoardKeys } from '../use-board-keys';
import { useBoardLayers } from '../use-board-layers';
import { ProposalsList } from './proposals-list';

/** The proposals that a second operator has to approve. */
export function ProposalsPage() {
  const { username: me } = useOperator();
  const [state, memberState] = [useStore(proposalBoard.store), useStore(memberBoard.store)];
  const panel = usePanel();
  const [item, member] = [currentItem(state), currentItem(memberState)];
  // True while a new proposal is started. On a phone this covers the list. On a wide screen it is always
  // shown if no proposal is open.
  const [isStarting, setStarting] = useState(false);
  useBackLayer(isStarting, () => setStarting(false));
  useBoardKeys(proposalBoard);
  useBoardLayers(proposalBoard, state);
  return (
    <>
      <ProposalsList
        top={<TopBar />}
        me={me}
        state={state}
        onNew={() => setStarting(!matchMedia(WIDE_SCREEN).matches)}
        className={item || member || isStarting ? 'max-md:hidden' : ''}
      />
      {panel === 'me' ? (
        <MePanel />
      ) : member ? (
        <Detail key={member.key} board={memberBoard} state={memberState} item={member} />
      ) : item ? (
        <Detail key={item.key} board={proposalBoard} state={state} item={item} />
      ) : (
        <NewProposal onClose={() => setStarting(false)} className={isStarting ? '' : 'max-md:hidden'} />
      )}
    </>
  );
}

/** Selects the member of a new proposal, which is its first step. */
function NewProposal({ onClose, className }: { onClose: () => void; className: string }) {
  const { t } = useTexts();
  return (
    <Column
      label={t('cash.pairs.new')}
      className={className}
      head={
        <>
          <h2 className="min-w-0 flex-1 text-h3 font-semibold">{t('cash.pairs.new')}</h2>
          <IconButton
            icon={X}
            label={t('cash.close')}
            onClick={onClose}
            className="-mr-2 text-ink-2 md:hidden"
          />
        </>
      }
    >
      <p className="pb-3 text-ink-2">{t('cash.pairs.begin')}</p>
      <MemberSearch label={t('cash.fact.member')} isOfPage onPick={({ _id }) => void showMember(_id)} />
    </Column>
  );
}
