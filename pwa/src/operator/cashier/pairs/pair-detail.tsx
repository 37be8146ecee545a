import { X } from 'lucide-react';
import { bahtOf } from '@/data/satang';
import { Amount } from '@/ui/amount';
import { formatDateTime } from '@/ui/format/time';
import { IconButton } from '@/ui/icon-button';
import { useWords } from '../../i18n';
import { EndedNote, Notice } from '../detail/act-footer';
import { NoButton, YesButton } from '../detail/act-buttons';
import { Column } from '../detail/column';
import { DifferenceFacts } from '../detail/difference-detail';
import { Compare, Facts } from '../detail/facts';
import { amountText, unitOf } from '../money';
import { troubleIn } from '../trouble';
import { decide } from './decide';
import { TransferFacts } from './transfer-facts';
import { endOf } from '../queue/queue';
import { goToPair, setPairRefusing, type PairRow, type PairsState } from './pairs';

interface PairDetailProps {
  row: PairRow;
  me: string;
  state: PairsState;
}

/** What was proposed, by whom and why; yes needs somebody else. */
export function PairDetail({ row, me, state }: PairDetailProps) {
  const { say } = useWords();
  const { key, kind, member, adjustment, payout, difference, transfer, why, proposedBy, since } = row;
  const isMine = proposedBy === me;
  return (
    <Column
      label={say(`cash.pairs.kind.${kind}`)}
      head={
        <>
          <div className="min-w-0 flex-1">
            <h2 className="truncate py-px text-h3 leading-6 font-semibold">
              {member?.accountName ?? say(`cash.pairs.kind.${kind}`)}
            </h2>
            <p className="truncate py-px text-ink-2">
              {member && `${member._id} · ${say(`cash.pairs.kind.${kind}`)}`}
            </p>
          </div>
          <IconButton
            icon={X}
            label={say('cash.close')}
            onClick={() => goToPair(null)}
            className="-mr-2 text-ink-2"
          />
        </>
      }
      footer={<Footer row={row} isMine={isMine} state={state} />}
    >
      <div className="space-y-4">
        {kind === 'RELEASE_PAYOUTS' && <p>{say('cash.pairs.releaseText')}</p>}
        {difference && <DifferenceFacts difference={difference} member={member} />}
        {transfer && <TransferFacts transfer={transfer} member={member} />}
        {adjustment && member && (
          <div>
            <p className="text-ink-2">{say(adjustment.take ? 'cash.pairs.takes' : 'cash.pairs.gives')}</p>
            <Amount
              value={bahtOf(adjustment.satang)}
              unit={unitOf(member.currency)}
              className="text-h1 font-bold"
              unitClass="!text-small"
            />
          </div>
        )}
        {payout && member && (
          <Compare
            told={say('cash.compare.next')}
            lines={[
              {
                name: say('cash.fact.name'),
                told: payout.bankAccountName,
                ours: member.accountName,
                fit: payout.bankAccountName === member.accountName ? 'fits' : 'differs',
              },
              {
                name: say('cash.fact.bank'),
                told: payout.bankCode,
                ours: member.bankCode,
                fit: payout.bankCode === member.bankCode ? 'fits' : undefined,
              },
              {
                name: say('cash.fact.account'),
                told: payout.bankAccountNo,
                ours: member.accountNo,
                fit: payout.bankAccountNo === member.accountNo ? 'fits' : undefined,
              },
            ]}
          />
        )}
        <p className="rounded-field bg-sunken px-4 py-3">
          <span className="block text-ink-2">{say('cash.pairs.why')}</span>
          <span className="break-words whitespace-pre-wrap" data-key={key}>
            {why}
          </span>
        </p>
        <Facts
          lines={[
            { name: say('cash.pairs.proposer'), value: isMine ? say('cash.pairs.me') : proposedBy },
            { name: say('cash.fact.since'), value: formatDateTime(since) },
            adjustment &&
              member && { name: say('cash.fact.account'), value: `${member.bankCode} ${member.accountNo}` },
          ]}
        />
      </div>
    </Column>
  );
}

function Footer({ row, isMine, state }: { row: PairRow; isMine: boolean; state: PairsState }) {
  const { say } = useWords();
  const { key, kind, adjustment, member } = row;
  const ended = endOf(state, key);
  const act = state.acts.get(key);
  const isBusy = act?.stage === 'busy' || act?.stage === 'slow';
  if (ended)
    return (
      <EndedNote
        end={ended}
        text={say(
          ended === 'gone'
            ? 'cash.gone'
            : ended === 'accepted'
              ? 'cash.pairs.approved'
              : 'cash.pairs.rejected',
        )}
      />
    );
  const amount = adjustment && member ? amountText(adjustment.satang, member.currency) : '';
  const plain =
    kind === 'RELEASE_PAYOUTS'
      ? 'cash.pairs.yesRelease'
      : kind === 'DIFFERENCE' || kind === 'TRANSFER'
        ? 'cash.pairs.yesDifference'
        : 'cash.pairs.yesAccount';
  const yes = adjustment
    ? say(adjustment.take ? 'cash.pairs.yesTake' : 'cash.pairs.yesGive', { amount })
    : say(plain);
  const isAsked = state.refusing === key;
  return (
    <div className="space-y-3">
      {act?.stage === 'slow' && <Notice tone="pending" text={say('cash.checking')} />}
      {act?.stage === 'unknown' && <Notice tone="failed" text={say('cash.unknown')} />}
      {act?.stage === 'refused' && <Notice tone="failed" text={troubleIn(act.error)} />}
      {isAsked && <p>{say(isMine ? 'cash.pairs.sureBack' : 'cash.pairs.sureReject')}</p>}
      <div className="flex gap-2.5">
        <NoButton
          isBusy={isBusy && act?.verb === 'refuse'}
          disabled={isBusy}
          shortcut={isAsked ? 'Enter' : 'R'}
          // The question comes with the focus on its answer.
          key={isAsked ? 'sure' : 'ask'}
          autoFocus={isAsked}
          onClick={() => (isAsked ? void decide(row, 'refuse') : setPairRefusing(key))}
        >
          {say(isMine ? 'cash.pairs.takeBack' : 'cash.pairs.reject')}
        </NoButton>
        <YesButton
          isBusy={isBusy && act?.verb === 'accept'}
          disabled={isBusy || isMine || isAsked}
          onClick={() => void decide(row, 'accept')}
        >
          {isMine ? say('cash.pairs.notMine') : yes}
        </YesButton>
      </div>
    </div>
  );
}
