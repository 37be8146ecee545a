import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelOf, type QrOffer, type QrProvider } from '@/data/domains/cash/types';
import { satangOf } from '@/data/kit/satang';
import { Button } from '@/ui/button';
import { typingOf } from '@/ui/format/typed-amount';
import { RadioRows, type RadioRow } from '@/ui/radio-rows';
import { canCreate, isTooMuch, leastOf } from './qr-rules';

/** That the app chooses. */
const ANY = 'any';

interface GatewaysProps {
  offers: readonly QrOffer[];
  /** Those that stand still. */
  paused: readonly string[];
  /** The member's own choice. */
  value: QrProvider | undefined;
  /** In satang. */
  amount: number | undefined;
  disabled: boolean;
  onChange: (provider: QrProvider | undefined) => void;
}

/**
 * Behind a quiet button: each gateway by its number, with the reason where it is out of the question. Their codes mean
 * nothing to a member, and the recipient's name stands beside the QR.
 */
export function Gateways({ offers, paused, value, amount, disabled, onChange }: GatewaysProps) {
  const { t } = useTranslation('cash');
  const [open, setOpen] = useState(value !== undefined);
  const reason = useReason(amount);
  const nameOf = (code: string) => t('qr.channel', { n: channelOf(code) });
  const rows: RadioRow<string>[] = [
    { value: ANY, label: t('qr.any'), note: t('qr.anyText') },
    ...offers.map((each) => ({ value: each.provider, label: nameOf(each.provider), note: reason(each) })),
    ...paused.map((code) => ({ value: code, label: nameOf(code), note: t('qr.paused'), disabled: true })),
  ];
  return (
    <div className="space-y-2">
      <Button variant="quiet" block aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('qr.other')}
      </Button>
      {open && (
        <RadioRows
          label={t('qr.gateway')}
          rows={rows}
          value={value ?? ANY}
          disabled={disabled}
          onChange={(next) => onChange(offers.find(({ provider }) => provider === next)?.provider)}
        />
      )}
    </div>
  );
}

function useReason(amount: number | undefined): (offer: QrOffer) => string | undefined {
  const { t } = useTranslation('cash');
  return (offer) => {
    if (isTooMuch(offer, amount))
      return t('maxAmountMsg', { amount: typingOf(satangOf(offer.maxDeposit ?? 0)) });
    if (amount && !canCreate(offer, amount))
      return t('minAmountMsg', { amount: typingOf(satangOf(leastOf(offer))) });
    return offer.resting ? t('qr.resting') : undefined;
  };
}
