import { useTranslation } from 'react-i18next';
import { useConnection } from '@/data/hooks/useConnection';
import type { OutboxItem } from '@/data/hooks/useQueue';
import { codeText } from '@/i18n/error-text';
import { formatClock } from '@/ui/format/time';

/** iOS has no background sync: there only an open app can send. */
const sendsWhileClosed = 'SyncManager' in globalThis;

/** One sentence on what will happen with the item, and when. */
export function useQueueText(item: OutboxItem): string {
  const { t } = useTranslation();
  const { offline } = useConnection();
  switch (item.state) {
    case 'sending':
      return t(item.kind === 'slip' ? 'queue.say.sending' : 'queue.say.sendingChat');
    case 'needs_login':
      return t('queue.say.login');
    case 'needs_user':
      if (item.lastError?.code === 'STALE') return t('queue.say.stale');
      // The catalogue's words for these speak of slips.
      if (item.kind === 'chat' && item.lastError?.code.startsWith('SLIP_')) return t('queue.say.fileRefused');
      return codeText(item.lastError?.code ?? 'INTERNAL_SERVER_ERROR');
    default:
      break;
  }
  if (item.lastError?.code === 'SLIP_UPLOAD_FAIL') {
    return item.nextAt
      ? t('queue.say.closedUntil', { time: formatClock(item.nextAt) })
      : t('queue.say.closed');
  }
  if (offline) return t(sendsWhileClosed ? 'queue.say.signal' : 'queue.say.keepOpen');
  if (item.state === 'waiting' && item.nextAt)
    return t('queue.say.later', { time: formatClock(item.nextAt) });
  return t('queue.say.next');
}
