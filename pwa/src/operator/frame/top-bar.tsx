import { MessageSquareText } from 'lucide-react';
import { IconButton } from '@/ui/icon-button';
import { Mark } from '@/ui/mark';
import { useWords } from '../i18n';
import { togglePanel } from '../panel/place';
import { Initial } from '../ui/initial';

/** What the rail holds, where there is no room for one. */
export function TopBar({ me }: { me: string }) {
  const { say } = useWords();
  return (
    <div className="flex min-h-13 shrink-0 items-center gap-2.5 bg-wallet-deep pr-2 pl-4 text-wallet-ink min-[1180px]:hidden">
      <Mark bare className="h-7" />
      <p className="min-w-0 flex-1 truncate py-px font-semibold">{say('desk')}</p>
      <IconButton icon={MessageSquareText} label={say('canned.title')} onClick={() => togglePanel('canned')} className="outline-wallet-ink" iconClass="size-5" />
      <button
        type="button"
        aria-label={say('rail.me', { name: me })}
        onClick={() => togglePanel('me')}
        className="press grid size-11 place-items-center outline-wallet-ink"
      >
        <Initial name={me} className="size-8" />
      </button>
    </div>
  );
}
