import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import { useLiveQr } from '@/data/domains/cash/qr';
import { dropSharedGift, claimSharedGift } from '@/data/domains/cash/shared-gift';
import { qrProviders, type Announced, type DepositMethods, type QrState } from '@/data/domains/cash/types';
import { nameOf } from '@/data/engine/commands/commands';
import { useCommand, usePasswordRequired } from '@/data/engine/commands/use-command';
import { useResource } from '@/data/engine/resources/use-resource';
import { satangOf } from '@/data/kit/satang';
import { getSession, resolveMember } from '@/data/session/token';
import '@/i18n/cash-texts';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { AnnounceStep } from './announce-step';
import { useDepositDraft, changesAfterFailure, type ChangeDraft } from './deposit-draft';
import { DepositTabs } from './deposit-tabs';
import { GiftResult } from './gift-result';
import { CareNotice } from '@/money/care-notice';
import { PasswordStep } from '@/money/password-step';
import { QrStep } from './qr/qr-step';

type Step = { name: 'tabs' } | { name: 'announce' } | { name: 'qr'; qr: QrState };

/** Shows all deposit methods. A QR, an announcement or a result replaces the tabs. */
export default function DepositSheet() {
  const { data, asOf, loading } = useResource('deposit');
  const methods: DepositMethods | undefined = data;
  const live = useLiveQr(qrProviders);
  const [step, setStep] = useState<Step>({ name: 'tabs' });
  const [draft, change] = useDepositDraft();
  const [announced, setAnnounced] = useState<Announced>();
  const gift = useCommand('redeemGift');
  const commandToConfirm = usePasswordCommand(step);
  const { data: care } = useResource('care');
  // Members often return for a QR that waits for payment, so its tab opens first. The tab stays open when the
  // QR ends.
  if (live && !draft.method) change({ method: 'qr' });
  useSharedGift(change);
  const showTabs = () => {
    change({ refused: undefined });
    setStep({ name: 'tabs' });
  };
  const showQr = (qr: QrState) => {
    change({ method: 'qr', failed: [] });
    setStep({ name: 'qr', qr });
  };

  if (care?.closed) return <Closed />;
  if (commandToConfirm) return <PasswordStep name={commandToConfirm} />;
  if (gift.at === 'done') return <GiftResult firstLine={gift.response.statement} />;
  if (step.name === 'announce') {
    const onDone = (response: Announced) => {
      setAnnounced(response);
      change({ announceAmount: undefined });
      showTabs();
    };
    return <AnnounceStep draft={draft} change={change} onDone={onDone} onBack={showTabs} />;
  }
  if (step.name === 'qr') {
    const onNone = () => {
      change({ ...changesAfterFailure(draft, step.qr.provider), qrAmount: satangOf(step.qr.amount) });
      showTabs();
    };
    return <QrStep key={step.qr.qrcodeId} qr={step.qr} onBack={showTabs} onQr={showQr} onNone={onNone} />;
  }
  if (!methods) return <SheetPlaceholder waiting={loading} />;
  return (
    <DepositTabs
      lookup={methods}
      asOf={asOf}
      draft={draft}
      change={change}
      live={live}
      announced={announced}
      onAnnounce={() => setStep({ name: 'announce' })}
      onQr={showQr}
    />
  );
}

/**
 * Fills in a gift link that another app shared with this one; the member then redeems it. Closing the sheet
 * discards the link, unless the session ended first.
 */
function useSharedGift(change: ChangeDraft): void {
  const offerLink = useEffectEvent((link: string) => change({ method: 'wallet', link, sharedLink: link }));
  useEffect(() => {
    let isOffered = false;
    const offerShared = async () => {
      const member = await resolveMember();
      const link = member && (await claimSharedGift(member.memberId));
      if (!link) return;
      isOffered = true;
      offerLink(link);
    };
    void offerShared().catch(() => {});
    return () => {
      if (isOffered && getSession()) void dropSharedGift().catch(() => {});
    };
  }, []);
}

/** Shown while the member takes a break, which closes deposits. */
function Closed() {
  const { t } = useTranslation('cashier');
  return (
    <SheetPage title={t('deposit.title')}>
      <CareNotice />
    </SheetPage>
  );
}

function SheetPlaceholder({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation('cashier');
  return (
    <SheetPage title={t('deposit.title')}>
      {waiting ? (
        <SkeletonRows rows={6} />
      ) : (
        <EmptyState title={t('deposit.offline')}>{t('deposit.offlineText')}</EmptyState>
      )}
    </SheetPage>
  );
}

/** Returns the name of the command that waits for the member's password, if any. */
function usePasswordCommand(step: Step): string | undefined {
  return usePasswordRequired([
    nameOf('announce'),
    nameOf('redeemGift'),
    ...qrProviders.map((each) => nameOf('createQr', each)),
    nameOf('cancelQr', step.name === 'qr' ? step.qr.qrcodeId : ''),
  ]);
}
