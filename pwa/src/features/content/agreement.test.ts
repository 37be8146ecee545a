import { beforeEach, describe, expect, it } from 'vitest';
import { acceptAgreement, isAccepted } from './agreement';

describe('the agreement', () => {
  beforeEach(() => localStorage.clear());

  it('is not accepted by anyone who has not closed it', () => {
    expect(isAccepted(['Be 20 or older'])).toBe(false);
  });

  it('is remembered on this phone', () => {
    acceptAgreement(['Be 20 or older', 'Own account only']);

    expect(isAccepted(['Be 20 or older', 'Own account only'])).toBe(true);
  });

  it('asks again when its text has changed', () => {
    acceptAgreement(['Be 20 or older']);

    expect(isAccepted(['Be 21 or older'])).toBe(false);
  });
});
