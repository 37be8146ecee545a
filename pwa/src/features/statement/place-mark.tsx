import type { Place } from '@/data/api/types';
import { bankMarks } from '@/ui/bank-marks';
import { BankMark } from '@/ui/bank-tile';

/** Shows the logo of a bank, or of the wallet that gifts come from, in front of the name. */
export function PlaceMark({ place }: { place: Place | undefined }) {
  const code = place?.kind === 'gift' ? 'TRUEWALLET' : place?.kind === 'bank' ? place.code : undefined;
  if (!code || !Object.hasOwn(bankMarks, code)) return null;
  return <BankMark code={code} className="mr-1 inline-block size-[1.3em] rounded-[4px] align-[-0.25em]" />;
}
