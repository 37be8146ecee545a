import { cx } from '@/ui/cx';
import { bubblePadding, Bubble } from './bubble';
import { useSide } from './side';

const delays = ['', '[animation-delay:200ms]', '[animation-delay:400ms]'];

/** Three dots where the answer will stand. */
export function Typing() {
  const { say, us } = useSide();
  return (
    <div className="px-4 pb-3" data-testid="typing">
      <Bubble
        sender={us === 'customer' ? 'support' : 'customer'}
        delivery="sent"
        className={cx(bubblePadding, 'w-fit')}
      >
        <span className="sr-only">{say('typing')}</span>
        <span className="flex h-6.5 items-center gap-1.5" aria-hidden="true">
          {delays.map((delay) => (
            <span key={delay} className={cx('size-2 animate-pulse rounded-full bg-ink-3', delay)} />
          ))}
        </span>
      </Bubble>
    </div>
  );
}
