import { useEffect, useState } from 'react';
import { askBanks } from '../calls';
import type { Bank } from '../wire';

let known: Bank[] = [];

/** They hardly ever change: asked for once a visit, and only where somebody chooses one. */
export function useBanks(isWanted: boolean): Bank[] {
  const [banks, setBanks] = useState(known);
  useEffect(() => {
    if (!isWanted || known.length > 0) return;
    askBanks().then(
      (told) => {
        known = told;
        setBanks(told);
      },
      () => {},
    );
  }, [isWanted]);
  return banks;
}
