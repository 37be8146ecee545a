import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaSource } from '@/conversation/side';
import { mediaAddress } from '@/data/domains/chat';
import type { MediaAddress, MediaPayload } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { useObjectUrl } from '@/ui/use-object-url';
import { useOffline } from './use-offline';

/**
 * Where to show a file from: this phone while it is only here, else a signed address, which is
 * asked for anew where the message's own has run out.
 */
export function useMediaSource({ local }: ShownMessage, payload: MediaPayload): MediaSource {
  const { t } = useTranslation('chat');
  const offline = useOffline();
  // The same bytes come as new ones with each percent, and go once they are sent: what is shown stays.
  const [blob] = useState(() => local && new Blob([local.bytes], { type: local.mime }));
  const own = useObjectUrl(blob);
  const [address, setAddress] = useState<MediaAddress>();
  const [missing, setMissing] = useState(false);
  const [tries, setTries] = useState(0);
  const { filePath, src, thumb, fileType } = payload;
  useEffect(() => {
    if (blob || !filePath) return;
    let shown = true;
    // A second try does not trust what the first one used.
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
