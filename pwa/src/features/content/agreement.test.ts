import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { versionOf } from '@/data/engine/resources/use-resource';
import { showSheet, useSheet } from '@/nav/sheets';
import { acceptAgreement, isAccepted, useAgreementPrompt } from './agreement';

vi.mock('@/nav/sheets', () => ({ showSheet: vi.fn(), useSheet: vi.fn() }));
vi.mock('@/data/domains/wallet/use-home', () => ({ useHome: () => ({ data: { profile: { _id: 'M1' } } }) }));
vi.mock('@/data/engine/resources/use-resource', async (original) => ({
  ...(await original<object>()),
  useResource: () => ({ data: { agreements: ['<p>Be fair.</p>'] }, version: '2a' }),
}));

describe('the agreement', () => {
  beforeEach(() => localStorage.clear());

  it('is not accepted by anyone who has not closed it', () => {
    expect(isAccepted('M1', '2a')).toBe(false);
  });

  // spec 3.38c
  it('is remembered on this phone, of each member by themselves', () => {
    acceptAgreement('M1', '2a');
    expect(isAccepted('M1', '2a')).toBe(true);
    expect(isAccepted('M2', '2a')).toBe(false);
    expect(Object.keys({ ...localStorage })).toEqual(['remember-agreement']);

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

describe('the prompt at home', () => {
  const open = vi.mocked(showSheet);
  const isOpen = (is: boolean) =>
    vi
      .mocked(useSheet)
      .mockReturnValue({ open: is ? 'agreement' : undefined, under: [], moving: false } as never);
  const atHome = () => renderHook(() => useAgreementPrompt());

  beforeEach(() => {
    localStorage.clear();
    open.mockReset();
    isOpen(false);
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  // spec 2.51a, 9.39
  it('opens by itself a second and a half after home has come up', () => {
    atHome();

    act(() => vi.advanceTimersByTime(1_499));
    expect(open).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));

    expect(open).toHaveBeenCalledOnce();
  });

  // spec 2.51b
  it('stays away from whoever accepted it', () => {
    acceptAgreement('M1', '2a');
    atHome();

    act(() => vi.advanceTimersByTime(60_000));

    expect(open).not.toHaveBeenCalled();
  });

  // spec 2.52
  it('counts as accepted once it is closed', () => {
    const { rerender } = atHome();
    isOpen(true);
    rerender();
    expect(isAccepted('M1', '2a')).toBe(false);

    isOpen(false);
    rerender();

    expect(isAccepted('M1', '2a')).toBe(true);
  });
});
