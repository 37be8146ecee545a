import { useEffect, useId } from 'react';
import { setDirty } from '@/data/kit/unsaved-work';

/** While a form holds anything, no update reloads the page under it. */
export function useDirty(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    setDirty(id, isDirty);
    return () => setDirty(id, false);
  }, [id, isDirty]);
}
