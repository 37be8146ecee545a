import { useEffect, useId } from 'react';
import { setUnsaved } from '@/data/kit/unsaved-work';

/** Marks a form as unsaved work, so that no update reloads the page. */
export function useUnsavedWork(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    setUnsaved(id, isDirty);
    return () => setUnsaved(id, false);
  }, [id, isDirty]);
}
