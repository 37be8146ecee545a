import { ChevronRight, CircleAlert, CloudOff, HardDrive, LogIn, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useQueue } from '@/data/engine/outbox/use-queue';
import { useStorageFailure } from '@/data/storage/use-storage-notice';
import { useStore } from '@/data/kit/use-store';
import { lostItems } from '@/data/engine/outbox/promises';
import { showSheet } from '@/nav/sheets';
import { cx } from '@/ui/cx';

/**
 * A strip below the phone's status bar. It shows one of these: the app is offline (not in red, since nothing
 * failed), a queued item needs the member, or the phone cannot store data. It appears and disappears by
 * itself.
 */
export function OfflineStrip({ guest }: { guest: boolean }) {
  const { t } = useTranslation();
  const { offline, waiting } = useConnection();
  const { data: queue = [] } = useQueue();
  const unstored = useStorageFailure();
  const lost = useStore(lostItems).length;
  const stuck = queue.filter((item) => item.state === 'needs_user').length + lost;
  const locked = queue.filter((item) => item.state === 'needs_login').length;
  if (offline) {
    return (
      <Strip
        icon={CloudOff}
        className="bg-strip text-strip-ink"
        count={waiting > 0 && t('offline.waiting', { count: waiting })}
      >
        {t(guest ? 'offline.guest' : 'offline.strip')}
      </Strip>
    );
  }
  if (stuck > 0) {
    return (
      <Strip icon={CircleAlert} className="bg-failed-soft text-failed" count="">
        {t('offline.attention', { count: stuck })}
      </Strip>
    );
  }
  if (locked > 0) {
    return (
      <Strip icon={LogIn} className="bg-info-soft text-info" count="">
        {t('offline.login', { count: locked })}
      </Strip>
    );
  }
  if (unstored) {
    return (
      <Strip icon={HardDrive} className="bg-strip text-strip-ink" count={false}>
        {t(`storage.${unstored}`)}
      </Strip>
    );
  }
  return null;
}

interface StripProps {
  icon: LucideIcon;
  className: string;
  /** The number of queued items, as a link to them; false if there are none. */
  count: string | false;
  children: ReactNode;
}

function Strip({ icon: Icon, className, count, children }: StripProps) {
  const body = (
    <>
      <Icon className="size-4.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 text-left">{children}</span>
      {count !== false && (
        <span className="flex shrink-0 items-center gap-1 font-semibold">
          {count}
          <ChevronRight className="size-4" aria-hidden="true" />
        </span>
      )}
    </>
  );
  const row = 'mx-auto flex min-h-9.5 w-full max-w-[480px] items-center gap-2.5 px-4 py-1.5 text-small';
  return (
    <div role="status" className={cx('animate-fade', className)}>
      {count === false ? (
        <div className={row}>{body}</div>
      ) : (
        <button type="button" onClick={() => showSheet('queue')} className={cx(row, 'tap')}>
          {body}
        </button>
      )}
    </div>
  );
}
