import { CloudOff, Clock, ShieldCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import type { DepositBank } from '@/data/api/types';
import { useHome } from '@/data/domains/wallet/use-home';
import { useResource } from '@/data/engine/resources/use-resource';
import { bankName } from '@/i18n/bank-name';
import { useLocale } from '@/i18n/locales';
import { BankTile } from '@/ui/bank-tile';
import { Banner } from '@/ui/banner';
import { Card } from '@/ui/card';
import { Chip } from '@/ui/chip';
import { CopyButton, CopyIcon } from '@/ui/copy-button';
import { computeFontSize } from '@/ui/font-size';
import { groupAccount } from '@/ui/format/digits';
import { formatDateTime } from '@/ui/format/time';
import { Stitch } from '@/ui/stitch';
import { useDuration } from '@/money/duration';

/** The server's default for the maximum age of a slip: one hour. */
const SLIP_WITHIN_MINUTES = 60;

interface BankPanelProps {
  accounts: DepositBank[];
  /** Operators credit these deposits by hand, so no account is labelled as automatic. */
  isPlain: boolean;
  /** The server learns of kip transfers only from the bank's report: there are no slips to upload. */
  isKip: boolean;
  /** The banner of the last announcement, shown at the top. */
  announcedBanner: ReactNode;
  /** When the cached accounts were fetched, while the app is offline; null otherwise. */
  oldSince: Date | null;
  children: ReactNode;
}

/**
 * Shows the accounts to transfer to. Says that the money must come from the member's own account, and offers
 * help if a deposit is not credited.
 */
export function BankPanel({ accounts, isPlain, isKip, oldSince, announcedBanner, children }: BankPanelProps) {
  return (
    <div className="space-y-3 short:space-y-2">
      {announcedBanner}
      {oldSince && <OldAccounts asOf={oldSince} />}
      <OwnAccountOnly />
      <BankSection accounts={accounts} isPlain={isPlain} />
      {isKip ? <KipTiming /> : <Timing />}
      {children}
    </div>
  );
}

/** Warns that the accounts are cached: money must never be sent to an account that has changed since. */
function OldAccounts({ asOf }: { asOf: Date }) {
  const { t } = useTranslation('cashier');
  const { t: ui } = useTranslation('ui');
  return (
    <Banner tone="pending" icon={CloudOff}>
      {t('deposit.old', { asOf: ui('asOf', { time: formatDateTime(asOf).slice(0, 16) }) })}
    </Banner>
  );
}

function BankSection({
  accounts: [first, ...others],
  isPlain,
}: Pick<BankPanelProps, 'accounts' | 'isPlain'>) {
  return (
    <>
      {first && <MainAccount account={first} isPlain={isPlain} />}
      {others.map((account) => (
        <OtherAccount key={account.bankCode + account.bankAccountNo} account={account} />
      ))}
    </>
  );
}

/**
 * Shows the account number in large grouped digits, so that it can be read out to another phone, with one
 * copy button.
 */
function MainAccount({ account, isPlain }: { account: DepositBank; isPlain: boolean }) {
  const { t } = useTranslation('cashier');
  const locale = useLocale();
  return (
    <Card className="p-4 short:py-3">
      <div className="flex flex-wrap items-center gap-3">
        <BankTile code={account.bankCode} />
        <div className="min-w-0 flex-[1_1_7em]">
          <p className="font-semibold">{bankName(account.bank, locale)}</p>
          <p className="text-small text-ink-2">
            <bdi>{account.bankAccountName}</bdi>
          </p>
        </div>
        {account.mode === 'AUTO' && !isPlain && (
          <Chip tone="success" icon={null}>
            {t('deposit.auto')}
          </Chip>
        )}
      </div>
      <Stitch className="my-4 short:my-1" />
      <p className="text-small text-ink-2 short:sr-only">{t('deposit.accountNo')}</p>
      <p data-destination="" className="mb-3 short:mb-2 text-figures font-bold whitespace-nowrap select-all">
        <span style={{ fontSize: computeFontSize(groupAccount(account.bankAccountNo)) }}>
          {groupAccount(account.bankAccountNo)}
        </span>
      </p>
      <CopyButton text={account.bankAccountNo} label={t('deposit.copy')} />
    </Card>
  );
}

function OtherAccount({ account }: { account: DepositBank }) {
  const { t } = useTranslation('cashier');
  const bank = bankName(account.bank, useLocale());
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <BankTile code={account.bankCode} />
      <div className="min-w-0 flex-[1_1_7.5em]">
        <p className="font-semibold">{bank}</p>
        <p className="text-small text-ink-2">
          <bdi>{account.bankAccountName}</bdi>
        </p>
        <p className="font-medium whitespace-nowrap select-all">{groupAccount(account.bankAccountNo)}</p>
      </div>
      <div className="ml-auto">
        <CopyIcon text={account.bankAccountNo} label={t('deposit.copyOf', { bank })} />
      </div>
    </Card>
  );
}

/** Shown first, because a deposit from another person's account cannot be matched to the member. */
function OwnAccountOnly() {
  const { t } = useTranslation('cashier');
  const locale = useLocale();
  const account = useHome().data?.bankAccount;
  return (
    <NoteLine icon={ShieldCheck}>
      {account ? (
        <Trans
          t={t}
          i18nKey="deposit.own"
          values={{ bank: bankName(account.bank, locale), tail: account.bankAccountNo.slice(-4) }}
          components={{ b: <b className="font-semibold text-ink" /> }}
        />
      ) : (
        t('deposit.ownUnknown')
      )}
    </NoteLine>
  );
}

function Timing() {
  const { t } = useTranslation('cashier');
  const duration = useDuration();
  const minutes = useResource('slip').data?.withinMinutes ?? SLIP_WITHIN_MINUTES;
  return <NoteLine icon={Clock}>{t('deposit.timing', { within: duration(minutes) })}</NoteLine>;
}

function KipTiming() {
  const { t } = useTranslation('cashier');
  return <NoteLine icon={Clock}>{t('deposit.timingKip')}</NoteLine>;
}

function NoteLine({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex gap-3 px-1 text-small text-ink-2">
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
