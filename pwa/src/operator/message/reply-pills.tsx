import type { QuickReply } from '@/data/api/conversation';
import { useTexts } from '../i18n';

/** Shows the replies that the customer was offered; they cannot be pressed. */
export function ReplyPills({ replies }: { replies: QuickReply[] }) {
  const { t } = useTexts();
  return (
    <ul aria-label={t('message.replies')} className="mt-2 flex max-w-[320px] flex-wrap justify-end gap-1.5">
      {replies.map(({ title }, i) => (
        <li
          key={i}
          className="max-w-full rounded-card border border-control px-3 py-1 font-medium wrap-anywhere"
        >
          <bdi>{title}</bdi>
        </li>
      ))}
    </ul>
  );
}
