import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrOffer, QrProvider } from '@/data/cash/types';

interface GatewaysProps {
  offers: readonly QrOffer[];
  value: QrProvider;
  disabled: boolean;
  onChange: (provider: QrProvider) => void;
}

/** Which gateway makes the QR: native radios, as many in a row as there is room for. */
export function Gateways({ offers, value, disabled, onChange }: GatewaysProps) {
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
