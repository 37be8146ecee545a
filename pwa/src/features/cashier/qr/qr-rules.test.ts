// @pure
import { describe, expect, it } from 'vitest';
import { chooseGateway } from './qr-rules';

const kbank = { provider: 'KBANK' as const, minDeposit: 10, presets: [] };
const ww = { provider: 'WW' as const, minDeposit: 100, presets: [] };

describe('the gateway for an amount', () => {
  const paytimz = { provider: 'PAYTIMZ' as const, minDeposit: 10, presets: [], maxDeposit: 400 };
  const offers = [ww, paytimz, kbank];

  it.each([
    ['the first that accepts the amount', 50_000, undefined, [], 'WW', false],
    ['the first before an amount is typed', undefined, undefined, [], 'WW', false],
    ['the first with a minimum below the amount', 5_000, undefined, [], 'PAYTIMZ', false],
    ['the only one that accepts one baht', 100, undefined, [], 'KBANK', false],
    ['the next with a maximum above the amount', 50_000, undefined, ['WW'], 'KBANK', false],
    ["the member's own choice, even if it does not accept the amount", 5_000, 'WW', [], 'WW', false],
    ['the next after a failed one', 30_000, undefined, ['WW'], 'PAYTIMZ', false],
    ['the first again after all have failed', 30_000, undefined, ['WW', 'PAYTIMZ', 'KBANK'], 'WW', true],
    ['the one with the lowest minimum for an amount below all', 50, undefined, [], 'PAYTIMZ', false],
  ] as const)('the gateway is %s', (_, satang, wanted, failed, provider, allFailed) => {
    const choice = chooseGateway(offers, satang, wanted, failed);

    expect([choice.offer?.provider, choice.allFailed]).toEqual([provider, allFailed]);
  });

  it('the gateway with the highest limit is used if all limits are lower', () => {
    const small = offers.map((each, i) => ({ ...each, maxDeposit: 100 + i }));

    expect(chooseGateway(small, 50_000, undefined, []).offer?.provider).toBe('KBANK');
  });
});
