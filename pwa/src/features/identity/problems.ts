import { useTranslation } from 'react-i18next';
import type { FieldError, FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type problems from '@/i18n/th/identity.json';
import { isApiError } from '@/data/api/errors';
import '@/i18n/signup-texts';
import { errorText, fieldTexts } from '@/i18n/error-text';

export type Problem = keyof (typeof problems)['problem'];

/** Returns the key unchanged. The type ensures that the catalogue has a text for the key. */
export function messageKey(problem: Problem): Problem {
  return problem;
}

/**
 * Returns a function for the text of a field's error. The app's own errors are looked up by name; the
 * server's text is used as received.
 */
export function useProblemText(): (error: FieldError | undefined) => string | undefined {
  const { t } = useTranslation('identity');
  return (error) => {
    if (!error) return undefined;
    return error.type === 'server' ? error.message : t(`problem.${error.message as Problem}`);
  };
}

const reasons = ['phone', 'name', 'app', 'pattern', 'common'] as const;

/** Returns the reason why the server rejected a new password as easy to guess. An older server has none. */
export function findGuessableReason(error: unknown): (typeof reasons)[number] | undefined {
  return isApiError(error) ? reasons.find((reason) => reason === error.extra.guessable) : undefined;
}

/** Returns the text for a new password that the server rejected as easy to guess. */
export function useGuessableText(): (error: unknown) => string {
  const { t } = useTranslation('signup');
  return (error) => t(`guessable.${findGuessableReason(error) ?? 'unknown'}`);
}

/**
 * Shows a refusal under the fields that it names, and returns undefined. If it names none, returns its text,
 * to be shown above the button. `formFields` maps the API's field names to the form's.
 */
export function showFieldErrors<Form extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Form>,
  formFields: Record<string, Path<Form>>,
  /** Simpler texts than the catalogue has, for fields with only one possible error. */
  simpleTexts: Record<string, string> = {},
): string | undefined {
  const placed = Object.entries(fieldTexts(error))
    .filter(([field]) => formFields[field])
    .map(([field, text]) => [field, simpleTexts[field] ?? text] as const);
  placed.forEach(([field, message], i) => {
    setError(formFields[field]!, { type: 'server', message }, { shouldFocus: i === 0 });
  });
  return placed.length > 0 ? undefined : errorText(error);
}
