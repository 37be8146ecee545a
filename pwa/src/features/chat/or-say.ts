import { errorText } from '@/i18n/error-text';
import { toast } from '@/ui/toast';

/** Does it, and says in a toast why it could not be done. */
export function orSay(doing: Promise<unknown>): void {
  doing.catch((error: unknown) => toast.error(errorText(error)));
}
