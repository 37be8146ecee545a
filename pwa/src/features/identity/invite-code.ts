const KEY = 'code';

/** Keeps the code of an invite link (`/register?code=PR8K2M4`) until the account is made. */
export function keepInviteCode(code: string | undefined): void {
  if (code) localStorage.setItem(KEY, code);
}

export function inviteCode(): string {
  return localStorage.getItem(KEY) ?? '';
}

export function forgetInviteCode(): void {
  localStorage.removeItem(KEY);
}
