import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import { useResource } from '@/data/engine/resources/use-resource';
import fixes from '@/i18n/th/cashier.json';
import { useDuration } from './duration';

type Note = keyof (typeof fixes)['fix'];

/** Reasons why money that arrived may not be credited to the member. It is returned to its sender. */
export const heldNotes = ['DEPOSIT_LIMIT', 'SELF_EXCLUDED', 'INACTIVE_USER'];

/** Returns a function for what the member can do about a refused slip. */
export function useSlipFixText(): (note: string) => string {
  const { t } = useTranslation('cashier');
  const duration = useDuration();
  const minutes = useResource('slip').data?.withinMinutes ?? 60;
  return (note) => {
    const known = Object.hasOwn(fixes.fix, note) ? (note as Note) : 'other';
    return t(`fix.${heldNotes.includes(note) ? 'held' : known}`, { within: duration(minutes) });
  };
}
