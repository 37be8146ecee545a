import { cleanTyping } from '@/data/kit/typed/written';
import type { Reading } from './reading';
import type { Format } from './use-formatted';

const pastedLine: Format = (typed, isPasted) => (isPasted ? cleanTyping(typed) : typed);

/** A few words on one line: pasted text loses invisible characters. */
export const line: Reading = { kind: 'line', format: pastedLine };

/** The same in capitals, as banks print names. */
export const capitals: Reading = {
  kind: 'capitals',
  format: (typed, isPasted) => pastedLine(typed, isPasted)?.toUpperCase(),
};
