import type { InferInput } from 'valibot';
import type { bankSchema, profileSchema } from '../schemas';

/** What stands in the steps' fields, as it was typed. After a reload it lacks the passwords. */
export interface Typed {
  profile?: Partial<InferInput<typeof profileSchema>>;
  bank?: InferInput<typeof bankSchema>;
}
