import { renderHook } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '@/i18n';
import { useSlipFixText } from './use-slip-fix-text';

beforeAll(() => startI18n('en'));

it.each(['DEPOSIT_LIMIT', 'SELF_EXCLUDED', 'INACTIVE_USER'])(
  'money that arrived and is held for return needs no other slip: %s',
  (note) => {
    const { result } = renderHook(() => useSlipFixText());

    expect(result.current(note)).toMatch(/returns it to the account it came from/);
  },
);

it('the text for an unknown reason asks for the slip again', () => {
  const { result } = renderHook(() => useSlipFixText());

  expect(result.current('A_NEW_REASON')).toMatch(/^Send it again/);
});
