import { errorText } from '@/i18n/error-text';
import { toast } from '@/ui/toast';

/** Shows a toast with the reason if the promise rejects. */
export function toastFailure(promise: Promise<unknown>): void {
  promise.catch((error: unknown) => toast.error(errorText(error)));
}
