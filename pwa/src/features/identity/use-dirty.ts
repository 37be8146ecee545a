import { useEffect, useId } from 'react';
import { setDirty } from '@/data/kit/unsaved-work';

/** Marks a form as unsaved work, so that no update reloads the page. */
export function useDirty(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    setDirty(id, isDirty);
    return () => setDirty(id, false);
  }, [id, isDirty]);
}
