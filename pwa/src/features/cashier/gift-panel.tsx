import { Link2, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { findLink, sealGiftLink } from '@/data/domains/cash/gift-link';
import { buildGiftRedemption } from '@/data/domains/cash/commands';
import type { DepositWallet } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useCommand, useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { BankTile } from '@/ui/bank-tile';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { CopyButton } from '@/ui/copy-button';
import { groupAccount } from '@/ui/format/digits';
import { NumberedSteps } from '@/ui/numbered-steps';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';
import { CheckingBanner } from '@/money/checking-banner';
import type { ChangeDraft, DepositDraft } from './deposit-draft';
import { DepositRefused } from './deposit-refused';
import { isLimited, useMoneyProblem } from '@/money/money-texts';
import { cleanLine } from '@/data/kit/typed/written';
import type { Reading } from '@/ui/reading';

/**
 * Returns whether members pay into the wallets like into bank accounts. If false, they pay by gift links. The
 * first wallet's mode decides.
 */
export function isPaidByTransfer(wallets: readonly DepositWallet[]): boolean {
  return wallets[0]?.mode === 'AUTO';
}

interface GiftPanelProps {
  wallets: readonly DepositWallet[];
  draft: DepositDraft;
  change: ChangeDraft;
}

/** Extracts the link from pasted text. Typed text is read when the field loses focus. */
const giftReading: Reading = {
  kind: 'gift',
  format: (typed, isPasted) => (isPasted ? findLink(typed) : typed),
};

export function GiftPanel({ wallets, draft, change }: GiftPanelProps) {
  const { t } = useTranslation('cash');
  const command = useCommand('redeemGift');
  if (isPaidByTransfer(wallets))
    return wallets
      .filter(({ mode }) => mode === 'AUTO')
      .map((wallet) => <AutoWallet key={wallet.walletAccountName} wallet={wallet} />);
  return (
    <div className="space-y-4">
      {draft.link && draft.link === draft.sharedLink ? (
        <Banner tone="info" icon={Share2}>
          {t('gift.shared')}
        </Banner>
      ) : (
        <NumberedSteps
          steps={[{ text: t('gift.step1') }, { text: t('gift.step2') }, { text: t('gift.step3') }]}
        />
      )}
      <TextInput
        label={t('gift.label')}
        icon={Link2}
        reading={giftReading}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://gift.truemoney.com/…"
        hint={t('gift.hint')}
        value={draft.link}
        onChange={(event) => change({ link: event.currentTarget.value, refused: undefined })}
        onBlur={() => change({ link: findLink(draft.link) })}
      />
      <CheckingBanner at={command.at} />
      <DepositRefused error={draft.refused} showsLimits />
    </div>
  );
}

function AutoWallet({ wallet }: { wallet: DepositWallet }) {
  const { t } = useTranslation('cash');
  const { walletAccountName: name, walletAccountNo: number = '' } = wallet;
  return (
    <Card className="p-4">
      <div className="flex items-center gap-3">
        <BankTile code="TRUEWALLET" />
        <div className="min-w-0">
          <p className="text-small text-ink-2">{t('gift.auto')}</p>
          <p className="font-semibold">
            <bdi>{name}</bdi>
          </p>
        </div>
      </div>
      {number && (
        <>
          <p className="mt-2 mb-3 text-figures font-bold whitespace-nowrap select-all">
            {groupAccount(number)}
          </p>
          <CopyButton text={number} label={t('gift.copy')} />
        </>
      )}
      <p className="mt-3 text-small text-ink-2">{t('gift.autoText')}</p>
    </Card>
  );
}

interface GiftFooterProps {
  wallets: readonly DepositWallet[];
  link: string;
  change: ChangeDraft;
}

export function GiftFooter({ wallets, link, change }: GiftFooterProps) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  const problem = useMoneyProblem();
  const command = useOutcome('redeemGift', undefined, {
    failed: (error) => (isLimited(error) ? change({ refused: error }) : toast.error(problem(error))),
  });
  const busy = isRunning(command);
  const isEmpty = cleanLine(link) === '';
  const submit = async () => {
    change({ refused: undefined });
    const account = wallets[0]?.walletAccountName ?? '';
    await sendCommand(buildGiftRedemption(await sealGiftLink(findLink(link), account)));
  };
  return (
    <>
      <Button
        block
        disabled={(offline || isEmpty) && !busy}
        busy={busy}
        busyLabel={t('gift.busy')}
        onClick={() => void submit()}
      >
        {t(isEmpty ? 'gift.empty' : 'gift.submit')}
      </Button>
      {offline && !busy && <p className="pt-2 text-center text-small text-ink-2">{t('ways.offline')}</p>}
    </>
  );
}
