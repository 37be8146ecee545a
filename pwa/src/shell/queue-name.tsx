import { Image, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OutboxItem } from '@/data/hooks/useQueue';
import type { ChatItem } from '@/data/outbox/kinds/chat/rules';
import { formatSize } from '@/ui/format/size';
import { formatClock } from '@/ui/format/time';
import { IconTile } from '@/ui/icon-tile';
import { SlipPicture } from '@/ui/illustration';

export interface QueueName {
  /** What it is. */
  title: string;
  /** Which one it is. */
  detail: string;
}

/** A slip by its time and size; a message by its own words. */
export function useQueueName(item: OutboxItem): QueueName {
  const { t } = useTranslation();
  const time = formatClock(item.capturedAt);
  const size = formatSize(item.size);
  if (item.kind === 'slip') return { title: t('queue.slip'), detail: t('queue.picked', { time, size }) };
  if (item.size > 0) return { title: t('queue.file'), detail: t('queue.picked', { time, size }) };
  return { title: t('queue.message'), detail: wordsOf(item) || t('queue.written', { time }) };
}

export function QueuePicture({ item }: { item: OutboxItem }) {
  if (item.kind === 'slip') return <SlipPicture />;
  return <IconTile icon={item.size > 0 ? Image : MessageCircle} tone="brand" />;
}

function wordsOf({ message }: ChatItem): string {
  if (message.message_type === 'text') return message.payload;
  return message.message_type === 'postback' ? message.payload.title : '';
}
