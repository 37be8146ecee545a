import type { ReactNode } from 'react';
import { MePanel } from '../../panel/me-panel';
import { closePanel, usePanel } from '../../panel/place';
import { useStore } from '@/data/kit/useStore';
import { Detail } from '../detail/detail';
import { Nothing } from '../detail/nothing';
import { lookAt, useLooked } from '../member/looked';
import { MemberDetail } from '../member/member-detail';
import { askNo, askYes } from '../perform';
import { CURRENT_ROW, focusOn, useCashierKeys } from '../use-cashier-keys';
import { goBy, openItem, queueStore, setArming, setRefusing } from './queue';
import { QueueList } from './queue-list';

/** All that waits for a cashier, and beside it the one under the cursor. */
export function QueueDesk({ me, role, top }: { me: string; role: string; top: ReactNode }) {
  const state = useStore(queueStore);
  const panel = usePanel();
  const looked = useLooked();
  const item = openItem(state);
  useCashierKeys({
    move(step) {
      lookAt(null);
      goBy(step);
      requestAnimationFrame(() => focusOn(CURRENT_ROW));
    },
    accept() {
      // While a no is being written, and while another's facts cover the item, a yes would be a slip of the hand.
      if (!item || looked || state.refusing || panel === 'me') return;
      const need = askYes(item);
      if (need) focusOn(`[data-need=${need}]`);
    },
    refuse() {
      if (item && !looked && panel !== 'me') askNo(item);
    },
    back() {
      if (panel === 'me') closePanel();
      else if (state.refusing) setRefusing(null);
      else if (state.arming) setArming(null);
      else if (looked) lookAt(null);
      focusOn(CURRENT_ROW);
    },
  });
  return (
    <>
      <QueueList top={top} state={state} className={item || looked ? 'max-md:hidden' : ''} />
      {panel === 'me' ? (
        <MePanel me={me} role={role} />
      ) : looked ? (
        <MemberDetail key={looked._id} member={looked} />
      ) : item ? (
        <Detail key={item.key} item={item} state={state} />
      ) : (
        <Nothing />
      )}
    </>
  );
}
