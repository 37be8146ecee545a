import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/data/api/errors';
import { startI18n } from './index';
import { codeText, errorText, fieldTexts, whenUnverified } from './error-text';

describe('what an error says', () => {
  beforeAll(() => startI18n('en'));

  // spec 8.4
  it('is the catalogue entry of its code', () => {
    expect(errorText(new ApiError('WRONG_CREDENTIAL', 401))).toBe(
      'The phone number or password is not right',
    );
  });

  // spec 8.4
  it('is the code itself where the catalogue has no entry', () => {
    expect(codeText('SOMETHING_NEW')).toBe('SOMETHING_NEW');
  });

  it('is no entry of an object that merely has that name', () => {
    expect(codeText('constructor')).toBe('constructor');
  });

  it('has words of its own for what only the phone knows', () => {
    expect(errorText(new ApiError('NETWORK'))).toBe('No signal. Try again when you are connected');
  });

  it('calls a fault without a code a fault of ours', () => {
    expect(errorText(new TypeError('x'))).toBe('Something went wrong on our side. Please try again');
  });

  // spec 8.6, 9.42
  it('goes to the field that the answer names', () => {
    const error = new ApiError('INVALID_USER_INFO', 400, { fields: { inviteCode: 'INVALID_USER_INFO' } });

    expect(fieldTexts(error)).toEqual({ inviteCode: 'Some details are not right. Please check them' });
  });

  // spec 8.5
  it('leads to the login where the server cannot tell who is asking, and nowhere else', () => {
    const toLogin = vi.fn();
    whenUnverified(toLogin);

    errorText(new ApiError('WRONG_CREDENTIAL', 401));
    expect(toLogin).not.toHaveBeenCalled();

    errorText(new ApiError('UNAUTHORIZED', 401));
    expect(toLogin).toHaveBeenCalledOnce();
  });
});
