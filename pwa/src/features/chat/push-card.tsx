import { BellRing, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePush } from '@/data/domains/push/push';
import { showSheetOver } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast';
import { deviceStorage } from '@/data/kit/web-storage';

const KEY = 'chat-push-declined';

interface PushCardProps {
  /** The member sent a message, and so expects a reply. */
  expectsReply: boolean;
}

/** Explains notifications; the browser asks for permission only after a tap on the button. */
export function PushCard({ expectsReply }: PushCardProps) {
  const { t } = useTranslation('chat');
  const { state, turnOn } = usePush();
  const [declined, setDeclined] = useState(() => deviceStorage.get(KEY) !== null);
  const [busy, setBusy] = useState(false);
  const needsInstall = state === 'needs_install';
  if (!expectsReply || declined || (state !== 'off' && !needsInstall)) return null;
  const decline = () => {
    deviceStorage.set(KEY, 'yes');
    setDeclined(true);
  };
  const turnOnOrInstall = async () => {
    if (needsInstall) return showSheetOver('install');
    setBusy(true);
    const isOn = await turnOn().catch(() => false);
    setBusy(false);
    if (isOn) toast.done(t('push.done'));
    else toast.error(t('push.failed'));
  };
  return (
    <section
      aria-label={t('push.title')}
      className="mx-4 mb-3 animate-fade rounded-card bg-info-soft p-3 pl-4"
    >
      <div className="flex gap-3">
        <BellRing className="mt-0.5 size-5 shrink-0 text-info" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{t('push.title')}</p>
          <p className="text-small text-ink-2">{t(needsInstall ? 'push.install' : 'push.text')}</p>
        </div>
        <IconButton
          icon={X}
          label={t('push.dismiss')}
          onClick={decline}
          className="-mt-2 -mr-1.5 text-ink-2"
        />
      </div>
      <Button
        variant="plain"
        className="mt-2 ml-8"
        busy={busy}
        busyLabel={t('push.asking')}
        onClick={() => void turnOnOrInstall()}
      >
        {t(needsInstall ? 'push.how' : 'push.on')}
      </Button>
    </section>
  );
}
