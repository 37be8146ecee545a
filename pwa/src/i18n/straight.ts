/** What turns the direction of a line: with one of these in a name, an amount behind it reads backwards. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a value as it may stand in a sentence. React escapes what is HTML. */
export function straight(value: unknown): string {
  return String(value).replace(TURNS, '');
}
