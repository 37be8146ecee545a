// @pure
import { describe, expect, it } from 'vitest';
import { linksIn, phoneAddress, safeAddress } from './links';

const hrefs = (text: string) => linksIn(text).flatMap(({ href }) => href ?? []);

describe('an address in a message', () => {
  it.each([
    ['see https://a.example/b?c=1#d now', ['https://a.example/b?c=1#d']],
    ['Thai follows at once: https://a.example/slipครับ', ['https://a.example/slip']],
    ['the full stop is the sentence’s: https://a.example/b.', ['https://a.example/b']],
    ['(https://a.example/b)', ['https://a.example/b']],
    ['https://a.example/b_(c)', ['https://a.example/b_(c)']],
    ['two https://a.example and https://b.example', ['https://a.example', 'https://b.example']],
  ])('is found in %j', (text, found) => {
    expect(hrefs(text)).toEqual(found);
  });

  it.each([
    'http://a.example',
    'javascript:alert(1)',
    'krapao://pay',
    'ftp://a.example',
    'https://',
    'data:text/html,x',
    'a.example',
  ])('stays words where it is not https: %s', (text) => {
    expect(hrefs(text)).toEqual([]);
  });

  it('loses none of the words round it', () => {
    const text = 'one https://a.example/b, two https:// three';

    expect(
      linksIn(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});

describe('a button', () => {
  it.each(['http://a.example', 'javascript:alert(1)', 'nonsense', ''])('leads nowhere by %j', (payload) => {
    expect(safeAddress(payload)).toBeUndefined();
  });

  it('leads to https', () => {
    expect(safeAddress('https://a.example/b')).toBe('https://a.example/b');
  });

  it.each([
    ['+66 2 123 4567', 'tel:+6621234567'],
    ['tel:021234567', 'tel:021234567'],
    ['02-123-4567', 'tel:021234567'],
  ])('calls %s', (payload, href) => {
    expect(phoneAddress(payload)).toBe(href);
  });

  it.each(['*100#', '02123;ext=1', 'javascript:1', ''])('does not call %j', (payload) => {
    expect(phoneAddress(payload)).toBeUndefined();
  });
});
