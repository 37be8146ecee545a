import { useEffect, useState } from 'react';
import { call } from '../../api/client';

/** A slip's picture, by a signed address that is good for a short while: asked for each time. */
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
    /** The address does not work, or not any more. */
    fail: () => reference && setTold({ reference }),
  };
}
