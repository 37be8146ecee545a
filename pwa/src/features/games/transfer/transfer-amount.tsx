import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WALLET } from '@/data/domains/games/commands';
import { bahtOf } from '@/data/kit/satang';
import { usePresets } from '@/money/presets';
import { AmountInput } from '@/ui/amount-input';
import { formatMoney } from '@/ui/format/money';
import { formatFieldAmount } from '@/ui/format/typed-amount';
import { usePlaceName } from '../use-place-name';
import { MIN_AMOUNT, highestAmountOf, type TransferPlace, type TransferProblem } from './transfer-rules';
import { exampleOf } from './transfer-failure';

/** In satang. */
const presets = { BAHT: [10_000, 50_000, 100_000], LAK: [5_000_000, 20_000_000, 50_000_000] };

interface TransferAmountProps {
  from: TransferPlace | undefined;
  to: TransferPlace | undefined;
  amount: number | undefined;
  problem: TransferProblem | undefined;
  /** True once the member tried to submit. Missing values are then shown as errors. */
  tried: boolean;
  onAmount: (satang: number | undefined, isAll: boolean) => void;
}

/** The field for the amount, with presets and the button "all". */
export function TransferAmount({ from, to, amount, problem, tried, onAmount }: TransferAmountProps) {
  const { t } = useTranslation('games');
  // The field shows no error while the member types: "0" may become "0.50", and "2" may become "200".
  const [isFieldLeft, setFieldLeft] = useState(false);
  const problemText = useProblemText(from, to);
  const highest = highestAmountOf({ from, to });
  const isTyping = !isFieldLeft && !tried && problem !== 'missing';
  const hasSteps = (to?.step ?? 1) > 1;
  return (
    <AmountInput
      label={t('amount')}
      unit={t('unit')}
      value={amount}
      onChange={(satang) => {
        onAmount(satang, false);
        if (satang === undefined) setFieldLeft(false);
      }}
      onLeave={() => setFieldLeft(amount !== undefined)}
      presets={usePresets(presets)}
      all={
        highest === undefined
          ? undefined
          : {
              label: t('all'),
              corner: t(from?.code === WALLET ? 'inWallet' : 'have', {
                amount: formatMoney(bahtOf(from!.available!)),
              }),
              satang: highest,
              onChoose: () => onAmount(highest, true),
            }
      }
      hint={
        hasSteps
          ? t('stepHint', { step: formatFieldAmount(to!.step) })
          : t('minAmountMsg', { min: formatFieldAmount(MIN_AMOUNT) })
      }
      error={problem && !isTyping && (amount !== undefined || tried) ? problemText(problem) : undefined}
    />
  );
}

/** Returns the text of a problem with the amount. Other components show problems with source and target. */
function useProblemText(from: TransferPlace | undefined, to: TransferPlace | undefined) {
  const { t } = useTranslation('games');
  const name = usePlaceName();
  return (problem: TransferProblem): string | undefined => {
    const step = to?.step ?? 1;
    switch (problem) {
      case 'low':
        return t('minAmountMsg', { min: formatFieldAmount(MIN_AMOUNT) });
      case 'step':
        return t('step', { step: formatFieldAmount(step), example: formatFieldAmount(exampleOf(step)) });
      case 'missing':
        return t('short', { from: name(from?.code) });
      default:
        return undefined;
    }
  };
}
