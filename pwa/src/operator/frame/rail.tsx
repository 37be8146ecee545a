import {
  History,
  MessageCircle,
  MessageSquareText,
  UsersRound,
  WalletMinimal,
  type LucideIcon,
} from 'lucide-react';
import { usePart } from '@/data/kit/use-store';
import { cx } from '@/ui/cx';
import { Mark } from '@/ui/mark';
import { usePairsWaiting, useWaiting } from '../cashier/queue/cashier-tabs';
import { useWords } from '../i18n';
import { inboxStore } from '../inbox/inbox';
import { closePanel, togglePanel, usePanel } from '../panel/place';
import { openSection, type Section } from '../place';
import { Initial } from '../ui/initial';
import type { DeskProps } from './desk-props';
import { roleName } from './role-name';

/** The desk's own column, where the screen is wide enough for one. */
export function Rail({ me, role, work, section }: DeskProps) {
  const { say } = useWords();
  return (
    <nav
      aria-label={say('rail.label')}
      className="flex w-52 shrink-0 flex-col bg-wallet-deep p-3 text-wallet-ink max-[1179px]:hidden"
    >
      <p className="flex items-center gap-3 px-2 pt-2 pb-5">
        <Mark bare className="h-9" />
        <span className="min-w-0">
          <span className="block text-h3 leading-6 font-bold">{say('app')}</span>
          <span className="block text-micro text-wallet-ink-2">{say('desk')}</span>
        </span>
      </p>
      <Sections work={work} section={section} />
      <span className="flex-1" />
      <MeButton me={me} role={role} />
    </nav>
  );
}

/** The sections that this operator's role works in. */
function Sections({ work, section }: Pick<DeskProps, 'work' | 'section'>) {
  const { say } = useWords();
  const panel = usePanel();
  const unread = usePart(inboxStore, ({ inbox }) => inbox.unread);
  const waiting = useWaiting();
  const pairs = usePairsWaiting();
  const go = (next: Section) => {
    // The chats' own button also closes the panel that lies over them.
    closePanel();
    if (next !== section) openSection(next);
  };
  const is = (which: Section) => section === which && panel !== 'canned' && panel !== 'me';
  return (
    <>
      {work.includes('inbox') && (
        <RailButton icon={MessageCircle} isCurrent={is('inbox')} onClick={() => go('inbox')} count={unread}>
          {say('inbox.title')}
        </RailButton>
      )}
      {section === 'inbox' && (
        <RailButton
          icon={MessageSquareText}
          isCurrent={panel === 'canned'}
          onClick={() => togglePanel('canned')}
        >
          {say('canned.title')}
        </RailButton>
      )}
      {work.includes('queue') && (
        <RailButton icon={WalletMinimal} isCurrent={is('queue')} onClick={() => go('queue')} count={waiting}>
          {say('cash.title')}
        </RailButton>
      )}
      {work.includes('pairs') && (
        <RailButton icon={UsersRound} isCurrent={is('pairs')} onClick={() => go('pairs')} count={pairs}>
          {say('cash.tab.pairs')}
        </RailButton>
      )}
      {work.includes('log') && (
        <RailButton icon={History} isCurrent={is('log')} onClick={() => go('log')}>
          {say('cash.log.title')}
        </RailButton>
      )}
    </>
  );
}

/** The operator's name and role. Opens their own panel. */
function MeButton({ me, role }: Pick<DeskProps, 'me' | 'role'>) {
  const { say } = useWords();
  const panel = usePanel();
  return (
    <button
      type="button"
      aria-pressed={panel === 'me'}
      onClick={() => togglePanel('me')}
      className="press flex min-h-14 items-center gap-3 rounded-button bg-wallet px-3 py-2 text-left outline-wallet-ink"
    >
      <Initial name={me} className="size-9" />
      <span className="min-w-0">
        <span className="sr-only">{say('panel.me')}: </span>
        <span className="block truncate py-px font-semibold">
          <bdi>{me}</bdi>
        </span>
        <span className="block text-micro text-wallet-ink-2">{roleName(role, say)}</span>
      </span>
    </button>
  );
}

interface RailButtonProps {
  icon: LucideIcon;
  isCurrent: boolean;
  onClick: () => void;
  count?: number;
  children: string;
}

function RailButton({ icon: Icon, isCurrent, onClick, count = 0, children }: RailButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isCurrent}
      onClick={onClick}
      className={cx(
        'press mb-1 flex min-h-11 items-center gap-3 rounded-field px-3 text-left outline-wallet-ink',
        isCurrent ? 'bg-wallet font-semibold' : 'text-wallet-ink-2',
      )}
    >
      <Icon className="size-5 shrink-0" strokeWidth={1.9} aria-hidden="true" />
      <span className="min-w-0 flex-1">{children}</span>
      {count > 0 && (
        <span className="grid h-5.5 min-w-5.5 place-items-center rounded-[8px] bg-yolk px-1.5 text-micro font-bold text-yolk-ink">
          {count}
        </span>
      )}
    </button>
  );
}
