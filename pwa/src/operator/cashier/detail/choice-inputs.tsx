import { useEffect, useId, useState } from 'react';
import { bankName } from '@/i18n/bank-name';
import { FieldError } from '@/ui/field';
import { Segmented } from '@/ui/segmented';
import { useTexts } from '../../i18n';
import { SelectField } from '../../ui/form-fields';
import { fetchBanks } from '../calls';
import type { Bank, Field } from '../wire';
import { optionText } from '../texts';

interface ChoicesProps {
  field: Field;
  label: string;
  error: string | undefined;
  value: string;
  onChange: (option: string) => void;
}

/** Selects one of the server's options by native radios: arrows select, and Enter submits the form. */
export function Choices({ field, label, error, value, onChange }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{label}</legend>
      {field.options?.map((option) => (
        <label
          key={option}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-[10px] px-2 hover:bg-sunken has-checked:bg-brand-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0 outline-none"
            checked={value === option}
            onChange={() => onChange(option)}
          />
          {optionText(field, option)}
        </label>
      ))}
      <div aria-live="polite">{error && <FieldError>{error}</FieldError>}</div>
    </fieldset>
  );
}

interface FlagProps {
  field: Field;
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A field for yes or no. */
export function Flag({ field, label, isOn, onChange }: FlagProps) {
  return (
    <Segmented
      label={label}
      options={[
        { value: 'no', label: optionText(field, 'no') },
        { value: 'yes', label: optionText(field, 'yes') },
      ]}
      value={isOn ? 'yes' : 'no'}
      onChange={(chosen) => onChange(chosen === 'yes')}
    />
  );
}

type BankPickProps = Omit<ChoicesProps, 'field'>;

/** Selects a bank by its code. */
export function BankPick({ label, error, value, onChange }: BankPickProps) {
  const { t, locale } = useTexts();
  const banks = useBanks();
  return (
    <div>
      <SelectField
        label={label}
        value={value}
        options={[
          { value: '', label: t('cash.pairs.chooseBank') },
          ...banks.map((bank) => ({ value: bank.code, label: bankName(bank, locale) })),
        ]}
        onChange={onChange}
      />
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

let cachedBanks: Bank[] = [];

/** Returns the banks to choose from. They rarely change, so they are loaded once per visit. */
function useBanks(): Bank[] {
  const [banks, setBanks] = useState(cachedBanks);
  useEffect(() => {
    if (cachedBanks.length > 0) return;
    fetchBanks().then(
      (received) => {
        cachedBanks = received;
        setBanks(received);
      },
      () => {},
    );
  }, []);
  return banks;
}
