import { Download, FileText, ImageOff } from 'lucide-react';
import { isolate } from '@/data/kit/isolate';
import type { MediaPayload } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { cx } from '@/ui/cx';
import { formatSize } from '@/ui/format/size';
import { UploadRing } from '@/ui/upload-ring';
import { Bubble, bubblePadding, cornersOf } from './bubble';
import { useSide, useConversationTexts, type MediaSource } from './side';
import { LinkedText } from './linked-text';

interface MediaProps {
  message: ShownMessage;
  payload: MediaPayload;
  onOpen?: (src: string, alt: string) => void;
}

/** A picture, video or file. */
export function Media(props: MediaProps) {
  const { hasCaptions, useSource } = useSide();
  const { message, payload } = props;
  const source = useSource(message, payload);
  return (
    <>
      {payload.fileType === 'file' ? (
        <FileRow {...props} source={source} />
      ) : (
        <Frame {...props} source={source} />
      )}
      {hasCaptions && payload.message && (
        <Bubble sender={message.sender} delivery={message.delivery} className={cx('mt-1', bubblePadding)}>
          <LinkedText text={payload.message} />
        </Bubble>
      )}
    </>
  );
}

interface MediaPartProps extends MediaProps {
  source: MediaSource;
}

/** The box of a picture: dimmed while it is sent, without fill if it is not sent. */
function Frame(props: MediaPartProps) {
  const { ownSide, remove } = useSide();
  const t = useConversationTexts();
  const { message, payload, source } = props;
  const { delivery, sender, progress = 0, clientId } = message;
  const isUnsent = delivery === 'failed' || delivery === 'not_sent';
  return (
    <div
      style={mediaBox(payload)}
      className={cx(
        'relative max-w-full overflow-clip bg-sunken',
        cornersOf(sender === ownSide),
        delivery === 'failed' && 'outline-2 outline-failed',
        delivery === 'not_sent' && 'outline-[1.5px] outline-offset-2 outline-control outline-dashed',
      )}
    >
      {source.missing !== undefined ? (
        <Missing reason={source.missing} onRetry={source.retry} />
      ) : (
        <div className={cx('size-full', isUnsent && 'opacity-60')}>
          {payload.fileType === 'image' ? <Picture {...props} /> : <Clip {...props} />}
        </div>
      )}
      {delivery === 'uploading' && (
        <UploadRing percent={progress} label={t('delivery.stop')} onStop={() => remove(clientId)} />
      )}
    </div>
  );
}

function Picture({ message, payload, source, onOpen }: MediaPartProps) {
  const { ownSide } = useSide();
  const t = useConversationTexts();
  const alt = payload.message || t(`media.${message.sender === ownSide ? 'ours' : 'theirs'}.${ownSide}`);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('media.open', { name: alt })}
      disabled={!source.thumb}
      onClick={() => source.src && onOpen?.(source.src, alt)}
      className="block size-full"
    >
      {source.thumb && (
        <img
          src={source.thumb}
          alt=""
          decoding="async"
          onError={source.onError}
          className="size-full object-cover"
        />
      )}
    </button>
  );
}

function Clip({ message, payload, source }: MediaPartProps) {
  const t = useConversationTexts();
  return (
    // Nobody writes captions for a video that a member has just filmed.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      key={source.src}
      src={source.src}
      poster={source.poster}
      aria-label={isolate(payload.name) || t('media.video')}
      controls={message.delivery !== 'uploading'}
      playsInline
      preload="metadata"
      onError={source.onError}
      className="size-full bg-wallet-deep object-contain"
    />
  );
}

function Missing({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <button
      type="button"
      onClick={onRetry}
      className="grid size-full place-items-center p-3 text-center text-small text-ink-2"
    >
      <span>
        <ImageOff className="mx-auto mb-1 size-6" aria-hidden="true" />
        {reason}
      </span>
    </button>
  );
}

function FileRow({ message, payload, source }: MediaPartProps) {
  const { ownSide } = useSide();
  const t = useConversationTexts();
  const name = payload.name || t('media.file');
  const content = (
    <>
      <FileText className="size-6 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-all">
          <bdi>{name}</bdi>
        </span>
        {payload.size !== undefined && (
          <span className="block text-small opacity-80">{formatSize(payload.size)}</span>
        )}
      </span>
    </>
  );
  const row = cx('flex min-h-13 items-center gap-3', bubblePadding);
  return (
    <Bubble sender={message.sender} delivery={message.delivery}>
      {source.src ? (
        <a href={source.src} download={name} className={cx(row, 'press')}>
          {content}
          <span className="sr-only">{t(`media.download.${ownSide}`, { name })}</span>
          <Download className="size-5 shrink-0" aria-hidden="true" />
        </a>
      ) : (
        <div className={row}>{content}</div>
      )}
    </Bubble>
  );
}

/** The maximum size of a picture in the conversation. */
const MAX_WIDTH = 240;
const MAX_HEIGHT = 300;
const MIN_SIDE = 96;

/** Returns the size of a picture before it is loaded, so that nothing jumps when it appears. */
function mediaBox({ width, height }: { width?: number; height?: number }): {
  width: number;
  height: number;
} {
  if (!width || !height) return { width: MAX_WIDTH, height: 180 };
  const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height, 1);
  return {
    width: Math.round(Math.max(MIN_SIDE, width * scale)),
    height: Math.round(Math.max(MIN_SIDE, height * scale)),
  };
}
