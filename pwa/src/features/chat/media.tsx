import { Download, FileText, ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { removeUnsent } from '@/data/chat';
import { useOffline } from './use-offline';
import type { MediaPayload, ShownMessage } from '@/data/chat/types';
import { cx } from '@/ui/cx';
import { formatSize } from '@/ui/format/size';
import { UploadRing } from '@/ui/upload-ring';
import { bubblePadding, Bubble, cornersOf } from './bubble';
import { mediaBox } from './media-size';
import { orSay } from './or-say';
import { useMediaSource, type MediaSource } from './use-media-source';

interface MediaProps {
  message: ShownMessage;
  payload: MediaPayload;
  onOpen: (src: string, alt: string) => void;
}

export function Media({ message, payload, onOpen }: MediaProps) {
  const source = useMediaSource(payload, message.local);
  if (payload.fileType === 'file') return <FileRow message={message} payload={payload} source={source} />;
  return (
    <Frame message={message} payload={payload} source={source}>
      {payload.fileType === 'image' ? (
        <Picture message={message} payload={payload} source={source} onOpen={onOpen} />
      ) : (
        <Clip message={message} payload={payload} source={source} />
      )}
    </Frame>
  );
}

interface PartProps extends Omit<MediaProps, 'onOpen'> {
  source: MediaSource;
}

/** The place of a picture, whatever is in it: dimmed while it goes out, hollow while it does not. */
function Frame({ message, payload, source, children }: PartProps & { children: ReactNode }) {
  const { t } = useTranslation('chat');
  const { delivery, sender, progress = 0, clientId } = message;
  const isOut = delivery === 'failed' || delivery === 'not_sent';
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
      {source.missing ? (
        <Missing onRetry={source.retry} />
      ) : (
        <div className={cx('size-full', isOut && 'opacity-60')}>{children}</div>
      )}
      {delivery === 'uploading' && (
        <UploadRing
          percent={progress}
          label={t('delivery.stop')}
          onStop={() => orSay(removeUnsent(clientId))}
        />
      )}
    </div>
  );
}

function Picture({ message, payload, source, onOpen }: PartProps & { onOpen: MediaProps['onOpen'] }) {
  const { t } = useTranslation('chat');
  const alt = payload.message || t(message.sender === 'customer' ? 'media.ourImage' : 'media.theirImage');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('media.open', { name: alt })}
      disabled={!source.src}
      onClick={() => source.src && onOpen(source.src, alt)}
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

function Clip({ message, payload, source }: PartProps) {
  const { t } = useTranslation('chat');
  return (
    // Nobody writes captions for what a member filmed a minute ago.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      src={source.src}
      poster={message.local ? undefined : source.thumb}
      aria-label={payload.name || t('media.video')}
      controls={message.delivery !== 'uploading'}
      playsInline
      preload="metadata"
      onError={source.onError}
      className="size-full bg-wallet-deep object-contain"
    />
  );
}

function Missing({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('chat');
  const offline = useOffline();
  return (
    <button
      type="button"
      onClick={onRetry}
      className="grid size-full place-items-center p-3 text-center text-small text-ink-2"
    >
      <span>
        <ImageOff className="mx-auto mb-1 size-6" aria-hidden="true" />
        {t(offline ? 'media.offline' : 'media.missing')}
      </span>
    </button>
  );
}

function FileRow({ message, payload, source }: PartProps) {
  const { t } = useTranslation('chat');
  const { sender, delivery } = message;
  const name = payload.name || t('media.file');
  const face = (
    <>
      <FileText className="size-6 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-all">{name}</span>
        {payload.size !== undefined && (
          <span className="block text-small opacity-80">{formatSize(payload.size)}</span>
        )}
      </span>
    </>
  );
  const row = cx('flex min-h-13 items-center gap-3', bubblePadding);
  return (
    <Bubble sender={sender} delivery={delivery}>
      {source.src ? (
        <a href={source.src} download={name} className={cx(row, 'press')}>
          {face}
          <span className="sr-only">{t('media.download')}</span>
          <Download className="size-5 shrink-0" aria-hidden="true" />
        </a>
      ) : (
        <div className={row}>{face}</div>
      )}
    </Bubble>
  );
}
