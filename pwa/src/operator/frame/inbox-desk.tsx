import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { Conversation } from '../conversation/conversation';
import { InboxList } from '../inbox/inbox-list';
import { Panel } from '../panel/panel';
import { useOpen } from '../place';
import { LineStatus } from './line-status';
import { NoneOpen } from './none-open';
import { useKeys } from './use-keys';

/** List, conversation, and a column for what belongs beside it; on a phone one at a time. */
export function InboxDesk({ me, role, top }: { me: string; role: string; top: ReactNode }) {
  const open = useOpen();
  useKeys(me);
  return (
    <>
      <InboxList
        me={me}
        top={top}
        status={<LineStatus />}
        className={cx(
          'w-full shrink-0 md:w-[300px] md:border-r md:border-line min-[1400px]:w-[360px]',
          open && 'max-md:hidden',
        )}
      />
      {open ? <Conversation id={open} me={me} className="flex-1" /> : <NoneOpen />}
      <Panel me={me} role={role} />
    </>
  );
}
