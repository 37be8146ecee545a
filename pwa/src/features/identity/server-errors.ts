import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { errorText, fieldTexts } from '@/i18n/error-text';

/**
 * Puts a refusal where it belongs: under the fields that it names, else it is
 * returned to be said above the action. `places` maps the wire's names to ours.
 */
export function placeErrors<Form extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Form>,
  places: Record<string, Path<Form>>,
  /** Plainer words than the catalogue's, for fields where only one thing can be wrong. */
  words: Record<string, string> = {},
): string | undefined {
  const placed = Object.entries(fieldTexts(error))
    .filter(([field]) => places[field])
    .map(([field, text]) => [field, words[field] ?? text] as const);
  placed.forEach(([field, message], i) => {
    setError(places[field]!, { type: 'server', message }, { shouldFocus: i === 0 });
  });
  return placed.length > 0 ? undefined : errorText(error);
}
