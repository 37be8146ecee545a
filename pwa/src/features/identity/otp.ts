import { instantNow, elapsedSince, type Instant } from '@/data/api/clock';
import { call } from '@/data/api/client';

export type OtpPurpose = 'register' | 'reset';

/** A code that was sent to a phone. */
export interface OtpSent {
  token: string;
  ref: string;
  sentAt: Instant;
}

const RESEND_AFTER_MS = 60_000;

/** Sends a code. Returns null if the phone is already verified and needs none. */
export async function sendOtp(phoneNumber: string, purpose: OtpPurpose): Promise<OtpSent | null> {
  const body = { phoneNumber, purpose };
  const response = await call('POST', '/api/otp/send', { body, auth: false });
  if (response.code === 'OTP_VERIFIED') return null;
  return { token: response.otpToken, ref: response.otpRef, sentAt: instantNow() };
}

/** Returns the whole seconds until another code may be sent. */
export function secondsToResend({ sentAt }: OtpSent): number {
  return Math.max(0, Math.ceil((RESEND_AFTER_MS - elapsedSince(sentAt)) / 1000));
}

/** Resolves if the code is right. Rejects with ApiError: OTP_CODE_INVALID, OTP_EXPIRED, OTP_BLOCK, … */
export async function verifyOtp(otpToken: string, otpCode: string): Promise<void> {
  const body = { otpToken, otpCode };
  await call('POST', '/api/otp/verify', { body, auth: false });
}
