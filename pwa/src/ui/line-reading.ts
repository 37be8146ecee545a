import { cleanTyping } from '@/data/kit/typed/written';
import type { Reading } from './reading';
import type { Format } from './use-formatted';

const formatPastedLine: Format = (typed, isPasted) => (isPasted ? cleanTyping(typed) : typed);

/** A few words on one line: pasted text loses invisible characters. */
export const lineReading: Reading = { kind: 'line', format: formatPastedLine };

/** The same in capitals, as banks print names. */
export const capitalsReading: Reading = {
  kind: 'capitals',
  format: (typed, isPasted) => formatPastedLine(typed, isPasted)?.toUpperCase(),
};
