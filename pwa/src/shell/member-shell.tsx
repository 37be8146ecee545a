import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useLayoutEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showSheet } from '@/nav/sheets';
import { IconButton } from '@/ui/icon-button';
import { Mark } from '@/ui/mark';
import { useCurrency } from '@/data/domains/wallet/use-home';
import { countIn } from '@/i18n/unit';
import { setAmountRules } from '@/ui/format/typed-amount';
import { MemberBar } from './bottom-bar';
import { Frame } from './frame';
import { LanguagePill } from './language-pill';
import { nameClass, useAppName } from './app-name';

export function MemberShell({ children }: { children: ReactNode }) {
  useApplyCurrency();
  return (
    <Frame bar={<MemberBar />}>
      <div className="mx-auto w-full max-w-[480px] px-4 pt-2 pb-36">
        <TopBar />
        <main id="content" className="pt-1">
          {children}
        </main>
      </div>
    </Frame>
  );
}

/** A bar of 52 px, not sticky: logo and name, language, logout. */
function TopBar() {
  const { t } = useTranslation();
  const name = useAppName();
  return (
    <header className="flex min-h-13 items-center gap-2">
      <Link to="/user/home" className="press flex min-h-11 min-w-0 items-center gap-2.5 rounded-field pr-2">
        <Mark className="size-8 shrink-0" />
        <span className={nameClass}>
          <bdi>{name}</bdi>
        </span>
      </Link>
      <LanguagePill className="ml-auto bg-surface shadow-e1" />
      <IconButton
        icon={LogOut}
        label={t('logout.title')}
        aria-haspopup="dialog"
        onClick={() => showSheet('logout')}
        iconClass="size-5"
        className="-mr-2.5 text-ink-2"
      />
    </header>
  );
}

/**
 * For each currency, the country that uses it, and the maximum number of digits of a whole amount. More
 * digits are a typing mistake.
 */
const AMOUNT_RULES = {
  BAHT: { country: 'th', digits: 7 },
  LAK: { country: 'lo', digits: 10 },
} as const;

/** Sets the member's currency for all screens. */
function useApplyCurrency(): void {
  const currency = useCurrency();
  useLayoutEffect(() => {
    countIn(currency);
    setAmountRules(AMOUNT_RULES[currency].country, AMOUNT_RULES[currency].digits);
  }, [currency]);
}
