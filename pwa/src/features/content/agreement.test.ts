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

  it('the agreement is not accepted until the member has closed it', () => {
    expect(isAccepted('M1', '2a')).toBe(false);
  });

  // spec 3.38c
  it('acceptance is stored on this device for each member', () => {
    acceptAgreement('M1', '2a');
    expect(isAccepted('M1', '2a')).toBe(true);
    expect(isAccepted('M2', '2a')).toBe(false);
    expect(Object.keys({ ...localStorage })).toEqual(['remember-agreement']);

    acceptAgreement('M2', '2a');

    expect(isAccepted('M1', '2a')).toBe(true);
  });

  it('a changed agreement is shown again', () => {
    acceptAgreement('M1', '2a');

    expect(isAccepted('M1', '2b')).toBe(false);
  });

  it.each(['"2a-th"', '"2a-lo"', '"2a-en"', 'W/"2a-th"'])(
    'the agreement is the same in every language: %s',
    (etag) => {
      acceptAgreement('M1', versionOf('"2a-th"'));

      expect(isAccepted('M1', versionOf(etag))).toBe(true);
    },
  );

  it.each(['1x9z', '12345', 'null', '["M1"]'])(
    'the agreement is shown once more if an older app had stored %s',
    (stored) => {
      localStorage.setItem('remember-agreement', stored);

      expect(isAccepted('M1', '2a')).toBe(false);
      acceptAgreement('M1', '2a');
      expect(isAccepted('M1', '2a')).toBe(true);
    },
  );
});

describe('the prompt at home', () => {
  const showSheetMock = vi.mocked(showSheet);
  const setOpen = (isOpen: boolean) =>
    vi
      .mocked(useSheet)
      .mockReturnValue({ open: isOpen ? 'agreement' : undefined, under: [], moving: false } as never);
  const renderPrompt = () => renderHook(() => useAgreementPrompt());

  beforeEach(() => {
    localStorage.clear();
    showSheetMock.mockReset();
    setOpen(false);
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  // spec 2.51a, 9.39
  it('the agreement opens automatically a second and a half after home is shown', () => {
    renderPrompt();

    act(() => vi.advanceTimersByTime(1_499));
    expect(showSheetMock).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));

    expect(showSheetMock).toHaveBeenCalledOnce();
  });

  // spec 2.51b
  it('the agreement does not open after acceptance', () => {
    acceptAgreement('M1', '2a');
    renderPrompt();

    act(() => vi.advanceTimersByTime(60_000));

    expect(showSheetMock).not.toHaveBeenCalled();
  });

  // spec 2.52
  it('closing the agreement counts as acceptance', () => {
    const { rerender } = renderPrompt();
    setOpen(true);
    rerender();
    expect(isAccepted('M1', '2a')).toBe(false);

    setOpen(false);
    rerender();

    expect(isAccepted('M1', '2a')).toBe(true);
  });
});
