import { formatDateTime } from '@/ui/format/time';
import { Amount } from '@/ui/amount';
import { bahtOf } from '@/data/satang';
import { useWords } from '../../i18n';
import { bankCode, bankShown } from '../banks';
import { accountFits, bankFits, nameFits } from '../compare';
import { amountText, unitOf } from '../money';
import { asksAmount } from '../plan';
import { reasonText } from '../queue/reason';
import { waitBetween } from '../span';
import type { Waiting } from '../wire';
import type { PartProps } from './part-props';
import { Compare, Facts, type CompareLine } from './facts';
import { AmountField } from './field';
import { SlipPicture } from './slip-picture';

/** A slip is to be handed in within this long of its transfer. */
const FRESH_MS = 60 * 60_000;

/** The picture beside what the verifier answered, and that beside the member's record. */
export function SlipDetail({ item, state }: PartProps) {
  const { say } = useWords();
  const { slip, satang, currency } = item;
  if (!slip) return null;
  const { answer } = slip;
  return (
    <>
      <div className="flex gap-4">
        <SlipPicture src={slip.pictureUrl} />
        <div className="flex min-w-0 flex-1 flex-col">
          <p className="text-ink-2">{say('cash.slip.amount')}</p>
          {satang === null ? (
            <p className="text-h3 font-semibold">{say('cash.slip.untold')}</p>
          ) : (
            <Amount
              value={bahtOf(satang)}
              unit={unitOf(currency)}
              className="text-h1 font-bold"
              unitClass="!text-small"
            />
          )}
          {answer && (
            <p className="text-ink-2">
              {say('cash.slip.at')}
              <span className="block whitespace-nowrap">{formatDateTime(answer.at)}</span>
            </p>
          )}
          {!state.list.ended.has(item.key) && (
            <p className="mt-auto rounded-field bg-pending-soft px-3 py-2 text-ink">{reasonText(item)}</p>
          )}
        </div>
      </div>
      {asksAmount(item) && (
        <AmountField
          item={item}
          state={state}
          label={say('cash.amount.slip')}
          hint={say('cash.amount.slipHint')}
        />
      )}
      <Compare told={say('cash.compare.slip')} lines={linesOf(item, say)} />
      <Facts
        lines={[
          answer && {
            name: say('cash.fact.to'),
            value: `${bankShown(answer.receiver.bank)} ${answer.receiver.account}`,
          },
          { name: say('cash.fact.sent'), value: formatDateTime(slip.createdAt) },
          slip.capturedAt !== undefined && {
            name: say('cash.fact.picked'),
            value: formatDateTime(slip.capturedAt),
          },
          { name: say('cash.fact.reference'), value: slip.transRef, copy: slip.transRef },
        ]}
      />
    </>
  );
}

function linesOf(
  { slip, member, satang, currency }: Waiting,
  say: ReturnType<typeof useWords>['say'],
): CompareLine[] {
  const { answer } = slip!;
  const none = say('cash.untold');
  const bank = bankCode(answer?.sender.bank || slip!.sendingBank);
  const names = answer ? [answer.sender.nameTH, answer.sender.nameEN] : [];
  const picked = answer ? Date.parse(slip!.capturedAt ?? slip!.createdAt) - Date.parse(answer.at) : 0;
  const arrived = answer ? Date.parse(slip!.createdAt) - Date.parse(answer.at) : 0;
  return [
    {
      name: say('cash.fact.name'),
      told: names.filter(Boolean).join(' / ') || none,
      ours: member?.accountName ?? none,
      fit: nameFits(names, member?.accountName ?? ''),
    },
    {
      name: say('cash.fact.bank'),
      told: bank ?? (slip!.sendingBank || none),
      ours: member?.bankCode ?? none,
      fit: bankFits(bank, member?.bankCode ?? ''),
    },
    {
      name: say('cash.fact.account'),
      told: answer?.sender.account || none,
      ours: member?.accountNo ?? none,
      fit: accountFits(answer?.sender.account ?? '', member?.accountNo ?? '', 'slip'),
    },
    {
      name: say('cash.fact.amount'),
      told: answer ? amountText(answer.satang, currency) : none,
      ours: satang === null ? say('cash.slip.readIt') : say('cash.slip.credits'),
      fit: answer && answer.satang === satang ? 'fits' : 'unsure',
    },
    {
      name: say('cash.fact.time'),
      told: answer ? formatDateTime(answer.at).slice(11) : none,
      ours: answer
        ? say('cash.slip.after', { time: waitBetween(arrived, say) })
        : say('cash.slip.withinHour'),
      fit: answer ? freshness(picked, arrived) : 'unsure',
    },
  ];
}

/** Fresh when it was picked and only the upload late is for a person to judge; so is a clock that runs ahead. */
function freshness(picked: number, arrived: number): CompareLine['fit'] {
  if (picked > FRESH_MS) return 'differs';
  return arrived > FRESH_MS || arrived < 0 ? 'unsure' : 'fits';
}
