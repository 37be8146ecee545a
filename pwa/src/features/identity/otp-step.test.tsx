import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import '@/i18n/signup-texts';
import { startI18n } from '@/i18n';
import { verifyOtp } from './otp';
import { OtpStep } from './otp-step';

vi.mock('./otp', async (original) => ({
  ...(await original<typeof import('./otp')>()),
  verifyOtp: vi.fn(),
  sendOtp: vi.fn(),
}));

beforeAll(() => startI18n('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.mocked(verifyOtp).mockReset();
});

/** Simulates a browser that reads SMS codes, like Chrome on Android. */
function stubSmsReader() {
  const requests: CredentialRequestOptions[] = [];
  let provideSms: (code: string) => void = () => {};
  const getCredential = (options: CredentialRequestOptions) => {
    requests.push(options);
    return new Promise((resolve, reject) => {
      provideSms = (code) => resolve({ code });
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
    });
  };
  vi.stubGlobal('OTPCredential', class {});
  vi.stubGlobal('navigator', { ...navigator, credentials: { get: getCredential } });
  return { requests, provideSms: (code: string) => provideSms(code) };
}

function buildStep(token: string, onConfirmed = vi.fn()) {
  const otp = { token, ref: 'ABCDE', sentAt: { at: 0, steady: 0 } };
  return (
    <OtpStep phone="0812345678" purpose="register" otp={otp} onConfirmed={onConfirmed} onResent={vi.fn()} />
  );
}

it('the code is read from the SMS that the phone provides, and submitted', async () => {
  const { provideSms } = stubSmsReader();
  const onConfirmed = vi.fn();
  render(buildStep('t1', onConfirmed));

  provideSms('123456');

  await waitFor(() => expect(onConfirmed).toHaveBeenCalledOnce());
  expect(verifyOtp).toHaveBeenCalledWith('t1', '123456');
});

it('reading an SMS starts again for a new code, and stops when the step closes', () => {
  const { requests } = stubSmsReader();
  const { rerender, unmount } = render(buildStep('t1'));

  rerender(buildStep('t2'));
  expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  unmount();

  expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  expect(requests[0]).toMatchObject({ otp: { transport: ['sms'] } });
});

it('the field lets the keyboard offer the code if the browser reads no SMS', () => {
  render(buildStep('t1'));

  expect(screen.getByLabelText('Code from the SMS').getAttribute('autocomplete')).toBe('one-time-code');
  expect(verifyOtp).not.toHaveBeenCalled();
});
