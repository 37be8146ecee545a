import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '@/data/api/clock';
import type { DepositBank } from '@/data/api/types';
import type { QrOffer, QrProvider, QrState } from '@/data/cash/types';
import { isUnderWay } from '@/data/commands/machine';
import { useCommand } from '@/data/commands/useCommand';
import { refreshResource } from '@/data/resources/refresh';
import { useResource } from '@/data/resources/useResource';
import { satangOf } from '@/data/satang';
import { Amount } from '@/ui/amount';
import { AmountInput } from '@/ui/amount-input';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Countdown } from '@/ui/countdown';
import { typingOf } from '@/ui/format/typed-amount';
import { useCountdown } from '@/ui/use-countdown';
import { CheckingBanner } from '@/money/checking-banner';
import type { ChangeDraft, DepositDraft } from '../deposit-draft';
import { DepositRefused } from '../deposit-refused';
import { isTooLittle, leastOf } from './qr-rules';

interface QrPanelProps {
  offers: readonly QrOffer[];
  offer: QrOffer;
  /** Whose account the gateway pays into, where that is told. */
  account: DepositBank | undefined;
  live: QrState | undefined;
  draft: DepositDraft;
  change: ChangeDraft;
  onOpen: (qr: QrState) => void;
}

/** A section for each open gateway; the QR that waits to be paid stands above them all. */
export function QrPanel({ offers, offer, account, live, draft, change, onOpen }: QrPanelProps) {
  const { t } = useTranslation('cash');
  const state = useResource('qr', offer.provider).data;
  const money = useCommand('createQr', offer.provider);
  const [left, setLeft] = useState(false);
  useRefreshAll(offers);
  const min = typingOf(satangOf(leastOf(offer)));
  return (
    <div className="space-y-4">
      {live && <LiveCard qr={live} onOpen={() => onOpen(live)} />}
      {offers.length > 1 && (
        <Gateways
          offers={offers}
          value={offer.provider}
          disabled={isUnderWay(money)}
          onChange={(provider) => change({ provider, refused: undefined })}
        />
      )}
      {account && (
        <p className="px-1 text-small text-ink-2">{t('qr.into', { name: account.bankAccountName })}</p>
      )}
      <AmountInput
        label={t('amount')}
        unit={t('unit')}
        value={draft.qrAmount}
        onChange={(qrAmount) => {
          setLeft(false);
          change({ qrAmount, refused: undefined });
        }}
        onLeave={() => setLeft(true)}
        presets={offer.presets.map(satangOf)}
        hint={state?.timeLimit ? t('qr.hintTimed', { min, minutes: state.timeLimit }) : t('qr.hint', { min })}
        error={left && isTooLittle(offer, draft.qrAmount) ? t('minAmountMsg', { amount: min }) : undefined}
      />
      <CheckingBanner money={money} />
      <DepositRefused error={draft.refused} showsLimits />
    </div>
  );
}

/** Which of them has a QR is asked anew whenever the section comes up. */
function useRefreshAll(offers: readonly QrOffer[]): void {
  const providers = offers.map(({ provider }) => provider).join();
  useEffect(() => {
    for (const provider of providers.split(',')) void refreshResource('qr', provider as QrOffer['provider']);
  }, [providers]);
}

function LiveCard({ qr, onOpen }: { qr: QrState; onOpen: () => void }) {
  const { t } = useTranslation('cash');
  const left = useCountdown(qr.expireIn ? Date.parse(qr.expireIn) : 0, serverNow);
  if (qr.expireIn && left === 0) return null;
  return (
    <Card className="space-y-3 p-4">
      <div className="flex items-center justify-between gap-3">
        <div>
          <p className="text-small text-ink-2">{t('qr.live')}</p>
          <p className="text-h2 font-bold">
            <Amount value={qr.transferAmount} unit={t('unit')} unitClass="text-ink-2" />
          </p>
        </div>
        {qr.expireIn && (
          <Countdown
            small
            until={Date.parse(qr.expireIn)}
            now={serverNow}
            whole={qr.timeLimit * 60}
            label={t('qr.left')}
          />
        )}
      </div>
      <Button variant="tonal" block onClick={onOpen}>
        {t('qr.open')}
      </Button>
      <p className="text-small text-ink-2">{t('qr.liveText')}</p>
    </Card>
  );
}

interface GatewaysProps {
  offers: readonly QrOffer[];
  value: QrProvider;
  disabled: boolean;
  onChange: (provider: QrProvider) => void;
}

/** Which gateway makes the QR: native radios, as many in a row as there is room for. */
function Gateways({ offers, value, disabled, onChange }: GatewaysProps) {
  const { t } = useTranslation('cash');
  const name = useId();
  return (
    <fieldset disabled={disabled} className="flex flex-wrap gap-2">
      <legend className="mb-2 px-1 text-small text-ink-2">{t('qr.gateway')}</legend>
      {offers.map(({ provider }) => (
        <label
          key={provider}
          className="press grid min-h-11 cursor-pointer place-items-center rounded-field bg-surface px-3.5 text-small font-medium text-ink-2 shadow-e1 has-checked:bg-brand-soft has-checked:font-semibold has-checked:text-brand-text has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={provider === value}
            onChange={() => onChange(provider)}
          />
          {provider}
        </label>
      ))}
    </fieldset>
  );
}
