import { ExternalLink, Phone } from 'lucide-react';
import { Destination } from '@/conversation/destination';
import type { ChatButton } from '@/data/api/conversation';
import { isolate } from '@/data/kit/isolate';
import { cx } from '@/ui/cx';

/** Shows the customer's buttons; they cannot be pressed. */
export function ButtonRows({ buttons }: { buttons: ChatButton[] }) {
  return (
    <ul>
      {buttons.map(({ type, title, payload }, i) => (
        <li
          key={i}
          title={isolate(payload)}
          className="flex min-h-11 items-center justify-center gap-2 border-t border-line px-3.5 py-1.5 text-center font-semibold text-brand-text"
        >
          {type === 'web' && <ExternalLink className="size-4.5 shrink-0" aria-hidden="true" />}
          {type === 'call' && <Phone className="size-4.5 shrink-0" aria-hidden="true" />}
          <span className={cx('min-w-0 wrap-anywhere', type === 'other' && 'text-ink-2')}>
            <bdi>{title}</bdi>
            {type === 'web' && <Destination address={payload} />}
          </span>
        </li>
      ))}
    </ul>
  );
}
