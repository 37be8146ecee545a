/** Chrome's on Android, and in no library of types. */
type OtpCredential = Credential & { code: string };

/**
 * The code of the next SMS that names this site in its last line (`@host #123456`), once its owner
 * has let the browser hand it over. Null where it does not come this way; the member types it then.
 */
export async function codeFromSms(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in globalThis)) return null;
  const options = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions;
  const credential = await navigator.credentials.get(options).catch(() => null);
  return (credential as OtpCredential | null)?.code ?? null;
}
