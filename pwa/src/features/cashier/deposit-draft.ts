import type { DepositWays, QrProvider } from '@/data/domains/cash/types';
import { useTyped } from '@/nav/way-back';
import { lapnetOf, type DepositSections } from './deposit-sections';

export type Way = 'bank' | 'qr' | 'wallet';

/** What was chosen and typed so far: it outlives the step that replaces the tabs. */
export interface DepositDraft {
  /** Undefined until one was chosen. */
  way: Way | undefined;
  /** Of the QR gateways; undefined where the app is to choose. */
  provider: QrProvider | undefined;
  /** The gateways that have just made no QR, the last one at the end. */
  failed: readonly QrProvider[];
  /** In satang. */
  qrAmount: number | undefined;
  announceAmount: number | undefined;
  link: string;
  /** The link that another app has shared into this one; empty where there is none. */
  sharedLink: string;
  /** Why the last try was refused, where that is to be read and not just heard. */
  refused: unknown;
}

export type ChangeDraft = (changes: Partial<DepositDraft>) => void;

export function useDepositDraft(): [DepositDraft, ChangeDraft] {
  const [draft, setDraft] = useTyped<DepositDraft>('deposit', {
    way: undefined,
    provider: undefined,
    failed: [],
    qrAmount: undefined,
    announceAmount: undefined,
    link: '',
    sharedLink: '',
    refused: undefined,
  });
  return [draft, (changes) => setDraft((before) => ({ ...before, ...changes }))];
}

/** The draft after a gateway has made no QR: the next one is offered, whoever chose this one. */
export function without({ failed }: DepositDraft, provider: QrProvider): Partial<DepositDraft> {
  return { provider: undefined, failed: [...failed.filter((each) => each !== provider), provider] };
}

/** The tabs that there is something in. */
export function openWays(ways: DepositWays, sections: DepositSections): Way[] {
  return [
    ...(sections.bank.length > 0 ? (['bank'] as const) : []),
    ...((ways.qr ?? []).length + sections.qr.length > 0 || lapnetOf(ways.banks) ? (['qr'] as const) : []),
    ...(ways.wallets.length > 0 ? (['wallet'] as const) : []),
  ];
}
