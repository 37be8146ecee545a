import { useEffect, useRef } from 'react';
import { useHome } from '@/data/domains/wallet/use-home';
import { useResource } from '@/data/engine/resources/use-resource';
import { showSheet, useSheet } from '@/nav/sheets';
import { deviceStorage } from '@/data/kit/web-storage';

/** JSON: member id to the version of the texts that the member accepted. */
const KEY = 'remember-agreement';
const OPENS_AFTER_MS = 1500;

/**
 * Opens the agreement shortly after home is shown, unless this member has accepted this version in any
 * language. Closing the agreement in any way accepts it.
 */
export function useAgreementPrompt(): void {
  const { open } = useSheet();
  const isOpen = open === 'agreement';
  // True if no other sheet is open: the agreement would replace it.
  const isFree = !open;
  const { data, version } = useResource('agreements');
  const memberId = useHome().data?.profile?._id;
  const hasTexts = Boolean(data?.agreements.length);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (!memberId || !version) return;
    if (wasOpen.current && !isOpen && hasTexts) acceptAgreement(memberId, version);
    wasOpen.current = isOpen;
    if (!isFree || !hasTexts || isAccepted(memberId, version)) return;
    const timer = setTimeout(() => showSheet('agreement'), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [memberId, version, hasTexts, isOpen, isFree]);
}

/** Stores that the member accepted this version. A later version is shown again. */
export function acceptAgreement(memberId: string, version: string): void {
  deviceStorage.set(KEY, JSON.stringify({ ...readAccepted(), [memberId]: version }));
}

export function isAccepted(memberId: string, version: string): boolean {
  return readAccepted()[memberId] === version;
}

/**
 * Returns the accepted version by member id. Data of an earlier app version does not name members; then the
 * agreement is shown once more.
 */
function readAccepted(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(deviceStorage.get(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
