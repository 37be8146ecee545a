import { describe, expect, it } from 'vitest';
import { placeOf } from './place';

describe('one end of a movement', () => {
  it.each([
    ['WALLET', { kind: 'wallet' }],
    ['QR PAYTIMZ', { kind: 'qr', gateway: 'PAYTIMZ' }],
    ['KTB xxx4821', { kind: 'account', bank: 'KTB', tail: '4821' }],
    ['KTB xxx309913x', { kind: 'account', bank: 'KTB', tail: '9913' }],
    ['KBANK xxx-x-x7230-x', { kind: 'account', bank: 'KBANK', tail: '7230' }],
    ['TrueMoney', { kind: 'other', name: 'TrueMoney' }],
    ['KTB', { kind: 'other', name: 'KTB' }],
    ['', { kind: 'other', name: '' }],
  ])('%j is %j', (name, place) => {
    expect(placeOf(name)).toEqual(place);
  });
});
