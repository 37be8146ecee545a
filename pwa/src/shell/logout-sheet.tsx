import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logout, unsentCount } from '@/data/app/logout';
import { closeSheet } from '@/nav/sheets';
import { deleteReturnPoint } from '@/nav/return-point';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { SheetPage } from '@/ui/sheet';

type Unsent = number | 'unknown' | undefined;
type How = 'send' | 'discard';

/** Logs the member out on this phone. Unsent items are discarded only if the member confirms it. */
export default function LogoutSheet() {
  const { t } = useTranslation();
  const { unsent, left, busy, leave } = useLogout();
  return (
    <SheetPage title={t('logout.title')} footer={<Footer {...{ unsent, busy, leave }} />}>
      <div className="space-y-3">
        {left > 0 && (
          <Banner tone="failed" icon={CircleAlert} role="alert">
            {t('logout.notSent', { count: left })}
          </Banner>
        )}
        {isSome(unsent) && left === 0 && (
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
 * Returns the logout's state and the function `leave`. It first counts unsent items. `leave('send')` sends
 * them before the logout. If items remain, `left` is their number and the session continues.
 */
function useLogout() {
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState<Unsent>();
  const [busy, setBusy] = useState<How>();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    unsentCount().then(setUnsent, () => setUnsent('unknown'));
  }, []);

  const leave = async (how: How) => {
    setBusy(how);
    const result = await logout(how).catch(() => ({ done: false, unsent: Number(unsent) || 0 }));
    if (result.done) {
      deleteReturnPoint();
      return navigate({ to: '/login', replace: true });
    }
    setLeft(result.unsent);
    setUnsent(result.unsent);
    setBusy(undefined);
  };
  return { unsent, left, busy, leave };
}

function isSome(unsent: Unsent): unsent is number {
  return typeof unsent === 'number' && unsent > 0;
}

interface FooterProps {
  unsent: Unsent;
  busy: How | undefined;
  leave: (how: How) => Promise<void>;
}

function Footer({ unsent, busy, leave }: FooterProps) {
  const { t } = useTranslation();
  const some = isSome(unsent);
  return (
    <div className="grid gap-2">
      {some && (
        <Button
          block
          busy={busy === 'send'}
          busyLabel={t('logout.sending')}
          onClick={() => void leave('send')}
        >
          {t('logout.send')}
        </Button>
      )}
      <Button
        block
        variant={some ? 'danger' : 'primary'}
        busy={busy === 'discard'}
        busyLabel={t('logout.leaving')}
        disabled={typeof unsent !== 'number'}
        onClick={() => void leave('discard')}
      >
        {some ? t('logout.discard', { count: unsent }) : t('logout.confirm')}
      </Button>
      <Button block variant="quiet" onClick={closeSheet}>
        {t('logout.cancel')}
      </Button>
    </div>
  );
}
