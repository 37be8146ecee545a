import { TopBar } from '../../frame/top-bar';
import { MePanel } from '../../panel/me-panel';
import { usePanel } from '../../panel/open-panel';
import { useStore } from '@/data/kit/use-store';
import { currentItem } from '../board';
import { memberBoard, queueBoard } from '../boards';
import { Detail } from '../detail/detail';
import { NoSelection } from '../detail/no-selection';
import { useBoardKeys } from '../use-board-keys';
import { useBoardLayers } from '../use-board-layers';
import { QueueList } from './queue-list';

/** The items that wait for a cashier, and next to them the selected one. */
export function QueuePage() {
  const [state, memberState] = [useStore(queueBoard.store), useStore(memberBoard.store)];
  const panel = usePanel();
  const [item, member] = [currentItem(state), currentItem(memberState)];
  useBoardKeys(queueBoard);
  useBoardLayers(queueBoard, state);
  return (
    <>
      <QueueList top={<TopBar />} state={state} className={item || member ? 'max-md:hidden' : ''} />
      {panel === 'me' ? (
        <MePanel />
      ) : member ? (
        <Detail key={member.key} board={memberBoard} state={memberState} item={member} />
      ) : item ? (
        <Detail key={item.key} board={queueBoard} state={state} item={item} />
      ) : (
        <NoSelection />
      )}
    </>
  );
}
