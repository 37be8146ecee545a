import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '@/data/api/client';
import { isApiError } from '@/data/api/errors';
import type { MemberSession } from '@/data/api/types';
import { command } from '@/data/engine/commands/send';
import '@/i18n/account-texts';
import { errorText } from '@/i18n/error-text';
import { PasskeyChoice } from '@/money/passkey-choice';
import { Button } from '@/ui/button';
import { StitchedCard } from '@/ui/card';
import { Chip } from '@/ui/chip';
import { formatDateTime, timeAgo } from '@/ui/format/time';
import { PasswordInput } from '@/ui/password-input';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { Failure } from './failure';

/** Lists the logged-in devices. The list is loaded on each opening and never shown from a cache. */
export default function SessionsSheet() {
  const { t } = useTranslation('account');
  const [sessions, setSessions] = useState<MemberSession[]>();
  const [failure, setFailure] = useState<string>();
  const load = () => {
    call('GET', '/api/account/sessions').then(
      (response) => {
        setSessions(response.sessions);
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
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation('ui');
  const { unit, count } = timeAgo(session.lastSeenAt);
  const ago = unit === 'second' ? ui('ago.now') : ui(`ago.${unit}`, { count });
  const [confirming, setConfirming] = useState(false);
  return (
    <div className="py-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <MonitorSmartphone className="size-5.5 shrink-0 text-ink-2" aria-hidden="true" />
        <div className="min-w-0 flex-[1_1_9em]">
          <p className="font-medium">{session.device || t('sessions.unknown')}</p>
          <p className="text-small text-ink-2">{t('sessions.seen', { ago })}</p>
          <p className="text-small text-ink-2">
            {t('sessions.since', { date: formatDateTime(session.createdAt) })}
          </p>
        </div>
        {session.current ? (
          <Chip tone="success">{t('sessions.current')}</Chip>
        ) : (
          !confirming && (
            <Button variant="danger" className="-mr-3 ml-auto" onClick={() => setConfirming(true)}>
              {t('sessions.end')}
            </Button>
          )
        )}
      </div>
      {confirming && <EndForm id={session._id} onEnded={onEnded} onCancel={() => setConfirming(false)} />}
    </div>
  );
}

/**
 * Asks for the password: another person who holds the phone for a moment must not log the member out
 * elsewhere.
 */
function EndForm({ id, onEnded, onCancel }: { id: string; onEnded: () => void; onCancel: () => void }) {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const endSession = async (body: { password: string } | { proof: string }) => {
    setBusy(true);
    try {
      await command('endSession', { subject: id, path: { id }, body });
      toast.done(t('sessions.ended'));
      onEnded();
    } catch (error) {
      const wrong = isApiError(error) && error.code === 'WRONG_PASSWORD';
      setProblem(wrong ? t('sessions.wrong') : errorText(error));
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy && password !== '') void endSession({ password });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 space-y-3">
      <p className="text-small text-ink-2">{t('sessions.why')}</p>
      <PasswordInput
        label={t('sessions.password')}
        autoComplete="current-password"
        autoFocus
        value={password}
        error={problem}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button
        type="submit"
        variant="danger"
        block
        disabled={password === ''}
        busy={busy}
        busyLabel={t('sessions.busy')}
      >
        {t('sessions.confirm')}
      </Button>
      <PasskeyChoice label={t('sessions.passkey')} onProven={(proof) => endSession({ proof })} />
      <Button variant="quiet" block onClick={onCancel}>
        {t('sessions.cancel')}
      </Button>
    </form>
  );
}
