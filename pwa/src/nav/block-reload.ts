/** Name of the unsaved work in an open sheet, which blocks a reload of the page. */
import { useEffect } from 'react';
import { OPEN_SHEET, setUnsaved } from '@/data/kit/unsaved-work';

const TYPED = 'typed in the sheet';
/** Input types that do not count as unsaved work, because one tap repeats the choice. */
const MERELY_CHOSEN = ['radio', 'checkbox'];

/**
 * Blocks reloads while a sheet is open. No update reloads the page then. Once the user has typed or picked
 * something in it, a missing chunk does not reload the page either.
 */
export function useStaying(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const onInput = ({ target }: Event): void => {
      if (!MERELY_CHOSEN.includes((target as HTMLInputElement).type)) setUnsaved(TYPED, true);
    };
    setUnsaved(OPEN_SHEET, true);
    addEventListener('input', onInput);
    return () => {
      removeEventListener('input', onInput);
      setUnsaved(OPEN_SHEET, false);
      setUnsaved(TYPED, false);
    };
  }, [isOpen]);
}
