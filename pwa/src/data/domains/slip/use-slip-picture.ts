import { useEffect, useState } from 'react';
import { call } from '../../api/client';

/**
 * useSlipPicture returns a slip's picture by a signed address. It is valid for a short time, so it is
 * fetched each time.
 */
export function useSlipPicture(reference: string | undefined) {
  const [told, setTold] = useState<{ reference: string; url?: string }>();
  useEffect(() => {
    if (!reference) return;
    call('GET', '/api/statement/slip/reference/{reference}', { path: { reference } }).then(
      ({ url }) => setTold({ reference, url }),
      () => setTold({ reference }),
    );
  }, [reference]);
  const answer = told?.reference === reference ? told : undefined;
  return {
    url: answer?.url,
    failed: answer !== undefined && answer.url === undefined,
    /** Call this when the address fails to load. */
    fail: () => reference && setTold({ reference }),
  };
}
