import { TopBar } from '../../frame/top-bar';
import { MePanel } from '../../panel/me-panel';
import { usePanel } from '../../panel/place';
import { useStore } from '@/data/kit/use-store';
import { openItem } from '../board';
import { looked, queue } from '../boards';
import { Detail } from '../detail/detail';
import { Nothing } from '../detail/no-selection';
import { useBoardKeys } from '../use-board-keys';
import { useBoardLayers } from '../use-board-layers';
import { QueueList } from './queue-list';

/** The items that wait for a cashier, and next to them the selected one. */
export function QueuePage() {
  const [state, lookedAt] = [useStore(queue.store), useStore(looked.store)];
  const panel = usePanel();
  const [item, member] = [openItem(state), openItem(lookedAt)];
  useBoardKeys(queue);
  useBoardLayers(queue, state);
  return (
    <>
      <QueueList top={<TopBar />} state={state} className={item || member ? 'max-md:hidden' : ''} />
      {panel === 'me' ? (
        <MePanel />
      ) : member ? (
        <Detail key={member.key} board={looked} state={lookedAt} item={member} />
      ) : item ? (
        <Detail key={item.key} board={queue} state={state} item={item} />
      ) : (
        <Nothing />
      )}
    </>
  );
}
