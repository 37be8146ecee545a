import { useMemo, useRef, useState, useEffect, type ReactNode } from 'react';
import { SideProvider, type MediaSource, type Side, type TalkWord } from '@/conversation/side';
import type { MediaPayload } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { useObjectUrl } from '@/ui/use-object-url';
import { say, troubleOf, useWords, type Word } from '../i18n';
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

/** The conversation as support looks at it: its buttons are the customer's to press. */
export function SupportSide({ conversation, children }: SupportSideProps) {
  const { locale } = useWords();
  const side = useMemo(
    (): Side => ({
      us: 'support',
      locale,
      say: (word, values) => say(words[word], values),
      isDense: true,
      hasCaptions: true,
      removesUnsent: true,
      resend: (clientId) => conversation && sender.resend(conversation, clientId),
      remove: (clientId) => conversation && sender.remove(conversation, clientId),
      trouble: troubleOf,
      useShown: (message) => message,
      useUnsent: () => say('delivery.unsent'),
      useSource: (message, payload) => useSource(conversation, message, payload),
      Buttons: ButtonRows,
      CardPicture,
      Replies: ReplyPills,
    }),
    [conversation, locale],
  );
  return <SideProvider value={side}>{children}</SideProvider>;
}

const words = {
  log: 'conversation.log',
  toEnd: 'conversation.toEnd',
  fresh: 'conversation.fresh',
  today: 'day.today',
  yesterday: 'day.yesterday',
  says: 'conversation.says',
  typing: 'conversation.typing',
  leadsTo: 'message.leadsTo',
  cards: 'message.cards',
  card: 'message.card',
  'by.customer': 'by.customer',
  'by.support': 'by.support',
  'delivery.sending': 'delivery.sending',
  'delivery.sent': 'delivery.sent',
  'delivery.read': 'delivery.read',
  'delivery.stop': 'delivery.stop',
  'delivery.failed': 'delivery.failed',
  'delivery.resend': 'delivery.resend',
  'delivery.remove': 'delivery.remove',
  'uploading.image': 'delivery.uploading',
  'uploading.video': 'delivery.uploading',
  'uploading.file': 'delivery.uploading',
  'media.image': 'media.image',
  'media.video': 'media.video',
  'media.file': 'media.file',
  'media.ours': 'media.ours',
  'media.theirs': 'media.theirs',
  'media.open': 'media.open',
  'media.download': 'media.download',
  'file.label': 'file.label',
  'file.remove': 'file.remove',
  'composer.send': 'composer.send',
  'composer.left': 'composer.left',
  'composer.over': 'composer.over',
} as const satisfies Record<TalkWord, Word>;

/** Pictures by their bytes; an address that has run out is asked for anew, once by itself. */
function useSource(
  conversation: string | undefined,
  message: ShownMessage,
  payload: MediaPayload,
): MediaSource {
  // What was on this screen stays what is shown of it, also once it is sent.
  const [file] = useState(() => sender.fileOf(message.clientId));
  const own = useObjectUrl(file);
  const { src, thumb } = own ? { src: own, thumb: own } : payload;
  const isVideo = payload.fileType === 'video';
  const { address, failed } = useBlobAddress(
    isVideo && own ? undefined : (thumb ?? (isVideo ? undefined : src)),
  );
  const [broken, setBroken] = useState<string>();
  const tried = useRef(false);
  const { seq } = message;
  const isMissing =
    payload.fileType !== 'file' && ((!isVideo && failed) || (src !== undefined && broken === src));
  const retry = () => {
    if (conversation && seq !== undefined) void renewMessage(conversation, seq).catch(() => {});
  };
  useEffect(() => {
    if (!failed || isVideo || tried.current || !conversation || seq === undefined) return;
    tried.current = true;
    void renewMessage(conversation, seq).catch(() => {});
  }, [failed, isVideo, conversation, seq]);
  return {
    src,
    thumb: address,
    poster: isVideo ? address : undefined,
    missing: isMissing ? say('media.missing') : undefined,
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
