import type { InferInput } from 'valibot';
import type { bankSchema, profileSchema } from '../schemas';

/** What stands in the steps' fields, as it was typed: in memory only, for whoever goes back and forth. */
export interface Typed {
  profile?: InferInput<typeof profileSchema>;
  bank?: InferInput<typeof bankSchema>;
}
