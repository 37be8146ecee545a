import { bahtOf } from '@/data/satang';
import { Amount } from '@/ui/amount';
import { formatDateTime } from '@/ui/format/time';
import { TextInput } from '@/ui/text-input';
import { useWords } from '../../i18n';
import { unitOf } from '../money';
import { setDraft } from '../queue/queue';
import type { PartProps } from './part-props';
import { Facts } from './facts';
import { submitYes } from './field';

const REFERENCE_LIMIT = 64;

/** Money that nobody may be credited with: to whom it goes back, and by which transfer. */
export function ReturnDetail({ item, state }: PartProps) {
  const { say } = useWords();
  const { key, satang, currency, since, reference, note, member } = item;
  return (
    <>
      {satang !== null && (
        <div>
          <p className="text-ink-2">{say('cash.return.amount')}</p>
          <Amount
            value={bahtOf(satang)}
            unit={unitOf(currency)}
            className="text-h1 font-bold"
            unitClass="!text-small"
          />
        </div>
      )}
      <Facts
        lines={[
          {
            name: say('cash.return.to'),
            value: note || say('cash.untold'),
            ...(note !== '' && { copy: note }),
          },
          member && { name: say('cash.fact.member'), value: `${member.accountName} ${member._id}` },
          member && {
            name: say('cash.fact.account'),
            value: `${member.bankCode} ${member.accountNo}`,
            copy: member.accountNo,
          },
          { name: say('cash.fact.came'), value: reference },
          { name: say('cash.fact.since'), value: formatDateTime(since) },
        ]}
      />
      <form onSubmit={submitYes({ item })}>
        <TextInput
          label={say('cash.return.reference')}
          hint={say('cash.return.referenceHint')}
          data-need="reference"
          autoComplete="off"
          spellCheck={false}
          maxLength={REFERENCE_LIMIT}
          value={state.drafts.get(key)?.reference ?? ''}
          error={state.asked === 'reference' ? say('cash.need.reference') : undefined}
          disabled={state.list.ended.has(key)}
          onChange={(event) => setDraft(key, { reference: event.currentTarget.value })}
        />
      </form>
    </>
  );
}
