import { MessageSquareText } from 'lucide-react';
import { IconButton } from '@/ui/icon-button';
import { Mark } from '@/ui/mark';
import { cx } from '@/ui/cx';
import { useTexts } from '../i18n';
import { closePanel, togglePanel } from '../panel/open-panel';
import { openSection, useSection } from '../router';
import { useOperator, sectionsOfOperator } from '../session';
import { Initial } from '../ui/initial';
import { SECTIONS } from './sections';

/** Shows the contents of the rail on narrow screens. */
export function TopBar() {
  const { t } = useTexts();
  const section = useSection();
  const operator = useOperator();
  const sections = sectionsOfOperator(operator);
  return (
    <div className="flex min-h-13 shrink-0 items-center gap-2.5 bg-wallet-deep pr-2 pl-4 text-wallet-ink min-[1180px]:hidden">
      <Mark bare className="h-7" />
      <p className="min-w-0 flex-1 truncate py-px font-semibold">
        <span className="max-[420px]:sr-only">{t('desk')}</span>
      </p>
      {sections.length > 1 &&
        sections.map((each) => (
          <IconButton
            key={each}
            icon={SECTIONS[each].icon}
            label={t(SECTIONS[each].name)}
            aria-pressed={each === section}
            onClick={() => {
              closePanel();
              void openSection(each);
            }}
            className={cx('outline-wallet-ink', each === section && 'bg-wallet')}
            iconClass="size-5"
          />
        ))}
      {section === 'inbox' && (
        <IconButton
          icon={MessageSquareText}
          label={t('canned.title')}
          onClick={() => togglePanel('canned')}
          className="outline-wallet-ink"
          iconClass="size-5"
        />
      )}
      <button
        type="button"
        aria-label={t('rail.me', { name: operator.username })}
        onClick={() => togglePanel('me')}
        className="press grid size-11 shrink-0 place-items-center outline-wallet-ink"
      >
        <Initial name={operator.username} className="size-8" />
      </button>
    </div>
  );
}
