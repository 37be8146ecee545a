// @pure
import { describe, expect, it } from 'vitest';
import { chooseGateway } from './qr-rules';

const kbank = { provider: 'KBANK' as const, minDeposit: 10, presets: [] };
const ww = { provider: 'WW' as const, minDeposit: 100, presets: [] };

describe('the gateway for an amount', () => {
  const paytimz = { provider: 'PAYTIMZ' as const, minDeposit: 10, presets: [], maxDeposit: 400 };
  const offers = [ww, paytimz, kbank];

  it.each([
    ['the first in the order', 50_000, undefined, [], 'WW', false],
    ['the first before an amount is typed', undefined, undefined, [], 'WW', false],
    ['the first that takes so little', 5_000, undefined, [], 'PAYTIMZ', false],
    ['whoever takes next to nothing', 100, undefined, [], 'KBANK', false],
    ['none that takes less than this', 50_000, undefined, ['WW'], 'KBANK', false],
    ["the member's own choice, even where it takes no such amount", 5_000, 'WW', [], 'WW', false],
    ['the next after one that failed', 30_000, undefined, ['WW'], 'PAYTIMZ', false],
    ['the first again when all have failed', 30_000, undefined, ['WW', 'PAYTIMZ', 'KBANK'], 'WW', true],
    ['the one with the lowest limit where all want more', 50, undefined, [], 'PAYTIMZ', false],
  ] as const)('the gateway is %s', (_, satang, wanted, failed, provider, spent) => {
    const choice = chooseGateway(offers, satang, wanted, failed);

    expect([choice.offer?.provider, choice.spent]).toEqual([provider, spent]);
  });

  it('the gateway with the highest limit is used if all limits are lower', () => {
    const small = offers.map((each, i) => ({ ...each, maxDeposit: 100 + i }));

    expect(chooseGateway(small, 50_000, undefined, []).offer?.provider).toBe('KBANK');
  });
});
