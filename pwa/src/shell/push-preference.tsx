import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePush } from '@/data/domains/push/push';
import { showSheet } from '@/nav/sheets';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast';

/** Notifications on this phone, and how much they show on a locked screen. */
export function PushPreference() {
  const { t } = useTranslation();
  const { state, turnOn, turnOff, showDetails, setShowDetails } = usePush();
  const [busy, setBusy] = useState(false);
  const change = async (action: () => Promise<unknown>) => {
    setBusy(true);
    const done = await action().catch(() => false);
    setBusy(false);
    if (done === false) toast.error(t('preferences.push.failed'));
  };
  if (state === 'unsupported') return null;
  if (state === 'needs_install') return <InstallFirst />;
  const isOn = state === 'on';
  return (
    <>
      <Switch
        checked={isOn}
        disabled={busy || state === 'denied'}
        onChange={(on) => void change(on ? turnOn : turnOff)}
        note={t(state === 'denied' ? 'preferences.push.denied' : 'preferences.push.text')}
      >
        {t('preferences.push.title')}
      </Switch>
      {isOn && (
        <Switch
          checked={showDetails}
          disabled={busy}
          onChange={(details) => void change(async () => setShowDetails(details))}
          note={t('preferences.push.detailsText')}
        >
          {t('preferences.push.details')}
        </Switch>
      )}
    </>
  );
}

/**
 * Replaces the switch on iOS, which allows notifications only for an installed app. It opens the install
 * steps.
 */
function InstallFirst() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => showSheet('install')}
      className="press flex min-h-11 w-full items-center gap-3 text-left"
    >
      <span className="flex-1">
        {t('preferences.push.title')}
        <span className="block text-small text-ink-2">{t('preferences.push.install')}</span>
      </span>
      <ChevronRight className="size-5 text-ink-2" aria-hidden="true" />
    </button>
  );
}
