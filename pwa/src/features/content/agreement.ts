import { useEffect, useEffectEvent, useRef } from 'react';
import { useHome } from '@/data/resources/useHome';
import { useResource } from '@/data/resources/useResource';

/** JSON: by member, the version of the texts that they accepted. */
const KEY = 'remember-agreement';
const OPENS_AFTER_MS = 1500;

interface Prompt {
  isOpen: boolean;
  /** Nothing else is open that it would push aside. */
  isFree: boolean;
  open: () => void;
}

/**
 * Opens the agreement a moment after home has come up, unless this member accepted this version of
 * it, in whichever language. Closing it, however that is done, accepts it.
 */
export function useAgreementPrompt({ isOpen, isFree, open }: Prompt): void {
  const { data, version } = useResource('agreements');
  const memberId = useHome().data?.profile?._id;
  const hasTexts = Boolean(data?.agreements.length);
  const show = useEffectEvent(open);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (!memberId || !version) return;
    if (wasOpen.current && !isOpen && hasTexts) acceptAgreement(memberId, version);
    wasOpen.current = isOpen;
    if (!isFree || !hasTexts || isAccepted(memberId, version)) return;
    const timer = setTimeout(() => show(), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [memberId, version, hasTexts, isOpen, isFree]);
}

/** For this version only: a changed text asks again. */
export function acceptAgreement(memberId: string, version: string): void {
  localStorage.setItem(KEY, JSON.stringify({ ...accepted(), [memberId]: version }));
}

export function isAccepted(memberId: string, version: string): boolean {
  return accepted()[memberId] === version;
}

/** What an earlier version of the app wrote says nothing of members: it is asked once more. */
function accepted(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}
