import { useMemo, useRef, useState, useEffect, type ReactNode } from 'react';
import { SideProvider, type MediaSource, type ConversationSide } from '@/conversation/side';
import type { MediaPayload } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { useObjectUrl } from '@/ui/use-object-url';
import { t, codeTextOf, useTexts } from '../i18n';
import { ButtonRows } from '../message/button-rows';
import { ReplyPills } from '../message/reply-pills';
import { useBlobAddress } from '../message/use-blob-address';
import { sender } from '../thread/outbox';
import { renewMessage } from '../thread/threads';

interface SupportSideProps {
  /** Absent in a preview. */
  conversation?: string;
  children: ReactNode;
}

/** Support's view of a conversation. The customer's buttons are shown but cannot be pressed. */
export function SupportSide({ conversation, children }: SupportSideProps) {
  const { locale } = useTexts();
  const side = useMemo(
    (): ConversationSide => ({
      ownSide: 'support',
      locale,
      isDense: true,
      hasCaptions: true,
      removesUnsent: true,
      resend: (clientId) => conversation && sender.resend(conversation, clientId),
      remove: (clientId) => conversation && sender.remove(conversation, clientId),
      errorText: codeTextOf,
      useMessageForSide: (message) => message,
      useUnsent: () => t('delivery.unsent'),
      useSource: (message, payload) => useSource(conversation, message, payload),
      Buttons: ButtonRows,
      CardPicture,
      Replies: ReplyPills,
    }),
    [conversation, locale],
  );
  return <SideProvider value={side}>{children}</SideProvider>;
}

/** Returns a message's media. Pictures use their downloaded data. An expired address is renewed once. */
function useSource(
  conversation: string | undefined,
  message: ShownMessage,
  payload: MediaPayload,
): MediaSource {
  // A file sent from this screen is shown from its local data, even after it was sent.
  const [file] = useState(() => sender.fileOf(message.clientId));
  const own = useObjectUrl(file);
  const { src, thumb } = own ? { src: own, thumb: own } : payload;
  const isVideo = payload.fileType === 'video';
  const { address, failed } = useBlobAddress(
    isVideo && own ? undefined : (thumb ?? (isVideo ? undefined : src)),
  );
  const [broken, setBroken] = useState<string>();
  const hasRenewed = useRef(false);
  const { seq } = message;
  const isMissing =
    payload.fileType !== 'file' && ((!isVideo && failed) || (src !== undefined && broken === src));
  const retry = () => {
    if (conversation && seq !== undefined) void renewMessage(conversation, seq).catch(() => {});
  };
  useEffect(() => {
    if (!failed || isVideo || hasRenewed.current || !conversation || seq === undefined) return;
    hasRenewed.current = true;
    void renewMessage(conversation, seq).catch(() => {});
  }, [failed, isVideo, conversation, seq]);
  return {
    src,
    thumb: address,
    poster: isVideo ? address : undefined,
    missing: isMissing ? t('media.missing') : undefined,
    onError: () => setBroken(src),
    retry,
  };
}

function CardPicture({ src }: { src: string }) {
  const { address } = useBlobAddress(src);
  return (
    <span className="relative block aspect-[16/9] w-full bg-sunken">
      {address && <img src={address} alt="" className="absolute inset-0 size-full object-cover" />}
    </span>
  );
}
