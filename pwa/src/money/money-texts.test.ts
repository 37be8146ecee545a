import { renderHook } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { ApiError, NETWORK, NOT_OURS } from '@/data/api/errors';
import { startI18n } from '@/i18n';
import { useMoneyProblem } from './money-texts';

beforeAll(() => startI18n('en'));

const UNKNOWN = "We don't know the result yet. Check Activity before you try again";
const NOT_SENT = "Nothing was sent. Try again when you're back online";

it.each([
  ['whose response was lost', new ApiError(NETWORK), UNKNOWN],
  ['whose response a proxy replaced', new ApiError(NOT_OURS), UNKNOWN],
  ['that got a server error', new ApiError('INTERNAL_SERVER_ERROR', 500), UNKNOWN],
  ['that was never sent', new ApiError(NETWORK, 0, { extra: { sent: false } }), NOT_SENT],
])('the text of a money command %s states what is known about the money', (_, error, text) => {
  const { result } = renderHook(() => useMoneyProblem());

  expect(result.current(error)).toBe(text);
});

it('the text of a refused money command comes from the catalogue', () => {
  const { result } = renderHook(() => useMoneyProblem());

  expect(result.current(new ApiError('INTERNAL_SERVER_ERROR', 503))).not.toBe(UNKNOWN);
});
