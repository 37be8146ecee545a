import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '@/data/api/client';
import type { MemberSession } from '@/data/api/types';
import { command } from '@/data/command';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { StitchedCard } from '@/ui/card';
import { Chip } from '@/ui/chip';
import { formatDateTime, timeAgo } from '@/ui/format/time';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { Failure } from './failure';

/** Asked for each time: who is logged in must never be told from memory. */
export default function SessionsSheet() {
  const { t } = useTranslation('identity');
  const [sessions, setSessions] = useState<MemberSession[]>();
  const [failure, setFailure] = useState<string>();
  const load = () => {
    call<{ sessions: MemberSession[] }>('GET', '/api/account/sessions').then(
      (answer) => {
        setSessions(answer.sessions);
        setFailure(undefined);
      },
      (error: unknown) => setFailure(errorText(error)),
    );
  };
  useEffect(load, []);
  return (
    <SheetPage title={t('sessions.title')}>
      {failure ? (
        <div className="space-y-3">
          <Failure>{failure}</Failure>
          <Button variant="tonal" block onClick={load}>
            {t('sessions.retry')}
          </Button>
        </div>
      ) : sessions ? (
        <StitchedCard as="ul">
          {sessions.map((session) => (
            <SessionRow key={session._id} session={session} onEnded={load} />
          ))}
        </StitchedCard>
      ) : (
        <SkeletonRows rows={2} />
      )}
    </SheetPage>
  );
}

function SessionRow({ session, onEnded }: { session: MemberSession; onEnded: () => void }) {
  const { t } = useTranslation('identity');
  const { t: ui } = useTranslation('ui');
  const { unit, count } = timeAgo(session.lastSeenAt);
  const ago = unit === 'second' ? ui('ago.now') : ui(`ago.${unit}`, { count });
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await command(`endSession:${session._id}`, 'DELETE', `/api/account/sessions/${session._id}`);
      toast.done(t('sessions.ended'));
      onEnded();
    } catch (error) {
      toast.error(errorText(error));
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-3">
      <MonitorSmartphone className="size-5.5 shrink-0 text-ink-2" aria-hidden="true" />
      <div className="min-w-0 flex-[1_1_9em]">
        <p className="font-medium">{session.device || t('sessions.unknown')}</p>
        <p className="text-small text-ink-2">{t('sessions.seen', { ago })}</p>
        <p className="text-small text-ink-2">{t('sessions.since', { date: formatDateTime(session.createdAt) })}</p>
      </div>
      {session.current ? (
        <Chip tone="success">{t('sessions.current')}</Chip>
      ) : (
        <Button variant="danger" className="-mr-3 ml-auto" busy={busy} onClick={() => void end()}>
          {t('sessions.end')}
        </Button>
      )}
    </div>
  );
}
