import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SideProvider, type ConversationSide } from '@/conversation/side';
import { serverNow } from '@/data/api/clock';
import { removeUnsent, resend } from '@/data/domains/chat';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { codeText } from '@/i18n/error-text';
import { useLocale } from '@/i18n/locales';
import { useHasWaited } from '@/ui/use-has-waited';
import { ActionButtons } from './action-button';
import { toastFailure } from './toast-failure';
import { useMediaSource } from './use-media-source';
import { useOffline } from './use-offline';

const SHOWN_AS_SENDING_MS = 1500;

/** Provides the member's view of a conversation. */
export function MemberSide({ children }: { children: ReactNode }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  const side = useMemo(
    (): ConversationSide => ({
      ownSide: 'customer',
      locale,
      isDense: false,
      hasCaptions: false,
      removesUnsent: false,
      resend: (clientId) => toastFailure(resend(clientId)),
      remove: (clientId) => toastFailure(removeUnsent(clientId)),
      // The error catalogue's texts for these codes are about slips, so the chat has its own.
      errorText: (code) => {
        if (isFileRefused(code)) return t('refused.unsupported');
        return codeText(code === 'SLIP_UPLOAD_FAIL' ? 'INTERNAL_SERVER_ERROR' : code);
      },
      useMessageForSide: useShownDelivery,
      useUnsent,
      useSource: useMediaSource,
      Buttons: ActionButtons,
      CardPicture,
    }),
    [t, locale],
  );
  return <SideProvider value={side}>{children}</SideProvider>;
}

/** While online, a message is queued only for a moment, so it is returned as being sent. */
function useShownDelivery(message: ShownMessage): ShownMessage {
  const offline = useOffline();
  const isQueued = message.delivery === 'not_sent' && !message.error;
  const isWaiting = useHasWaited(isQueued, SHOWN_AS_SENDING_MS);
  return isQueued && !offline && !isWaiting && isRecent(message)
    ? { ...message, delivery: 'sending' }
    : message;
}

function isRecent({ createdAt }: ShownMessage): boolean {
  return serverNow() - Date.parse(createdAt) < SHOWN_AS_SENDING_MS;
}

function useUnsent({ error }: ShownMessage): string {
  const { t } = useTranslation('chat');
  const offline = useOffline();
  if (error === 'invalid-token') return t('delivery.login');
  return t(offline ? 'delivery.noSignal' : 'delivery.unsent');
}

function isFileRefused(code: string): boolean {
  return code === 'SLIP_INVALID_FILE' || code === 'SLIP_NO_FILE';
}

function CardPicture({ src }: { src: string }) {
  return <img src={src} alt="" loading="lazy" className="aspect-[16/9] w-full bg-sunken object-cover" />;
}
