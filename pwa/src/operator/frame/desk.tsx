import { WifiOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { usePart } from '@/data/kit/use-store';
import { ChatPicture } from '@/ui/chat-picture';
import { cx } from '@/ui/cx';
import { useLate } from '@/ui/use-late';
import { LogDesk } from '../cashier/log/log-desk';
import { PairsDesk } from '../cashier/pairs/pairs-desk';
import { usePairsWaiting, useWaiting } from '../cashier/queue/cashier-tabs';
import { QueueDesk } from '../cashier/queue/queue-desk';
import { Conversation } from '../conversation/conversation';
import { useWords } from '../i18n';
import { inboxStore } from '../inbox/inbox';
import { InboxList } from '../inbox/inbox-list';
import { useLine } from '../live/desk';
import { Panel } from '../panel/panel';
import { useOpen, type Section } from '../place';
import { KeyList } from '../ui/key-list';
import type { DeskProps } from './desk-props';
import { Rail } from './rail';
import { TopBar } from './top-bar';
import { useInboxKeys } from './use-inbox-keys';

/** The rail, and the work that is chosen in it. */
export function Desk(props: DeskProps) {
  const { me, role, section } = props;
  useTitle(section);
  const top = <TopBar {...props} />;
  return (
    <div className="flex h-dvh overflow-hidden">
      <Rail {...props} />
      <main className="flex min-w-0 flex-1">
        {section === 'inbox' && <InboxDesk me={me} role={role} top={top} />}
        {section === 'queue' && <QueueDesk me={me} role={role} top={top} />}
        {section === 'pairs' && <PairsDesk me={me} role={role} top={top} />}
        {section === 'log' && <LogDesk me={me} role={role} top={top} />}
      </main>
    </div>
  );
}

/** List, conversation, and a column for what belongs beside it; on a phone one at a time. */
function InboxDesk({ me, role, top }: { me: string; role: string; top: ReactNode }) {
  const open = useOpen();
  useInboxKeys(me);
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

/** In place of a conversation while none is open: what to do, and with which keys. */
function NoneOpen() {
  const { say } = useWords();
  return (
    <section
      aria-label={say('none.title')}
      className="flex min-w-0 flex-1 flex-col items-center justify-center overflow-y-auto px-8 py-6 text-center max-md:hidden"
    >
      <ChatPicture />
      <h2 className="mt-5 text-h3 font-semibold">{say('none.title')}</h2>
      <p className="mt-1 text-ink-2">{say('none.text')}</p>
      <KeyList keys={['move', 'open', 'reply', 'canned', 'take', 'close', 'back']} />
    </section>
  );
}

/** A line that is back within this time is not mentioned. */
const PATIENCE_MS = 1_500;

/** Shown while the line to the server is down. */
function LineStatus() {
  const { say } = useWords();
  const isLate = useLate(!useLine(), PATIENCE_MS);
  return (
    <p role="status" data-testid="line">
      {isLate && (
        <span className="flex min-h-6 animate-fade items-center gap-1.5 rounded-chip bg-pending-soft px-2 text-micro font-semibold text-pending">
          <WifiOff className="size-3.5" strokeWidth={2.4} aria-hidden="true" />
          {say('line.reconnecting')}
        </span>
      )}
    </p>
  );
}

/** Puts the section and how many wait into the page's title, for whoever looks at another tab. */
function useTitle(section: Section): void {
  const { say, locale } = useWords();
  const unread = usePart(inboxStore, ({ inbox }) => inbox.unread);
  const counts: Record<Section, number> = {
    inbox: unread,
    queue: useWaiting(),
    pairs: usePairsWaiting(),
    log: 0,
  };
  const count = counts[section];
  useEffect(() => {
    const names = {
      inbox: say('inbox.title'),
      queue: say('cash.title'),
      pairs: say('cash.tab.pairs'),
      log: say('cash.log.title'),
    };
    const title = `${names[section]} · ${say('app')}`;
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [section, count, say, locale]);
}
