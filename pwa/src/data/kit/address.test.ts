// @pure
import { describe, expect, it } from 'vitest';
import { mailAddress, namesAnotherHost, phoneAddress, webAddress } from './address';

describe('a web address', () => {
  it.each([
    'http://a.example',
    'javascript:alert(1)',
    'nonsense',
    '',
    'https://krapao.example@evil.example/x',
    'https://krapao.example:443@evil.example/x',
    'https://:word@evil.example/',
    'blob:https://a.example/1',
  ])('%j is no web address', (text) => {
    expect(webAddress(text)).toBeUndefined();
  });

  it.each([
    ['https://a.example/b', 'a.example'],
    ['https://A.example:8443/b@c', 'a.example:8443'],
    ['https://аpple.com', 'xn--pple-43d.com'],
  ])('%s opens %s', (text, host) => {
    expect(webAddress(text)?.host).toBe(host);
  });
});

describe('a phone number', () => {
  it.each([
    ['+66 2 123 4567', 'tel:+6621234567'],
    ['tel:021234567', 'tel:021234567'],
    ['02-123-4567', 'tel:021234567'],
  ])('%s is called', (payload, href) => {
    expect(phoneAddress(payload)).toBe(href);
  });

  it.each(['*100#', 'tel:*21*0812345678%23', '02123;ext=1', 'javascript:1', ''])(
    '%j is no phone number',
    (payload) => {
      expect(phoneAddress(payload)).toBeUndefined();
    },
  );
});

describe('a mail address', () => {
  it('a plain mail address is accepted', () => {
    expect(mailAddress(new URL('mailto:help@krapao.example'))).toBe('mailto:help@krapao.example');
  });

  it.each([
    'mailto:',
    'mailto:?bcc=x@evil.example',
    'mailto:a@b.example?bcc=x@evil.example',
    'mailto:a@b.example,x@evil.example',
    'mailto:a@b.example#x',
    'mailto:a%40b@evil.example',
  ])('%s is no mail address', (href) => {
    expect(mailAddress(new URL(href))).toBeUndefined();
  });
});

describe('the text of a link', () => {
  it.each([
    ['krapao.example', 'https://evil.example/'],
    ['https://krapao.example/login', 'https://evil.example/krapao.example'],
    ['WWW.Krapao.Example', 'https://evil.example/'],
    ['open krapao.example now', 'https://evil.example/'],
    ['https://krapao.example@evil.example', 'https://evil.example/'],
    ['krapao\u200b.example', 'https://evil.example/'],
    ['krapao\u3002example', 'https://evil.example/'],
    ['ｋｒａｐａｏ．ｅｘａｍｐｌｅ', 'https://evil.example/'],
    ['\u202eelpmaxe.oaparke', 'https://evil.example/'],
    ['аpple.com', 'https://аpple.com/'],
    ['evilkrapao.example', 'https://krapao.example/'],
    ['krapao.example.evil.example', 'https://krapao.example/'],
    ['help@krapao.example', 'mailto:help@evil.example'],
    ['krapao.example', 'tel:021234567'],
  ])('%j names another host than %s', (linkText, href) => {
    expect(namesAnotherHost(linkText, new URL(href))).toBe(true);
  });

  it.each([
    ['krapao.example', 'https://krapao.example/'],
    ['www.krapao.example', 'https://krapao.example/'],
    ['krapao.example', 'https://www.krapao.example/a'],
    ['https://krapao.example:8443/a', 'https://krapao.example:8443/a'],
    ['help@krapao.example', 'mailto:help@krapao.example'],
    ['xn--pple-43d.com', 'https://аpple.com/'],
    ['เงื่อนไข พ.ศ. 2567', 'https://a.example/'],
    ['น.ส. สมหญิง', 'https://a.example/'],
    ['10.00 - 22.30 น.', 'https://a.example/'],
    ['v2.0, see more...', 'https://a.example/'],
    ['LINE @krapao', 'https://line.me/x'],
    ['02 123 4567', 'tel:021234567'],
  ])('%j may link to %s', (words, href) => {
    expect(namesAnotherHost(words, new URL(href))).toBe(false);
  });
});
