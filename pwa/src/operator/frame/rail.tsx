import { MessageSquareText, type LucideIcon } from 'lucide-react';
import { Fragment } from 'react';
import { cx } from '@/ui/cx';
import { Mark } from '@/ui/mark';
import { useTexts } from '../i18n';
import { closePanel, togglePanel, usePanel } from '../panel/open-panel';
import { openSection, useSection } from '../router';
import { useOperator, sectionsOfOperator, type Section } from '../session';
import { Initial } from '../ui/initial';
import { useCount } from './counts';
import { roleName } from './role-name';
import { SECTIONS } from './sections';

/** The navigation column of wide screens. */
export function Rail() {
  const { t } = useTexts();
  return (
    <nav
      aria-label={t('rail.label')}
      className="flex w-52 shrink-0 flex-col bg-wallet-deep p-3 text-wallet-ink max-[1179px]:hidden"
    >
      <p className="flex items-center gap-3 px-2 pt-2 pb-5">
        <Mark bare className="h-9" />
        <span className="min-w-0">
          <span className="block text-h3 leading-6 font-bold">{t('app')}</span>
          <span className="block text-micro text-wallet-ink-2">{t('desk')}</span>
        </span>
      </p>
      <SectionButtons />
      <span className="flex-1" />
      <MeButton />
    </nav>
  );
}

/** Lists the operator's sections; canned replies are below the inbox. */
function SectionButtons() {
  const { t } = useTexts();
  const section = useSection();
  const panel = usePanel();
  return sectionsOfOperator(useOperator()).map((each) => (
    <Fragment key={each}>
      <SectionButton target={each} isCurrent={each === section && panel !== 'canned' && panel !== 'me'} />
      {each === 'inbox' && section === 'inbox' && (
        <RailButton
          icon={MessageSquareText}
          isCurrent={panel === 'canned'}
          onClick={() => togglePanel('canned')}
        >
          {t('canned.title')}
        </RailButton>
      )}
    </Fragment>
  ));
}

function SectionButton({ target, isCurrent }: { target: Section; isCurrent: boolean }) {
  const { t } = useTexts();
  const section = useSection();
  const { icon, name } = SECTIONS[target];
  const openTarget = () => {
    // The inbox button also closes a panel that covers the chats.
    closePanel();
    if (target !== section) void openSection(target);
  };
  return (
    <RailButton icon={icon} isCurrent={isCurrent} onClick={openTarget} count={useCount(target)}>
      {t(name)}
    </RailButton>
  );
}

/** The operator's name and role. Opens the operator's own panel. */
function MeButton() {
  const { t } = useTexts();
  const { username, role } = useOperator();
  const panel = usePanel();
  return (
    <button
      type="button"
      aria-pressed={panel === 'me'}
      onClick={() => togglePanel('me')}
      className="press flex min-h-14 items-center gap-3 rounded-button bg-wallet px-3 py-2 text-left outline-wallet-ink"
    >
      <Initial name={username} className="size-9" />
      <span className="min-w-0">
        <span className="sr-only">{t('panel.me')}: </span>
        <span className="block truncate py-px font-semibold">
          <bdi>{username}</bdi>
        </span>
        <span className="block text-micro text-wallet-ink-2">{roleName(role, t)}</span>
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
