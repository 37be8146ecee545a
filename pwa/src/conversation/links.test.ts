// @pure
import { describe, expect, it } from 'vitest';
import { splitLinks } from './links';

const hrefs = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

describe('an address in a message', () => {
  it.each([
    ['see https://a.example/b?c=1#d now', ['https://a.example/b?c=1#d']],
    ['Thai follows at once: https://a.example/slipครับ', ['https://a.example/slip']],
    ['the full stop is the sentence’s: https://a.example/b.', ['https://a.example/b']],
    ['(https://a.example/b)', ['https://a.example/b']],
    ['https://a.example/b_(c)', ['https://a.example/b_(c)']],
    ['two https://a.example and https://b.example', ['https://a.example', 'https://b.example']],
  ])('an address is found in %j', (text, found) => {
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
    'https://krapao.example@evil.example/x',
    'https://krapao.example:443@evil.example',
  ])('an address that is not https, or names another host first, stays text: %s', (text) => {
    expect(hrefs(text)).toEqual([]);
  });

  it('the text around an address is complete', () => {
    const text = 'one https://a.example/b, two https:// three';

    expect(
      splitLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
