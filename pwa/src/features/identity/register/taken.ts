import { call } from '@/data/api/client';
import { isApiError } from '@/data/api/errors';

/**
 * Whether the phone, which has just been proved, has an account: told before anybody fills in the
 * rest. Where the answer does not come the steps go on, which ask again.
 */
export async function isTaken(phone: string, otpToken: string | undefined): Promise<boolean> {
  try {
    await call('POST', '/api/account/validate', { body: { username: phone, ...(otpToken && { otpToken }) }, auth: false });
    return false;
  } catch (error) {
    return isApiError(error) && error.code === 'EXISTING_USER';
  }
}
