import { call } from '@/data/api/client';
import { isApiError } from '@/data/api/errors';
import { inviteCode, noteRefused } from '../invite-code';

/**
 * Whether the phone, which has just been proved, has an account: told before anybody fills in the
 * rest, and so is a friend's code that nobody has. Where the answer does not come the steps go on, which ask again.
 */
export async function isTaken(phone: string, otpToken: string | undefined): Promise<boolean> {
  const code = inviteCode();
  try {
    const body = { username: phone, ...(otpToken && { otpToken }), ...(code && { inviteCode: code }) };
    await call('POST', '/api/account/validate', { body, auth: false });
    return false;
  } catch (error) {
    if (isApiError(error) && error.fields?.inviteCode) noteRefused(code);
    return isApiError(error) && error.code === 'EXISTING_USER';
  }
}
