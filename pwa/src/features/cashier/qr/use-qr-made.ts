import type { QrProvider, QrState } from '@/data/cash/types';
import type { Command } from '@/data/commands/send';
import { useOutcome } from '@/data/commands/useCommand';
import { codeText } from '@/i18n/error-text';
import { toast } from '@/ui/toast';
import { isLimited, useMoneyProblem } from '@/money/money-words';

/**
 * What comes of asking for a QR: the code, the gateway's own words in red, or the reason of the
 * refusal. The member's own limit is to be read and acted on; the rest is said in passing.
 */
export function useQrMade(
  provider: QrProvider,
  onQr: (qr: QrState) => void,
  onLimited: (error: unknown) => void,
): Command<QrState> {
  const problem = useMoneyProblem();
  return useOutcome('createQr', provider, {
    done: (qr) => (qr.hasQrcode ? onQr(qr) : toast.error(codeText(qr.message || 'QR_FAIL'))),
    failed: (error) => (isLimited(error) ? onLimited(error) : toast.error(problem(error))),
  });
}
