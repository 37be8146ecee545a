import { cx } from '@/ui/cx';
import { Conversation } from '../conversation/conversation';
import { InboxList } from '../inbox/inbox-list';
import { Panel } from '../panel/panel';
import { useOpen } from '../place';
import { LineStatus } from './line-status';
import { NoneOpen } from './none-open';
import { Rail } from './rail';
import { TopBar } from './top-bar';
import { useKeys } from './use-keys';
import { useTitle } from './use-title';

/** Rail, list, conversation, and a column for what belongs beside it; on a phone one at a time. */
export function Desk({ me, role }: { me: string; role: string }) {
  const open = useOpen();
  useKeys(me);
  useTitle();
  return (
    <div className="flex h-dvh overflow-hidden">
      <Rail me={me} role={role} />
      <main className="flex min-w-0 flex-1">
        <InboxList
          me={me}
          top={<TopBar me={me} />}
          status={<LineStatus />}
          className={cx('w-full shrink-0 md:w-[300px] md:border-r md:border-line min-[1400px]:w-[360px]', open && 'max-md:hidden')}
        />
        {open ? <Conversation id={open} me={me} className="flex-1" /> : <NoneOpen />}
        <Panel me={me} role={role} />
      </main>
    </div>
  );
}
