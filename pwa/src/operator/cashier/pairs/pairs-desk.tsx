import type { ReactNode } from 'react';
import { MePanel } from '../../panel/me-panel';
import { closePanel, usePanel } from '../../panel/place';
import { useStore } from '@/data/kit/useStore';
import { CURRENT_ROW, focusOn, useCashierKeys } from '../use-cashier-keys';
import { decide } from './decide';
import { PairDetail } from './pair-detail';
import { PairsList } from './pairs-list';
import { goByPair, openPair, pairsStore, setPairRefusing } from './pairs';
import { ProposalColumn } from './proposal-column';

/** What one proposed and another has to approve. */
export function PairsDesk({ me, role, top }: { me: string; role: string; top: ReactNode }) {
  const state = useStore(pairsStore);
  const panel = usePanel();
  const open = openPair(state);
  useCashierKeys({
    move(step) {
      goByPair(step);
      requestAnimationFrame(() => focusOn(CURRENT_ROW));
    },
    accept() {
      if (open && open.proposedBy !== me && !state.refusing && panel !== 'me') void decide(open, 'accept');
    },
    refuse() {
      if (open && panel !== 'me' && !state.list.ended.has(open.key)) setPairRefusing(open.key);
    },
    back() {
      if (panel === 'me') closePanel();
      else if (state.refusing) setPairRefusing(null);
      focusOn(CURRENT_ROW);
    },
  });
  return (
    <>
      <PairsList top={top} me={me} state={state} className={open ? 'max-md:hidden' : ''} />
      {panel === 'me' ? (
        <MePanel me={me} role={role} />
      ) : open ? (
        <PairDetail key={open.key} row={open} me={me} state={state} />
      ) : (
        <ProposalColumn />
      )}
    </>
  );
}
