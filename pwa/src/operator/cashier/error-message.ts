import { isApiError } from '@/data/api/errors';
import { say, trouble, type Word } from '../i18n';
import th from '../i18n/th/cashier.json';

/** Returns the text of an error, with the field's name if the server named one. */
export function troubleIn(error: unknown): string {
  const [field] = isApiError(error) ? Object.keys(error.fields ?? {}) : [];
  const words = field && Object.hasOwn(th.field, field) ? say(`cash.field.${field}` as Word) : undefined;
  return words ? `${trouble(error)} (${words})` : trouble(error);
}
