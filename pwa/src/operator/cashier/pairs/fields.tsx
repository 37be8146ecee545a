import { useEffect, useState } from 'react';
import { bankName } from '@/i18n/bank-name';
import { groupAccountTyping } from '@/ui/format/digits';
import { formatTyping, satangTyped, typingOf } from '@/ui/format/typed-amount';
import { FieldError } from '@/ui/field';
import { Segmented } from '@/ui/segmented';
import { TextInput } from '@/ui/text-input';
import { useWords } from '../../i18n';
import { Pick } from '../../ui/area';
import { askBanks } from '../calls';
import { unitOf } from '../money';
import type { Bank } from '../wire';
import { currencyOf, type FormField, type ProposalForm } from './form';

interface FieldsProps {
  value: ProposalForm;
  errorOf: (field: FormField) => string | undefined;
  onChange: (change: Partial<ProposalForm>) => void;
}

/** To or from the member, and how much. */
export function AdjustmentFields({ value, errorOf, onChange }: FieldsProps) {
  const { say } = useWords();
  const [text, setText] = useState(() => typingOf(value.satang));
  return (
    <>
      <Segmented
        label={say('cash.pairs.way')}
        options={[
          { value: 'give', label: say('cash.pairs.give') },
          { value: 'take', label: say('cash.pairs.take') },
        ]}
        value={value.take ? 'take' : 'give'}
        onChange={(way) => onChange({ take: way === 'take' })}
      />
      <TextInput
        label={say('cash.fact.amount')}
        inputMode="decimal"
        autoComplete="off"
        format={formatTyping}
        value={text}
        error={errorOf('amount')}
        trailing={<span className="pr-3.5 text-ink-2">{unitOf(currencyOf(value))}</span>}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onChange({ satang: satangTyped(event.currentTarget.value) });
        }}
      />
    </>
  );
}

/** Where withdrawals go from now on. */
export function AccountFields({ value, errorOf, onChange }: FieldsProps) {
  const { say, locale } = useWords();
  const banks = useBanks();
  const missing = errorOf('bankCode');
  return (
    <>
      <div>
        <Pick
          label={say('cash.fact.bank')}
          value={value.bankCode}
          options={[
            { value: '', label: say('cash.pairs.chooseBank') },
            ...banks.map((bank) => ({ value: bank.code, label: bankName(bank, locale) })),
          ]}
          onChange={(bankCode) => onChange({ bankCode })}
        />
        {missing && <FieldError>{missing}</FieldError>}
      </div>
      <TextInput
        label={say('cash.fact.account')}
        inputMode="numeric"
        autoComplete="off"
        format={groupAccountTyping}
        value={value.accountNo}
        error={errorOf('accountNo')}
        onChange={(event) => onChange({ accountNo: event.currentTarget.value })}
      />
      <TextInput
        label={say('cash.fact.accountName')}
        autoComplete="off"
        spellCheck={false}
        value={value.accountName}
        error={errorOf('accountName')}
        onChange={(event) => onChange({ accountName: event.currentTarget.value })}
      />
    </>
  );
}

let known: Bank[] = [];

/** They hardly ever change: asked for once a visit. */
function useBanks(): Bank[] {
  const [banks, setBanks] = useState(known);
  useEffect(() => {
    if (known.length > 0) return;
    askBanks().then(
      (told) => {
        known = told;
        setBanks(told);
      },
      () => {},
    );
  }, []);
  return banks;
}
