import { instant, passedSince, type Instant } from '@/data/api/clock';
import { call } from '@/data/api/client';

export type OtpPurpose = 'register' | 'reset';

/** A code on its way to a phone. */
export interface OtpSent {
  token: string;
  ref: string;
  sentAt: Instant;
}

const RESEND_AFTER_MS = 60_000;

/** Sends a code. Null where the phone is verified already, so that none is needed. */
export async function sendOtp(phoneNumber: string, purpose: OtpPurpose): Promise<OtpSent | null> {
  const body = { phoneNumber, purpose };
  const answer = await call('POST', '/api/otp/send', { body, auth: false });
  if (answer.code === 'OTP_VERIFIED') return null;
  return { token: answer.otpToken, ref: answer.otpRef, sentAt: instant() };
}

/** Whole seconds until another one may be asked for. */
export function secondsToResend({ sentAt }: OtpSent): number {
  return Math.max(0, Math.ceil((RESEND_AFTER_MS - passedSince(sentAt)) / 1000));
}

/** Resolves where the code is right. Throws ApiError: OTP_CODE_INVALID, OTP_EXPIRED, OTP_BLOCK, … */
export async function verifyOtp(otpToken: string, otpCode: string): Promise<void> {
  const body = { otpToken, otpCode };
  await call('POST', '/api/otp/verify', { body, auth: false });
}
