import { WifiOff } from 'lucide-react';
import { ChatPicture } from '@/ui/chat-picture';
import { cx } from '@/ui/cx';
import { useHasWaited } from '@/ui/use-has-waited';
import { Conversation } from '../conversation/conversation';
import { TopBar } from '../frame/top-bar';
import { useInboxKeys } from '../frame/use-inbox-keys';
import { useTexts } from '../i18n';
import { useConnected } from '../live/chats';
import { Panel } from '../panel/panel';
import { useOpen } from '../router';
import { useOperator } from '../session';
import { KeyList } from '../ui/key-list';
import { InboxList } from './inbox-list';

/** Shows the list, the conversation, and a column for a panel. A phone shows only one of them at a time. */
export function InboxPage() {
  const { username: me } = useOperator();
  const open = useOpen();
  useInboxKeys(me);
  return (
    <>
      <InboxList
        me={me}
        top={<TopBar />}
        status={<ConnectionStatus />}
        className={cx(
          'w-full shrink-0 md:w-[300px] md:border-r md:border-line min-[1400px]:w-[360px]',
          open && 'max-md:hidden',
        )}
      />
      {open ? <Conversation id={open} me={me} className="flex-1" /> : <NoneOpen />}
      <Panel me={me} />
    </>
  );
}

/** Shown while no conversation is open. It says what the operator can do, and with which keys. */
function NoneOpen() {
  const { t } = useTexts();
  return (
    <section
      aria-label={t('none.title')}
      className="flex min-w-0 flex-1 flex-col items-center justify-center overflow-y-auto px-8 py-6 text-center max-md:hidden"
    >
      <ChatPicture />
      <h2 className="mt-5 text-h3 font-semibold">{t('none.title')}</h2>
      <p className="mt-1 text-ink-2">{t('none.text')}</p>
      <KeyList keys={['move', 'open', 'reply', 'canned', 'assign', 'close', 'back']} />
    </section>
  );
}

/** A connection that recovers within this many ms is not reported as lost. */
const PATIENCE_MS = 1_500;

/** Shown while the connection to the server is down. */
function ConnectionStatus() {
  const { t } = useTexts();
  const isLate = useHasWaited(!useConnected(), PATIENCE_MS);
  return (
    <p role="status" data-testid="line">
      {isLate && (
        <span className="flex min-h-6 animate-fade items-center gap-1.5 rounded-chip bg-pending-soft px-2 text-micro font-semibold text-pending">
          <WifiOff className="size-3.5" strokeWidth={2.4} aria-hidden="true" />
          {t('line.reconnecting')}
        </span>
      )}
    </p>
  );
}
