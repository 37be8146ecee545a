import { useEffect, useEffectEvent, useRef } from 'react';
import { useLookup } from '@/data/hooks/useLookup';

const KEY = 'remember-agreement';
const OPENS_AFTER_MS = 1500;

interface Prompt {
  isOpen: boolean;
  /** Nothing else is open that it would push aside. */
  isFree: boolean;
  open: () => void;
}

/**
 * Opens the agreement a moment after home has come up, unless this very text
 * was accepted. Closing it, however that is done, accepts it.
 */
export function useAgreementPrompt({ isOpen, isFree, open }: Prompt): void {
  const { data } = useLookup('agreements');
  const texts = data?.agreements;
  const show = useEffectEvent(open);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && texts) acceptAgreement(texts);
    wasOpen.current = isOpen;
    if (!isFree || !texts?.length || isAccepted(texts)) return;
    const timer = setTimeout(() => show(), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [texts, isOpen, isFree]);
}

/** For this text only: a changed one asks again. */
export function acceptAgreement(texts: string[]): void {
  localStorage.setItem(KEY, markOf(texts));
}

export function isAccepted(texts: string[]): boolean {
  return localStorage.getItem(KEY) === markOf(texts);
}

/** A short mark of the text, not a proof of it. */
function markOf(texts: string[]): string {
  let mark = 5381;
  for (const char of texts.join('\n')) mark = (Math.imul(mark, 33) ^ char.codePointAt(0)!) >>> 0;
  return mark.toString(36);
}
