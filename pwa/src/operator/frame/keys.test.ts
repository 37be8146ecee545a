import { describe, expect, it } from 'vitest';
import { actOf, takesLetters, type Pressed } from './keys';

const press = (code: string, key: string, some: Partial<Pressed> = {}): Pressed => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...some,
});

describe('the keys', () => {
  it.each([
    ['KeyJ', 'j', 'next'],
    ['KeyK', 'k', 'previous'],
    ['KeyA', 'a', 'take'],
    ['KeyC', 'c', 'close'],
    ['KeyR', 'r', 'reply'],
    ['Slash', '/', 'canned'],
    ['Escape', 'Escape', 'back'],
  ])('%s is %s: %s', (code, key, act) => {
    expect(actOf(press(code, key), false)).toBe(act);
  });

  it.each([
    ['KeyJ', '่', 'next'],
    ['Slash', 'ฝ', 'canned'],
    ['KeyA', 'ັ', 'take'],
  ])('are the same places on a Thai or Lao keyboard: %s, which writes %s', (code, key, act) => {
    expect(actOf(press(code, key), false)).toBe(act);
  });

  it('leave the browser its shortcuts and the field its letters', () => {
    expect([
      actOf(press('KeyC', 'c', { ctrlKey: true }), false),
      actOf(press('KeyA', 'a', { metaKey: true }), false),
      actOf(press('KeyJ', 'J', { shiftKey: true }), false),
      actOf(press('KeyJ', 'j'), true),
      actOf(press('Slash', 'ฝ'), true),
      actOf(press('KeyJ', 'j', { isComposing: true }), false),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it('lead out of a field all the same', () => {
    expect(actOf(press('Escape', 'Escape'), true)).toBe('back');
  });

  it('work while a filter has the focus, which takes no letters', () => {
    const radio = Object.assign(document.createElement('input'), { type: 'radio' });

    expect([
      takesLetters(radio),
      takesLetters(document.createElement('input')),
      takesLetters(document.createElement('textarea')),
    ]).toEqual([false, true, true]);
  });
});
