/** Name of the unsaved work in an open sheet, which blocks a reload of the page. */
import { useEffect } from 'react';
import { OPEN_SHEET, setDirty } from '@/data/kit/unsaved-work';

const TYPED = 'typed in the sheet';
/** Input types whose choice a single tap repeats, so that they do not count. */
const MERELY_CHOSEN = ['radio', 'checkbox'];

/**
 * While a sheet is open no update reloads the page. Once something was typed or picked in it, a missing chunk
 * does not either.
 */
export function useStaying(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const onInput = ({ target }: Event): void => {
      if (!MERELY_CHOSEN.includes((target as HTMLInputElement).type)) setDirty(TYPED, true);
    };
    setDirty(OPEN_SHEET, true);
    addEventListener('input', onInput);
    return () => {
      removeEventListener('input', onInput);
      setDirty(OPEN_SHEET, false);
      setDirty(TYPED, false);
    };
  }, [isOpen]);
}
