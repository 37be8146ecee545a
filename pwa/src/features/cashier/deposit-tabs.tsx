import { Coffee, Gauge, Gift, Landmark, QrCode, Upload, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import type { Announced, DepositMethods, QrState } from '@/data/domains/cash/types';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { BalanceLine } from '@/money/balance-line';
import { CareRow } from '@/money/care-notice';
import { showSheetOver } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import { Tabs, type Tab } from '@/ui/tabs';
import type { DepositBank } from '@/data/api/types';
import { bankName } from '@/i18n/bank-name';
import { useLocale } from '@/i18n/locales';
import { BankTile } from '@/ui/bank-tile';
import { Card } from '@/ui/card';
import { AnnounceCard, AnnouncedBanner } from './announce-card';
import { BankPanel } from './bank-panel';
import {
  findGatewayAccount,
  listClosedEntries,
  groupEntries,
  findLapnetAccount,
  listOpenMethods,
  type ChangeDraft,
  type DepositDraft,
  type DepositMethod,
} from './deposit-draft';
import { GiftFooter, GiftPanel, isPaidByTransfer } from './gift-panel';
import { LapnetPanel } from './qr/lapnet-panel';
import { QrFooter } from './qr/qr-footer';
import { QrPanel } from './qr/qr-panel';
import { chooseGateway, type GatewayChoice } from './qr/qr-rules';
import { useRequestedGateway } from './qr/use-qr-outcome';

interface DepositTabsProps {
  lookup: DepositMethods;
  asOf: Date | null;
  draft: DepositDraft;
  change: ChangeDraft;
  live: QrState | undefined;
  announced: Announced | undefined;
  onAnnounce: () => void;
  onQr: (qr: QrState) => void;
}

export function DepositTabs(props: DepositTabsProps) {
  const { lookup, draft, change } = props;
  const { t } = useTranslation('cashier');
  const names = useMethodNames(lookup);
  const open = listOpenMethods(lookup, groupEntries(lookup));
  const openMethod = draft.method && open.includes(draft.method) ? draft.method : open[0];
  const choice = useChoice(props);
  const tabs: Tab<DepositMethod>[] = open.map((id) => ({
    id,
    ...names[id],
    panel: <Panel openMethod={id} choice={choice} {...props} />,
  }));
  return (
    <SheetPage
      title={t('deposit.title')}
      footer={openMethod && <Footer openMethod={openMethod} choice={choice} {...props} />}
    >
      <BalanceLine className="px-1 pb-3" />
      {tabs.length === 0 ? (
        <EmptyState title={t('deposit.none')}>{t('deposit.noneText')}</EmptyState>
      ) : (
        <Tabs
          label={t('deposit.ways')}
          tabs={tabs}
          value={openMethod}
          onChange={(next) => change({ method: next, refused: undefined })}
        />
      )}
    </SheetPage>
  );
}

/** Returns the gateway that the member or the app chose, and the gateway with a request under way. */
function useChoice({ lookup: { qr: offers = [] }, draft }: DepositTabsProps): GatewayChoice {
  const requested = useRequestedGateway();
  return { ...chooseGateway(offers, draft.qrAmount, draft.provider, draft.failed), requested };
}

interface MethodProps extends DepositTabsProps {
  openMethod: DepositMethod;
  choice: GatewayChoice;
}

function Panel(props: MethodProps) {
  const { t: cash } = useTranslation('cash');
  return (
    <div className="space-y-4">
      <MethodPanel {...props} />
      <CareRow icon={Gauge} onOpen={() => showSheetOver('limits')}>
        {cash('ways.limits')}
      </CareRow>
      <CareRow icon={Coffee} onOpen={() => showSheetOver('break')}>
        {cash('ways.break')}
      </CareRow>
    </div>
  );
}

function MethodPanel({
  openMethod,
  choice,
  lookup,
  asOf,
  draft,
  change,
  live,
  announced,
  onAnnounce,
  onQr,
}: MethodProps) {
  const { offline } = useConnection();
  if (openMethod === 'wallet') return <GiftPanel wallets={lookup.wallets} draft={draft} change={change} />;
  if (openMethod === 'qr') {
    const { qr: entries } = groupEntries(lookup);
    const offers = lookup.qr ?? [];
    const lapnet = findLapnetAccount(lookup.banks);
    return (
      <>
        {lapnet && <LapnetPanel account={lapnet} draft={draft} change={change} />}
        {choice.offer && (
          <QrPanel
            offers={offers}
            paused={lookup.qrPaused ?? []}
            choice={choice}
            account={findGatewayAccount(choice.offer, entries)}
            live={live}
            draft={draft}
            change={change}
            onOpen={onQr}
          />
        )}
        <ClosedEntries entries={listClosedEntries(entries, offers)} />
      </>
    );
  }
  return (
    <BankPanel
      accounts={groupEntries(lookup).bank}
      isPlain={lookup.isManual}
      isKip={isKip(lookup)}
      oldSince={offline ? asOf : null}
      announcedBanner={announced && <AnnouncedBanner announced={announced} />}
    >
      <AnnounceCard onOpen={onAnnounce} />
    </BankPanel>
  );
}

/** Shows the main button of the open tab at the bottom of the sheet. */
function Footer({ openMethod, choice, lookup, draft, change, onQr }: MethodProps) {
  const { t } = useTranslation('cashier');
  if (openMethod === 'qr')
    return choice.offer && <QrFooter choice={choice} draft={draft} change={change} onQr={onQr} />;
  if (openMethod === 'wallet')
    return (
      !isPaidByTransfer(lookup.wallets) && (
        <GiftFooter wallets={lookup.wallets} link={draft.link} change={change} />
      )
    );
  // The slip verifier cannot check slips of Lao banks.
  if (isKip(lookup)) return null;
  return (
    <Button variant="tonal" block icon={Upload} onClick={() => showSheetOver('slips')}>
      {t('deposit.uploadSlip')}
    </Button>
  );
}

const isKip = ({ banks }: DepositMethods) => banks.some(({ currency }) => currency === 'LAK');

function useMethodNames({
  wallets,
}: DepositMethods): Record<DepositMethod, Pick<Tab<DepositMethod>, 'label' | 'icon'>> {
  const { t } = useTranslation('cashier');
  const { t: cash } = useTranslation('cash');
  return {
    bank: { label: t('deposit.bank'), icon: Landmark },
    qr: { label: cash('ways.qr'), icon: QrCode },
    wallet: isPaidByTransfer(wallets)
      ? { label: cash('ways.wallet'), icon: Wallet }
      : { label: cash('ways.gift'), icon: Gift },
  };
}

/** Shows the accounts that can be paid only by QR and whose gateway is closed. */
function ClosedEntries({ entries }: { entries: readonly DepositBank[] }) {
  const { t } = useTranslation('cash');
  const locale = useLocale();
  return entries.map((entry) => (
    <Card key={entry.bankCode + entry.bankAccountNo} className="flex flex-wrap items-center gap-3 p-4">
      <BankTile code={entry.bankCode} />
      <div className="min-w-0 flex-[1_1_7.5em]">
        <p className="font-semibold">{bankName(entry.bank, locale)}</p>
        <p className="text-small text-ink-2">
          <bdi>{entry.bankAccountName}</bdi>
        </p>
        <p className="text-small text-ink-2">{t('qr.closed')}</p>
      </div>
    </Card>
  ));
}
