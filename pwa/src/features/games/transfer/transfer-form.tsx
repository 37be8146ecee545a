import { ArrowUpDown } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '@/data/api/types';
import type { CashResponse } from '@/data/domains/cash/types';
import { sendCommand, type Command } from '@/data/engine/commands/send';
import { buildGameTransfer, WALLET, type GameTransferRequest } from '@/data/domains/games/commands';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { CheckingBanner } from '@/money/checking-banner';
import { RoundButton } from '@/ui/round-button';
import { FieldError } from '@/ui/field';
import { SheetPage } from '@/ui/sheet';
import { Stitch } from '@/ui/stitch';
import { bahtOf } from '@/data/kit/satang';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { Mark } from '@/ui/mark';
import { TransferAmount } from './transfer-amount';
import { findProblem, type TransferDraft, type TransferPlace } from './transfer-rules';
import { SlideSelect, type SlideOption } from './slide-select';
import { usePlaceName } from '../use-place-name';
import { SlotLogo } from '../picture';

interface TransferFormProps {
  places: readonly TransferPlace[];
  slots: readonly Slot[];
  draft: TransferDraft;
  /** The transfer under way. */
  request: GameTransferRequest | undefined;
  command: Command<CashResponse>;
  onDraft: (draft: TransferDraft) => void;
}

export function TransferForm({ places, slots, draft, request, command, onDraft }: TransferFormProps) {
  const { t } = useTranslation('games');
  const formId = useId();
  const { offline } = useConnection();
  const [tried, setTried] = useState(false);
  const shown = request ? { ...request, amount: request.satang ?? draft.amount, isAll: false } : draft;
  const findPlace = (code: string) => places.find((each) => each.code === code);
  const [from, to] = [findPlace(shown.from), findPlace(shown.to)];
  const problem = request ? undefined : findProblem({ from, to, amount: shown.amount });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem || offline || request || draft.amount === undefined) return;
    const isAll = draft.isAll && draft.from === WALLET;
    void sendCommand(
      buildGameTransfer({ from: draft.from, to: draft.to, satang: isAll ? undefined : draft.amount }),
    );
  };
  return (
    <SheetPage
      title={t('transfer.title')}
      footer={
        <div className="grid gap-2">
          {/* The banner is in the footer, where it stays visible in a long form. */}
          <CheckingBanner at={command.at} />
          <SubmitTransfer
            formId={formId}
            draft={shown}
            ready={!problem}
            busy={request !== undefined}
            offline={offline}
          />
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-3">
        <TransferPlaces slots={slots} places={places} draft={shown} tried={tried} onDraft={onDraft} />
        <TransferAmount
          from={from}
          to={to}
          amount={shown.amount}
          problem={problem}
          tried={tried}
          onAmount={(amount, isAll) => onDraft({ ...draft, amount, isAll })}
        />
      </form>
    </SheetPage>
  );
}

interface PlacesProps extends Pick<TransferFormProps, 'slots' | 'places' | 'draft' | 'onDraft'> {
  /** True once the member tried to submit. Missing values are then shown as errors. */
  tried: boolean;
}

/** Shows source and target, with the button that swaps them. */
function TransferPlaces({ slots, places, draft, tried, onDraft }: PlacesProps) {
  const { t } = useTranslation('games');
  const noteId = useId();
  const options = useSlideOptions(slots, places);
  const { from, to } = draft;
  const isSame = from !== '' && from === to;
  const isMissing = tried && (from === '' || to === '');
  const invalid = isSame || isMissing;
  const changeDraft = (changes: Partial<TransferDraft>) => onDraft({ ...draft, isAll: false, ...changes });
  return (
    <div>
      <SlideSelect
        label={t('transfer.from')}
        options={options}
        value={from}
        invalid={invalid}
        noteId={noteId}
        onChange={(code) => changeDraft({ from: code })}
      />
      <div className="flex items-center gap-3 py-0.5">
        <Stitch className="flex-1" />
        <RoundButton
          icon={ArrowUpDown}
          label={t('transfer.swap')}
          onClick={() => changeDraft({ from: to, to: from })}
        />
        <Stitch className="flex-1" />
      </div>
      <SlideSelect
        label={t('transfer.to')}
        options={options}
        value={to}
        invalid={invalid}
        noteId={noteId}
        onChange={(code) => changeDraft({ to: code })}
      />
      <div id={noteId} aria-live="polite" className="px-1">
        {invalid && <FieldError>{t(isSame ? 'canNotTransferMsg' : 'selectAccMsg')}</FieldError>}
      </div>
    </div>
  );
}

interface SubmitTransferProps {
  formId: string;
  draft: TransferDraft;
  /** True if the app finds no problem with the draft. */
  ready: boolean;
  busy: boolean;
  offline: boolean;
}

/** The submit button. Its text names the amount and the target. */
function SubmitTransfer({ formId, draft, ready, busy, offline }: SubmitTransferProps) {
  const { t } = useTranslation('games');
  const name = usePlaceName();
  const { amount, to } = draft;
  const barred = offline && !busy;
  return (
    <>
      <Button type="submit" form={formId} block disabled={barred} busy={busy} busyLabel={t('transfer.busy')}>
        {ready && amount !== undefined
          ? t('transfer.submitTo', { amount: formatMoney(bahtOf(amount)), to: name(to) })
          : t('transfer.submit')}
      </Button>
      {barred && <p className="pt-2 text-center text-small text-ink-2">{t('transfer.offline')}</p>}
    </>
  );
}

/** Returns the slides: "nothing chosen", the wallet, then the games. */
function useSlideOptions(slots: readonly Slot[], places: readonly TransferPlace[]): SlideOption[] {
  const { t } = useTranslation('games');
  const name = usePlaceName();
  const options = places.map(({ code, available }) => {
    const slot = slots.find((each) => each.code === code);
    return {
      code,
      name: name(code),
      note: available === undefined ? undefined : `${formatMoney(bahtOf(available))} ${t('unit')}`,
      picture: slot ? (
        <SlotLogo slot={slot} className="size-11 rounded-[13px]" />
      ) : (
        <Mark className="size-11" />
      ),
    };
  });
  return [{ code: '', name: t('transfer.none') }, ...options];
}
