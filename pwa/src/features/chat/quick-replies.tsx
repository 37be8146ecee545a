import { useTranslation } from 'react-i18next';
import { sendPostback } from '@/data/chat';
import type { ShownMessage } from '@/data/chat/types';
import { orSay } from './or-say';

/** Above the composer, as long as nothing was said since. */
export function QuickReplies({ last }: { last: ShownMessage | undefined }) {
  const { t } = useTranslation('chat');
  if (last?.message.message_type !== 'quick_replies') return null;
  const replies = last.message.payload.quick_replies;
  return (
    <ul
      aria-label={t('quick')}
      className="flex shrink-0 snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pt-1 pb-3 [scrollbar-width:none]"
    >
      {replies.map(({ title, payload }, i) => (
        <li key={i} className="shrink-0 snap-start">
          <button
            type="button"
            onClick={() => orSay(sendPostback({ title, payload }))}
            className="press min-h-11 rounded-full border border-control bg-surface px-4 font-medium"
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}
