import { useEffect, useState } from 'react';

/**
 * Returns a blob URL of a customer's picture, which is loaded as data. The members' service worker stores
 * pictures that pages request by address. On a shared browser it must not store customers' pictures.
 */
export function useBlobAddress(src: string | undefined): { address: string | undefined; failed: boolean } {
  const [shown, setShown] = useState<{ src: string; address?: string; failed: boolean }>();
  // A local file needs no request.
  const isOwn = src?.startsWith('blob:') === true;
  useEffect(() => {
    if (!src || isOwn) return;
    const stop = new AbortController();
    let created: string | undefined;
    bytesOf(src, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return;
        created = URL.createObjectURL(blob);
        setShown({ src, address: created, failed: false });
      },
      () => !stop.signal.aborted && setShown({ src, failed: true }),
    );
    return () => {
      stop.abort();
      if (created) URL.revokeObjectURL(created);
    };
  }, [src, isOwn]);
  if (isOwn) return { address: src, failed: false };
  const isCurrent = shown?.src === src;
  return { address: isCurrent ? shown?.address : undefined, failed: isCurrent && shown?.failed === true };
}

async function bytesOf(src: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(src, { signal });
  if (!response.ok) throw new Error(String(response.status));
  return response.blob();
}
