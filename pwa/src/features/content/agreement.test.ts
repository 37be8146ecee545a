import { beforeEach, describe, expect, it } from 'vitest';
import { versionOf } from '@/data/resources/useResource';
import { acceptAgreement, isAccepted } from './agreement';

describe('the agreement', () => {
  beforeEach(() => localStorage.clear());

  it('is not accepted by anyone who has not closed it', () => {
    expect(isAccepted('M1', '2a')).toBe(false);
  });

  // spec 2.51, 2.52
  it('is remembered on this phone, of each member by themselves', () => {
    acceptAgreement('M1', '2a');
    expect(isAccepted('M1', '2a')).toBe(true);
    expect(isAccepted('M2', '2a')).toBe(false);

    acceptAgreement('M2', '2a');

    expect(isAccepted('M1', '2a')).toBe(true);
  });

  it('asks again when its text has changed', () => {
    acceptAgreement('M1', '2a');

    expect(isAccepted('M1', '2b')).toBe(false);
  });

  it.each(['"2a-th"', '"2a-lo"', '"2a-en"', 'W/"2a-th"'])('is the same in every language: %s', (etag) => {
    acceptAgreement('M1', versionOf('"2a-th"'));

    expect(isAccepted('M1', versionOf(etag))).toBe(true);
  });

  it.each(['1x9z', '12345', 'null', '["M1"]'])('asks once more where an older app had written %s', (kept) => {
    localStorage.setItem('remember-agreement', kept);

    expect(isAccepted('M1', '2a')).toBe(false);
    acceptAgreement('M1', '2a');
    expect(isAccepted('M1', '2a')).toBe(true);
  });
});
