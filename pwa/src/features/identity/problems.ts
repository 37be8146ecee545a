import { useTranslation } from 'react-i18next';
import type { FieldError } from 'react-hook-form';
import type problems from '@/i18n/th/identity.json';

export type Problem = keyof (typeof problems)['problem'];

/** A schema's message, checked to be one that can be said. */
export function say(problem: Problem): Problem {
  return problem;
}

/** The words for a field's error: our own by name, the server's as they came. */
export function useProblemText(): (error: FieldError | undefined) => string | undefined {
  const { t } = useTranslation('identity');
  return (error) => {
    if (!error) return undefined;
    return error.type === 'server' ? error.message : t(`problem.${error.message as Problem}`);
  };
}
