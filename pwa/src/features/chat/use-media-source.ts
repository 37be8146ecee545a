import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaSource } from '@/conversation/side';
import { mediaAddress } from '@/data/domains/chat';
import type { MediaAddress, MediaPayload } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { useObjectUrl } from '@/ui/use-object-url';
import { useOffline } from './use-offline';

/**
 * Returns the source of a file: the local copy until the file is sent, then a signed address. If the address
 * in the message has expired, a new one is fetched.
 */
export function useMediaSource({ local }: ShownMessage, payload: MediaPayload): MediaSource {
  const { t } = useTranslation('chat');
  const offline = useOffline();
  // Each progress update creates a new object with the same bytes, and the bytes are removed once sent. So
  // the first Blob is kept.
  const [blob] = useState(() => local && new Blob([local.bytes], { type: local.mime }));
  const own = useObjectUrl(blob);
  const [address, setAddress] = useState<MediaAddress>();
  const [missing, setMissing] = useState(false);
  const [tries, setTries] = useState(0);
  const { filePath, src, thumb, fileType } = payload;
  useEffect(() => {
    if (blob || !filePath) return;
    let shown = true;
    // A retry must not use the addresses that the first attempt failed with.
    void mediaAddress(filePath, tries === 0 ? { src, thumb } : undefined).then((found) => {
      if (!shown) return;
      setAddress(found);
      setMissing(false);
    });
    return () => {
      shown = false;
    };
  }, [blob, filePath, src, thumb, tries]);
  const shownThumb = own ?? address?.thumb ?? (fileType === 'image' ? address?.src : undefined);
  return {
    src: own ?? address?.src,
    thumb: shownThumb,
    poster: local ? undefined : shownThumb,
    missing: missing && fileType !== 'file' ? t(offline ? 'media.offline' : 'media.missing') : undefined,
    onError: () => setMissing(true),
    retry: () => setTries((count) => count + 1),
  };
}
