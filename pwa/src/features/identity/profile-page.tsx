import {
  ChevronRight,
  Download,
  Headset,
  KeyRound,
  LockKeyhole,
  MonitorSmartphone,
  PenLine,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { BankAccount, Profile } from '@/data/api/types';
import { useHome } from '@/data/domains/wallet/use-home';
import '@/i18n/account-texts';
import { bankName } from '@/i18n/bank-name';
import { useLocale } from '@/i18n/locales';
import { showSheet } from '@/nav/sheets';
import { BankTile } from '@/ui/bank-tile';
import { Button } from '@/ui/button';
import { Card, Fact, StitchedCard } from '@/ui/card';
import { CopyIcon } from '@/ui/copy-button';
import { EmptyState } from '@/ui/empty-state';
import { groupAccount, groupPhone } from '@/ui/format/digits';
import { formatDate } from '@/ui/format/time';
import { SectionTitle, useFocusOnArrival } from '@/ui/heading';
import { SkeletonRows } from '@/ui/skeleton';
import { isNameEditOffered } from './account-name';
import { cleanLine } from '@/data/kit/typed/written';

interface ProfilePageProps {
  /** Absent if the app is installed, or if this phone cannot install it. */
  onInstall?: () => void;
  /** The deposits, withdrawals and limits. */
  money: ReactNode;
  /** True while the figures load. Nothing is drawn below them then, since they would move it. */
  isMoneyLoading: boolean;
  /** The choices of theme and language, which the shell provides. */
  preferences: ReactNode;
  contactLink: (words: ReactNode) => ReactNode;
}

export function ProfilePage(props: ProfilePageProps) {
  const { t } = useTranslation('account');
  const { data, loading } = useHome();
  const title = useFocusOnArrival<HTMLHeadingElement>();
  const { profile, bankAccount } = data ?? {};
  const canShowRest = (Boolean(profile) || !loading) && !props.isMoneyLoading;
  return (
    <div className="space-y-5 pt-2">
      {profile ? (
        <ProfileHead profile={profile} />
      ) : (
        <h1 ref={title} tabIndex={-1} className="pl-1 text-h1 font-bold">
          {t('profile.title')}
        </h1>
      )}
      {!profile && !loading && (
        <EmptyState title={t('profile.missing')}>{t('profile.missingText')}</EmptyState>
      )}
      {profile && <ProfileFacts profile={profile} />}
      {bankAccount && <BankCard account={bankAccount} contactLink={props.contactLink} />}
      {!canShowRest && <SkeletonRows />}
      {canShowRest && props.money}
      {canShowRest && <DeviceSection {...props} />}
    </div>
  );
}

function DeviceSection({ preferences, onInstall }: Pick<ProfilePageProps, 'preferences' | 'onInstall'>) {
  const { t } = useTranslation('account');
  return (
    <section>
      <SectionTitle>{t('profile.device')}</SectionTitle>
      <Card className="space-y-3 p-4">{preferences}</Card>
      <div className="mt-3">
        <StitchedCard>
          <Row icon={KeyRound} onClick={() => showSheet('passkeys')}>
            {t('profile.passkeys')}
          </Row>
          <Row icon={MonitorSmartphone} onClick={() => showSheet('sessions')}>
            {t('profile.sessions')}
          </Row>
          {onInstall && (
            <Row icon={Download} onClick={onInstall}>
              {t('profile.install')}
            </Row>
          )}
        </StitchedCard>
      </div>
      <p className="mt-4 text-center text-small text-ink-2">
        {t('profile.version', { version: __APP_VERSION__ })}
      </p>
    </section>
  );
}

function ProfileHead({ profile }: { profile: Profile }) {
  const { t } = useTranslation('account');
  const title = useFocusOnArrival<HTMLHeadingElement>();
  const [initial] = cleanLine(profile.name);
  return (
    <div className="flex items-center gap-4 pl-1">
      <span
        className="grid size-17 shrink-0 place-items-center rounded-wallet bg-tile-pink text-h1 font-bold text-tile-pink-icon"
        aria-hidden="true"
      >
        {initial}
      </span>
      <div className="min-w-0">
        <h1 ref={title} tabIndex={-1} className="text-h1 font-bold">
          <bdi>{profile.name}</bdi>
        </h1>
        <p className="text-small text-ink-2">{t('profile.since', { date: formatDate(profile.createdAt) })}</p>
      </div>
    </div>
  );
}

function ProfileFacts({ profile }: { profile: Profile }) {
  const { t } = useTranslation('account');
  return (
    <StitchedCard>
      <Fact label={t('profile.id')} action={<CopyIcon text={profile._id} label={t('profile.copyId')} />}>
        {profile._id}
      </Fact>
      <Fact label={t('profile.username')}>{groupPhone(profile.username)}</Fact>
      <Fact
        label={t('password', { ns: 'identity' })}
        action={
          <Button
            variant="tonal"
            icon={LockKeyhole}
            aria-label={`${t('profile.change')} ${t('password', { ns: 'identity' })}`}
            onClick={() => showSheet('password')}
          >
            {t('profile.change')}
          </Button>
        }
      >
        <span aria-hidden="true">••••••••</span>
      </Fact>
    </StitchedCard>
  );
}

interface BankCardProps {
  account: BankAccount;
  contactLink: ProfilePageProps['contactLink'];
}

/** Shows the bank by its Thai name, as on the passbook, and in the member's language. */
function BankCard({ account, contactLink }: BankCardProps) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  return (
    <section>
      <SectionTitle>{t('profile.bank')}</SectionTitle>
      <StitchedCard>
        <div className="flex items-center gap-3 py-4">
          <BankTile code={account.bankCode} />
          <div className="min-w-0">
            {locale !== 'th' && <p className="font-semibold">{bankName(account.bank, locale)}</p>}
            <p lang="th" className={locale === 'th' ? 'font-semibold' : 'text-small text-ink-2'}>
              {account.bank.nameTH}
            </p>
            <p className="text-small text-ink-2">
              <bdi>{account.bankAccountName}</bdi>
            </p>
          </div>
        </div>
        {isNameEditOffered(account) && (
          <div className="py-3">
            <p className="mb-2 text-small text-ink-2">{t('profile.fixNameWhy')}</p>
            <Button variant="tonal" block icon={PenLine} onClick={() => showSheet('bank-name')}>
              {t('profile.fixName')}
            </Button>
          </div>
        )}
        <Fact
          label={t('profile.accountNo')}
          action={<CopyIcon text={account.bankAccountNo} label={t('profile.copyAccountNo')} />}
        >
          <span className="text-h2 font-semibold">{groupAccount(account.bankAccountNo)}</span>
        </Fact>
      </StitchedCard>
      <p className="mt-3 flex items-center gap-3 px-1 text-small text-ink-2">
        <Headset className="size-5 shrink-0" aria-hidden="true" />
        <span>
          <Trans t={t} i18nKey="profile.otherAccount" components={{ a: <LinkSlot render={contactLink} /> }} />
        </span>
      </p>
    </section>
  );
}

function Row({
  icon: Icon,
  onClick,
  children,
}: {
  icon: LucideIcon;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="press flex min-h-14 w-full items-center gap-3 text-left"
    >
      <Icon className="size-5.5 text-ink-2" aria-hidden="true" />
      <span className="flex-1">{children}</span>
      <ChevronRight className="size-5 text-ink-2" aria-hidden="true" />
    </button>
  );
}

/** Lets a translation wrap part of its text in a link. */
function LinkSlot({ render, children }: { render: (words: ReactNode) => ReactNode; children?: ReactNode }) {
  return <>{render(children)}</>;
}
