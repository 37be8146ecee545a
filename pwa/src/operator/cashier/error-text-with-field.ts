import { isApiError } from '@/data/api/errors';
import { t, errorTextOf, type TextKey } from '../i18n';
import th from '../i18n/th/cashier.json';

/** Returns the text of an error, with the field's name if the server named one. */
export function errorTextWithField(error: unknown): string {
  const [field] = isApiError(error) ? Object.keys(error.fields ?? {}) : [];
  const fieldName = field && Object.hasOwn(th.field, field) ? t(`cash.field.${field}` as TextKey) : undefined;
  return fieldName ? `${errorTextOf(error)} (${fieldName})` : errorTextOf(error);
}
