import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logout, unsentCount, type LogoutMode } from '@/data/app/logout';
import { closeSheet } from '@/nav/sheets';
import { deleteReturnPoint } from '@/nav/return-point';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { SheetPage } from '@/ui/sheet';

type Unsent = number | 'unknown' | undefined;

/** Logs the member out on this phone. Unsent items are discarded only if the member confirms it. */
export default function LogoutSheet() {
  const { t } = useTranslation();
  const { unsent, remaining, busy, startLogout } = useLogout();
  return (
    <SheetPage title={t('logout.title')} footer={<Footer {...{ unsent, busy, startLogout }} />}>
      <div className="space-y-3">
        {remaining > 0 && (
          <Banner tone="failed" icon={CircleAlert} role="alert">
            {t('logout.notSent', { count: remaining })}
          </Banner>
        )}
        {hasUnsent(unsent) && remaining === 0 && (
          <Banner tone="pending" icon={CloudOff}>
            {t('logout.unsent', { count: unsent })}
          </Banner>
        )}
        {unsent === 'unknown' && (
          <Banner tone="failed" icon={CircleAlert} role="alert">
            {t('logout.unknown')}
          </Banner>
        )}
        <p className="px-1 text-ink-2">{t('logout.clear')}</p>
      </div>
    </SheetPage>
  );
}

/**
 * Counts unsent items, and returns the logout's state and the function `startLogout`. `startLogout('send')`
 * sends them before the logout. If items remain, `remaining` is their number and the session continues.
 */
function useLogout() {
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState<Unsent>();
  const [busy, setBusy] = useState<LogoutMode>();
  const [remaining, setRemaining] = useState(0);
  useEffect(() => {
    unsentCount().then(setUnsent, () => setUnsent('unknown'));
  }, []);

  const startLogout = async (mode: LogoutMode) => {
    setBusy(mode);
    const result = await logout(mode).catch(() => ({ done: false, unsent: Number(unsent) || 0 }));
    if (result.done) {
      deleteReturnPoint();
      return navigate({ to: '/login', replace: true });
    }
    setRemaining(result.unsent);
    setUnsent(result.unsent);
    setBusy(undefined);
  };
  return { unsent, remaining, busy, startLogout };
}

function hasUnsent(unsent: Unsent): unsent is number {
  return typeof unsent === 'number' && unsent > 0;
}

interface FooterProps {
  unsent: Unsent;
  busy: LogoutMode | undefined;
  startLogout: (mode: LogoutMode) => Promise<void>;
}

function Footer({ unsent, busy, startLogout }: FooterProps) {
  const { t } = useTranslation();
  const hasItems = hasUnsent(unsent);
  return (
    <div className="grid gap-2">
      {hasItems && (
        <Button
          block
          busy={busy === 'send'}
          busyLabel={t('logout.sending')}
          onClick={() => void startLogout('send')}
        >
          {t('logout.send')}
        </Button>
      )}
      <Button
        block
        variant={hasItems ? 'danger' : 'primary'}
        busy={busy === 'discard'}
        busyLabel={t('logout.leaving')}
        disabled={typeof unsent !== 'number'}
        onClick={() => void startLogout('discard')}
      >
        {hasItems ? t('logout.discard', { count: unsent }) : t('logout.confirm')}
      </Button>
      <Button block variant="quiet" onClick={closeSheet}>
        {t('logout.cancel')}
      </Button>
    </div>
  );
}
