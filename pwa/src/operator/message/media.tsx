import { Download, FileText, ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MediaPayload, ShownMessage } from '@/data/chat/types';
import { mediaBox } from '@/features/chat/media-size';
import { useObjectUrl } from '@/features/chat/use-object-url';
import { Words } from '@/features/chat/words';
import { cx } from '@/ui/cx';
import { formatSize } from '@/ui/format/size';
import { UploadRing } from '@/ui/upload-ring';
import { useWords } from '../i18n';
import { sender as outbox } from '../thread/outbox';
import { renewMessage } from '../thread/threads';
import { Bubble, bubblePadding, cornersOf } from './bubble';
import { useBlobAddress } from './use-blob-address';

interface MediaProps {
  conversation?: string;
  message: ShownMessage;
  payload: MediaPayload;
  onOpen?: (src: string, alt: string) => void;
}

/** A picture, video or file, with the words that came with it. */
export function Media(props: MediaProps) {
  const { message, payload } = props;
  // What was on this screen stays what is shown of it, also once it is sent.
  const [file] = useState(() => outbox.fileOf(message.clientId));
  const own = useObjectUrl(file);
  const shown = own ? { ...payload, src: own, thumb: own } : payload;
  return (
    <>
      {payload.fileType === 'file' ? (
        <FileRow {...props} payload={shown} />
      ) : (
        <Frame {...props} payload={shown} />
      )}
      {payload.message && (
        <Bubble sender={message.sender} delivery={message.delivery} className={cx('mt-1', bubblePadding)}>
          <Words text={payload.message} />
        </Bubble>
      )}
    </>
  );
}

function Frame({ conversation, message, payload, onOpen }: MediaProps) {
  const { say } = useWords();
  const { delivery, sender, progress = 0, clientId, seq } = message;
  const renew = () =>
    conversation && seq !== undefined && void renewMessage(conversation, seq).catch(() => {});
  return (
    <div
      style={mediaBox(payload)}
      className={cx(
        'relative max-w-full overflow-clip bg-sunken',
        cornersOf(sender),
        delivery === 'failed' && 'outline-2 outline-failed',
        delivery === 'not_sent' && 'outline-[1.5px] outline-offset-2 outline-control outline-dashed',
      )}
    >
      {payload.fileType === 'image' ? (
        <Picture payload={payload} sender={sender} onOpen={onOpen} onRenew={renew} />
      ) : (
        <Clip key={payload.src} payload={payload} isUploading={delivery === 'uploading'} onRenew={renew} />
      )}
      {delivery === 'uploading' && conversation && (
        <UploadRing
          percent={progress}
          label={say('delivery.stop')}
          onStop={() => outbox.remove(conversation, clientId)}
        />
      )}
    </div>
  );
}

interface PartProps {
  payload: MediaPayload;
  onRenew: () => void;
}

function Picture({
  payload,
  sender,
  onOpen,
  onRenew,
}: PartProps & Pick<MediaProps, 'onOpen'> & { sender: ShownMessage['sender'] }) {
  const { say } = useWords();
  const { address, failed } = useBlobAddress(payload.thumb ?? payload.src);
  const tried = useRef(false);
  const alt = payload.message || say(sender === 'support' ? 'media.ours' : 'media.theirs');
  useEffect(() => {
    if (!failed || tried.current) return;
    tried.current = true;
    onRenew();
  }, [failed, onRenew]);
  if (failed) return <Missing onRetry={onRenew} />;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={say('media.open', { name: alt })}
      disabled={!address}
      onClick={() => payload.src && onOpen?.(payload.src, alt)}
      className="block size-full"
    >
      {address && <img src={address} alt="" decoding="async" className="size-full object-cover" />}
    </button>
  );
}

function Clip({ payload, isUploading, onRenew }: PartProps & { isUploading: boolean }) {
  const { say } = useWords();
  const [failed, setFailed] = useState(false);
  const { address: poster } = useBlobAddress(payload.thumb?.startsWith('blob:') ? undefined : payload.thumb);
  if (failed) return <Missing onRetry={onRenew} />;
  return (
    // Nobody writes captions for what a member filmed a minute ago.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      src={payload.src}
      poster={poster}
      aria-label={payload.name || say('media.video')}
      controls={!isUploading}
      playsInline
      preload="metadata"
      onError={() => setFailed(true)}
      className="size-full bg-wallet-deep object-contain"
    />
  );
}

function Missing({ onRetry }: { onRetry: () => void }) {
  const { say } = useWords();
  return (
    <button
      type="button"
      onClick={onRetry}
      className="grid size-full place-items-center p-3 text-center text-ink-2"
    >
      <span>
        <ImageOff className="mx-auto mb-1 size-6" aria-hidden="true" />
        {say('media.missing')}
      </span>
    </button>
  );
}

function FileRow({ message, payload }: MediaProps) {
  const { say } = useWords();
  const name = payload.name || say('media.file');
  return (
    <Bubble sender={message.sender} delivery={message.delivery}>
      <a
        href={payload.src}
        download={name}
        aria-label={say('media.download', { name })}
        className={cx('flex min-h-13 items-center gap-3', bubblePadding)}
      >
        <FileText className="size-6 shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium break-all">{name}</span>
          {payload.size !== undefined && (
            <span className="block text-small opacity-80">{formatSize(payload.size)}</span>
          )}
        </span>
        <Download className="size-5 shrink-0" aria-hidden="true" />
      </a>
    </Bubble>
  );
}
