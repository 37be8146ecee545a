import { useEffect, useState } from 'react';
import { call } from '../../api/client';

/**
 * useSlipPicture returns the signed address of a slip's picture. The address is valid for a short time, so it
 * is fetched each time.
 */
export function useSlipPicture(reference: string | undefined) {
  const [loaded, setLoaded] = useState<{ reference: string; url?: string }>();
  useEffect(() => {
    if (!reference) return;
    call('GET', '/api/statement/slip/reference/{reference}', { path: { reference } }).then(
      ({ url }) => setLoaded({ reference, url }),
      () => setLoaded({ reference }),
    );
  }, [reference]);
  const current = loaded?.reference === reference ? loaded : undefined;
  return {
    url: current?.url,
    failed: current !== undefined && current.url === undefined,
    /** Call this when the address fails to load. */
    fail: () => reference && setLoaded({ reference }),
  };
}
