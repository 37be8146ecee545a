/** Blocks reloads of the page while a sheet is open. */
import { useEffect } from 'react';
import { OPEN_SHEET, setUnsaved } from '@/data/kit/unsaved-work';

const TYPED = 'typed in the sheet';
/** Input types that do not count as unsaved work, because one tap repeats the choice. */
const ONE_TAP_TYPES = ['radio', 'checkbox'];

/**
 * Blocks reloads while a sheet is open. No update reloads the page then. Once the user has typed or picked
 * something in the sheet, a missing chunk does not reload the page either.
 */
export function useReloadBlock(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const onInput = ({ target }: Event): void => {
      if (!ONE_TAP_TYPES.includes((target as HTMLInputElement).type)) setUnsaved(TYPED, true);
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
