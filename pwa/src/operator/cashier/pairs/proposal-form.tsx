import { X } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Segmented } from '@/ui/segmented';
import { useWords, type Word } from '../../i18n';
import { isSignedOut } from '../../session';
import { Area } from '../../ui/area';
import { SmallButton } from '../../ui/small-button';
import type { Outcome } from '../acts';
import { Notice } from '../detail/act-footer';
import { YesButton } from '../detail/act-buttons';
import { DifferenceFacts } from '../detail/difference-detail';
import { MemberSearch } from '../member/member-search';
import { amountText } from '../money';
import { troubleIn } from '../trouble';
import { AccountFields, AdjustmentFields } from './fields';
import { propose } from './decide';
import { TransferFacts } from './transfer-facts';
import { changeForm, currencyOf, missingIn, useForm, type FormField } from './form';

const kinds = ['ADJUSTMENT', 'PAYOUT_ACCOUNT'] as const;
const WHY_LIMIT = 500;

/** Those that begin at the item that they are about. */
const isBegunElsewhere = (kind: string) => !(kinds as readonly string[]).includes(kind);

/** For whom, what and why. While an answer is not known, what was asked stays as it is. */
export function ProposalForm() {
  const { say } = useWords();
  const { value } = useForm();
  const [stage, setStage] = useState<'idle' | 'busy' | 'slow'>('idle');
  const [failed, setFailed] = useState<Exclude<Outcome, { how: 'done' }>>();
  const [missing, setMissing] = useState<readonly FormField[]>([]);
  const isBusy = stage !== 'idle';
  const isKept = isBusy || failed?.how === 'unknown';
  const form = useRef<HTMLFormElement>(null);
  const isLed = isBegunElsewhere(value.kind);
  // Whoever came by a key from the item goes on typing: whose it is, or why.
  useEffect(() => {
    if (isLed) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isLed]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const empty = missingIn(value);
    setMissing(empty);
    if (isBusy || empty.length > 0) return;
    setStage('busy');
    setFailed(undefined);
    const outcome = await propose(value, () => setStage('slow'));
    setStage('idle');
    if (outcome && outcome.how !== 'done' && !(outcome.how === 'refused' && isSignedOut(outcome.error)))
      setFailed(outcome);
  };
  const errorOf = (field: FormField) =>
    missing.includes(field) ? say(field === 'member' ? 'cash.need.member' : 'form.required') : undefined;
  const change: typeof changeForm = (next) => {
    setMissing([]);
    changeForm(next);
  };
  const amount =
    value.kind === 'ADJUSTMENT' && value.satang ? amountText(value.satang, currencyOf(value)) : undefined;
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="space-y-4 pb-16">
      <fieldset disabled={isKept} className="space-y-4">
        {isLed ? (
          <h3 className="font-semibold">{say(`cash.pairs.kind.${value.kind}` as Word)}</h3>
        ) : (
          <Segmented
            label={say('cash.pairs.what')}
            options={kinds.map((kind) => ({ value: kind, label: say(`cash.pairs.short.${kind}`) }))}
            value={value.kind as (typeof kinds)[number]}
            onChange={(kind) => change({ kind })}
          />
        )}
        {value.difference && <DifferenceFacts difference={value.difference} member={undefined} />}
        {value.transfer && <TransferFacts transfer={value.transfer} member={value.member ?? undefined} />}
        {value.kind === 'RELEASE_PAYOUTS' ? (
          <p>{say('cash.pairs.releaseText')}</p>
        ) : value.member ? (
          <div className="flex items-center gap-2 rounded-field bg-sunken py-2 pr-1 pl-4">
            <p className="min-w-0 flex-1">
              <span className="block truncate py-px font-semibold">{value.member.accountName}</span>
              <span className="block text-ink-2">
                {value.member._id} · {value.member.bankCode} {value.member.accountNo}
              </span>
            </p>
            <SmallButton icon={X} tone="quiet" onClick={() => change({ member: null })}>
              {say('cash.unmatched.other')}
            </SmallButton>
          </div>
        ) : (
          <MemberSearch
            label={say('cash.fact.member')}
            first={value.difference?.account ?? ''}
            error={errorOf('member')}
            onPick={(member) => change({ member })}
          />
        )}
        {value.kind === 'ADJUSTMENT' && (
          <AdjustmentFields value={value} errorOf={errorOf} onChange={change} />
        )}
        {value.kind === 'PAYOUT_ACCOUNT' && (
          <AccountFields value={value} errorOf={errorOf} onChange={change} />
        )}
        <Area
          label={say('cash.pairs.why')}
          hint={say('cash.pairs.whyHint')}
          maxLength={WHY_LIMIT}
          value={value.why}
          error={errorOf('why')}
          onChange={(event) => change({ why: event.currentTarget.value })}
        />
      </fieldset>
      {stage === 'slow' && <Notice tone="pending" text={say('cash.checking')} />}
      {failed && (
        <Notice
          tone="failed"
          text={
            failed.how === 'unknown'
              ? say('cash.unknownForm')
              : failed.how === 'gone'
                ? say(isBegunElsewhere(value.kind) ? 'cash.gone' : 'cash.pairs.noMember')
                : troubleIn(failed.error)
          }
        />
      )}
      <div className="flex">
        <YesButton type="submit" isBusy={isBusy} shortcut="Enter">
          {failed?.how === 'unknown'
            ? say('cash.askAgain')
            : amount
              ? say(value.take ? 'cash.pairs.submitTake' : 'cash.pairs.submitGive', { amount })
              : say('cash.pairs.submit')}
        </YesButton>
      </div>
    </form>
  );
}
