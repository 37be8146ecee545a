import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '@/data/api/clock';
import type { DepositBank } from '@/data/api/types';
import { channelOf, type QrOffer, type QrProvider, type QrState } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { useCommand } from '@/data/engine/commands/use-command';
import { refreshResource } from '@/data/engine/resources/refresh';
import { useResource } from '@/data/engine/resources/use-resource';
import { satangOf } from '@/data/kit/satang';
import { Amount } from '@/ui/amount';
import { AmountInput } from '@/ui/amount-input';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Countdown } from '@/ui/countdown';
import { formatFieldAmount } from '@/ui/format/typed-amount';
import { useCountdown } from '@/ui/use-countdown';
import { CheckingBanner } from '@/money/checking-banner';
import type { ChangeDraft, DepositDraft } from '../deposit-draft';
import { DepositRefused } from '../deposit-refused';
import {
  canCreateQr,
  chooseGateway,
  findGatewayInUse,
  isTooLittle,
  isTooMuch,
  minimumOf,
  type GatewayChoice,
} from './qr-rules';
import { RadioRows, type RadioRow } from '@/ui/radio-rows';

interface QrPanelProps {
  offers: readonly QrOffer[];
  /** Codes of the paused gateways. */
  paused: readonly string[];
  choice: GatewayChoice;
  /** The account that the gateway pays into, if known. */
  account: DepositBank | undefined;
  live: QrState | undefined;
  draft: DepositDraft;
  change: ChangeDraft;
  onOpen: (qr: QrState) => void;
}

/** Shows all QR gateways in one tab, with a QR that waits for payment at the top. */
export function QrPanel(props: QrPanelProps) {
  const { offers, paused, choice, account, live, draft, change, onOpen } = props;
  const { t } = useTranslation('cash');
  const command = useCommand('createQr', findGatewayInUse(choice));
  useRefreshAll(offers);
  return (
    <div className="space-y-4">
      {live && <LiveCard qr={live} onOpen={() => onOpen(live)} />}
      {account && (
        <p className="px-1 text-small text-ink-2">{t('qr.into', { name: account.bankAccountName })}</p>
      )}
      <QrAmount offers={offers} choice={choice} draft={draft} change={change} />
      <CheckingBanner at={command.at} />
      <DepositRefused error={draft.refused} showsLimits />
      <NoneMade choice={choice} failed={draft.failed} />
      {offers.length + paused.length > 1 && (
        <Gateways
          offers={offers}
          paused={paused}
          value={draft.provider}
          amount={draft.qrAmount}
          disabled={isRunning(command)}
          onChange={(next) => change({ provider: next, failed: [], refused: undefined })}
        />
      )}
    </div>
  );
}

/**
 * The amount field. Its minimum is the lowest of all gateways, or the minimum of the gateway that the member
 * chose.
 */
function QrAmount({
  offers,
  choice,
  draft,
  change,
}: Pick<QrPanelProps, 'offers' | 'choice' | 'draft' | 'change'>) {
  const { t } = useTranslation('cash');
  const [isFieldLeft, setFieldLeft] = useState(false);
  const { provider, qrAmount: amount } = draft;
  const offer = choice.offer;
  const state = useResource('qr', findGatewayInUse(choice)).data;
  // Chosen without the typed amount, so that presets and minimum do not change while the member types. If the
  // member chose no gateway, the presets are the first gateway's and the minimum is the lowest of all.
  const shown = chooseGateway(offers, undefined, provider, []).offer;
  const lowestMin = Math.min(...(shown && provider ? [shown] : offers).map(minimumOf));
  const min = formatFieldAmount(satangOf(lowestMin));
  const findError = () => {
    if (!isFieldLeft || !offer) return undefined;
    if (isTooMuch(offer, amount))
      return t('maxAmountMsg', { amount: formatFieldAmount(satangOf(offer.maxDeposit ?? 0)) });
    return isTooLittle(offer, amount) ? t('minAmountMsg', { amount: min }) : undefined;
  };
  return (
    <AmountInput
      label={t('amount')}
      unit={t('unit')}
      value={amount}
      onChange={(qrAmount) => {
        setFieldLeft(false);
        change({ qrAmount, refused: undefined });
      }}
      onLeave={() => setFieldLeft(true)}
      presets={(shown?.presets ?? []).map(satangOf)}
      hint={state?.timeLimit ? t('qr.hintTimed', { min, minutes: state.timeLimit }) : t('qr.hint', { min })}
      error={findError()}
    />
  );
}

/** Says which gateway failed, and warns the member not to pay twice. The button offers the next gateway. */
function NoneMade({ choice, failed }: { choice: GatewayChoice; failed: DepositDraft['failed'] }) {
  const { t } = useTranslation('cash');
  const gateway = failed.at(-1);
  if (!gateway) return null;
  return (
    <Banner tone="pending" icon={TriangleAlert} role="status">
      {choice.allFailed ? t('qr.noneAll') : t('qr.none', { n: channelOf(gateway) })}
    </Banner>
  );
}

/** On each opening, refreshes which gateways have a QR that waits for payment. */
function useRefreshAll(offers: readonly QrOffer[]): void {
  const providers = offers
    .map(({ provider }) => provider)
    .toSorted()
    .join();
  useEffect(() => {
    for (const provider of providers.split(',')) void refreshResource('qr', provider as QrOffer['provider']);
  }, [providers]);
}

function LiveCard({ qr, onOpen }: { qr: QrState; onOpen: () => void }) {
  const { t } = useTranslation('cash');
  const seconds = useCountdown(qr.expireIn ? Date.parse(qr.expireIn) : 0, serverNow);
  if (qr.expireIn && seconds === 0) return null;
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

/** The choice "any": the app chooses. */
const ANY = 'any';

interface GatewaysProps {
  offers: readonly QrOffer[];
  /** Codes of the paused gateways. */
  paused: readonly string[];
  /** The gateway that the member chose. */
  value: QrProvider | undefined;
  /** In satang. */
  amount: number | undefined;
  disabled: boolean;
  onChange: (provider: QrProvider | undefined) => void;
}

/**
 * Lists the gateways by number, in a section that opens on a tap. A note says why a gateway cannot be used
 * for the amount, or that it had trouble. Members do not know the gateways' codes.
 */
function Gateways({ offers, paused, value, amount, disabled, onChange }: GatewaysProps) {
  const { t } = useTranslation('cash');
  const [open, setOpen] = useState(value !== undefined);
  const noteOf = useNote(amount);
  const labelOf = (code: string) => t('qr.channel', { n: channelOf(code) });
  const rows: RadioRow<string>[] = [
    { value: ANY, label: t('qr.any'), note: t('qr.anyText') },
    ...offers.map((each) => ({ value: each.provider, label: labelOf(each.provider), note: noteOf(each) })),
    ...paused.map((code) => ({ value: code, label: labelOf(code), note: t('qr.paused'), disabled: true })),
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

function useNote(amount: number | undefined): (offer: QrOffer) => string | undefined {
  const { t } = useTranslation('cash');
  return (offer) => {
    if (isTooMuch(offer, amount))
      return t('maxAmountMsg', { amount: formatFieldAmount(satangOf(offer.maxDeposit ?? 0)) });
    if (amount && !canCreateQr(offer, amount))
      return t('minAmountMsg', { amount: formatFieldAmount(satangOf(minimumOf(offer))) });
    return offer.resting ? t('qr.resting') : undefined;
  };
}
