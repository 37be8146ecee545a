/** What an open sheet says to those who would reload the page under it. */
import { useEffect } from 'react';
import { OPEN_SHEET, setDirty } from '@/data/kit/unsaved-work';

const TYPED = 'typed in the sheet';
/** Chosen again with one tap. */
const MERELY_CHOSEN = ['radio', 'checkbox'];

/** No update comes under an open sheet. Once something was typed or picked in it, no missing chunk does either. */
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
