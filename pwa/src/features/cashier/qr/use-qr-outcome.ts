import { isApiError } from '@/data/api/errors';
import { qrProviders, type QrProvider, type QrState } from '@/data/domains/cash/types';
import type { Command } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { useOutcome, useActiveName } from '@/data/engine/commands/use-command';
import { refreshResource } from '@/data/engine/resources/refresh';
import { codeText } from '@/i18n/error-text';
import { toast } from '@/ui/toast';
import { isLimited, useMoneyProblem } from '@/money/money-texts';

interface QrHandlers {
  onQr: (qr: QrState) => void;
  onLimited: (error: unknown) => void;
  /** Called if the gateway made no QR; another gateway may make one. */
  onNone: () => void;
}

/**
 * Handles the outcome of a request for a QR. A QR is passed to `onQr`. The gateway's own message, or the
 * reason of a refusal, is shown as a toast. If the member's own limit is the reason, `onLimited` is called
 * instead. After a gateway failed, the lookup is refreshed, since the server may have a better order of
 * gateways.
 */
export function useQrOutcome(
  provider: QrProvider,
  { onQr, onLimited, onNone }: QrHandlers,
): Command<QrState> {
  const problem = useMoneyProblem();
  const handleNone = (words: string) => {
    toast.error(words);
    void refreshResource('deposit');
    onNone();
  };
  return useOutcome('createQr', provider, {
    done: (qr) => (qr.hasQrcode ? onQr(qr) : handleNone(codeText(qr.message || 'QR_FAIL'))),
    failed: (error) => {
      if (isLimited(error)) onLimited(error);
      else if (isApiError(error) && error.code === 'QR_FAIL') handleNone(problem(error));
      else toast.error(problem(error));
    },
  });
}

/** Returns the gateway with a request under way. The app shows it until it responds. */
export function useRequestedGateway(): QrProvider | undefined {
  const name = useActiveName(qrProviders.map((each) => nameOf('createQr', each)));
  return qrProviders.find((each) => nameOf('createQr', each) === name);
}
