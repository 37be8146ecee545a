import {
  History,
  MessageCircle,
  MessageSquareText,
  UsersRound,
  WalletMinimal,
  type LucideIcon,
} from 'lucide-react';
import { IconButton } from '@/ui/icon-button';
import { Mark } from '@/ui/mark';
import { cx } from '@/ui/cx';
import { useWords, type Word } from '../i18n';
import { closePanel, togglePanel } from '../panel/place';
import { openSection, type Section } from '../place';
import { Initial } from '../ui/initial';
import type { DeskProps } from './desk-props';

const looks: Record<Section, { icon: LucideIcon; name: Word }> = {
  inbox: { icon: MessageCircle, name: 'inbox.title' },
  queue: { icon: WalletMinimal, name: 'cash.title' },
  pairs: { icon: UsersRound, name: 'cash.tab.pairs' },
  log: { icon: History, name: 'cash.log.title' },
};

/** What the rail holds, where there is no room for one. */
export function TopBar({ me, work, section }: DeskProps) {
  const { say } = useWords();
  return (
    <div className="flex min-h-13 shrink-0 items-center gap-2.5 bg-wallet-deep pr-2 pl-4 text-wallet-ink min-[1180px]:hidden">
      <Mark bare className="h-7" />
      <p className="min-w-0 flex-1 truncate py-px font-semibold">
        <span className="max-[420px]:sr-only">{say('desk')}</span>
      </p>
      {work.length > 1 &&
        work.map((each) => (
          <IconButton
            key={each}
            icon={looks[each].icon}
            label={say(looks[each].name)}
            aria-pressed={each === section}
            onClick={() => {
              closePanel();
              openSection(each);
            }}
            className={cx('outline-wallet-ink', each === section && 'bg-wallet')}
            iconClass="size-5"
          />
        ))}
      {section === 'inbox' && (
        <IconButton
          icon={MessageSquareText}
          label={say('canned.title')}
          onClick={() => togglePanel('canned')}
          className="outline-wallet-ink"
          iconClass="size-5"
        />
      )}
      <button
        type="button"
        aria-label={say('rail.me', { name: me })}
        onClick={() => togglePanel('me')}
        className="press grid size-11 shrink-0 place-items-center outline-wallet-ink"
      >
        <Initial name={me} className="size-8" />
      </button>
    </div>
  );
}
