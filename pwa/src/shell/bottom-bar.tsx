import { Link, type LinkProps } from '@tanstack/react-router';
import { Headset, House, Play, ReceiptText, ScrollText, User, UserPlus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showSheet } from '@/nav/sheets';
import { cx } from '@/ui/cx';
import { Mark } from '@/ui/mark';

/**
 * The classes of an item; the bar has four or five. Its text grows with the user's text size as far as the
 * column allows.
 */
const item =
  'press relative flex min-h-16 flex-col items-center justify-center gap-0.5 text-[min(0.78125rem,3.9vw)] leading-[1.52]';
const resting = 'font-medium text-ink-2';
const current =
  'font-semibold text-brand-text before:absolute before:top-0 before:h-0.75 before:w-7 before:rounded-b-full before:bg-brand-text';

function Bar({ label, columns, children }: { label: string; columns: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 isolate z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <div className={cx('mx-auto grid max-w-[480px]', columns)}>{children}</div>
    </nav>
  );
}

interface BarLinkProps {
  to: LinkProps['to'];
  icon: LucideIcon;
  children: string;
}

function BarLink({ to, icon: Icon, children }: BarLinkProps) {
  return (
    <Link
      to={to}
      className={item}
      activeProps={{ className: current }}
      inactiveProps={{ className: resting }}
    >
      <Icon className="size-5.5" strokeWidth={1.9} aria-hidden="true" />
      {children}
    </Link>
  );
}

export function PublicBar() {
  const { t } = useTranslation();
  return (
    <Bar label={t('nav.public')} columns="grid-cols-4">
      <BarLink to="/login" icon={House}>
        {t('nav.start')}
      </BarLink>
      <BarLink to="/register" icon={UserPlus}>
        {t('nav.register')}
      </BarLink>
      <BarLink to="/howto" icon={Play}>
        {t('nav.howto')}
      </BarLink>
      <BarLink to="/contact" icon={Headset}>
        {t('nav.contact')}
      </BarLink>
    </Bar>
  );
}

export function MemberBar() {
  const { t } = useTranslation();
  return (
    <Bar label={t('nav.member')} columns="grid-cols-5">
      <BarLink to="/user/profile" icon={User}>
        {t('nav.profile')}
      </BarLink>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => showSheet('conditions')}
        className={cx(item, resting)}
      >
        <ScrollText className="size-5.5" strokeWidth={1.9} aria-hidden="true" />
        {t('nav.conditions')}
      </button>
      <HomeDisc label={t('nav.home')} />
      <BarLink to="/user/statement" icon={ReceiptText}>
        {t('nav.statement')}
      </BarLink>
      <BarLink to="/user/contact" icon={Headset}>
        {t('nav.contact')}
      </BarLink>
    </Bar>
  );
}

/** The link home: the logo on the wallet's green, without text. The bar's outline curves around it. */
function HomeDisc({ label }: { label: string }) {
  return (
    <Link
      to="/user/home"
      aria-label={label}
      className="press relative -top-5 grid size-16 place-items-center justify-self-center rounded-full bg-wallet"
    >
      <span
        className="absolute -inset-1.5 -z-10 rounded-full bg-line [clip-path:inset(0_0_50px)]"
        aria-hidden="true"
      />
      <span className="absolute -inset-[5px] -z-10 rounded-full bg-surface" aria-hidden="true" />
      <Mark bare className="h-11 w-9" />
    </Link>
  );
}
