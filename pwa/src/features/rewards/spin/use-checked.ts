import { useEffect, useState } from 'react';
import type { ToldSeed } from '@/data/api/types';
import { checkSeed, type CheckedSeed } from '@/data/domains/rewards/check';
import type { SpinRow } from '@/data/storage/db';

/** The seeds, each spin of them computed again on this phone. Undefined until that is done. */
export function useChecked(
  told: readonly ToldSeed[] | undefined,
  own: readonly SpinRow[] | undefined,
): CheckedSeed[] | undefined {
  const [checked, setChecked] = useState<CheckedSeed[]>();
  useEffect(() => {
    if (!told || !own) return;
    let wanted = true;
    void Promise.all(told.map((seed) => checkSeed(seed, own))).then((all) => wanted && setChecked(all));
    return () => {
      wanted = false;
    };
  }, [told, own]);
  return checked;
}
