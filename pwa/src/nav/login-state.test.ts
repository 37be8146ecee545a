import { describe, expect, it } from 'vitest';
import { parseMemberPath } from './login-state';

describe('the page that a login returns to', () => {
  it.each([
    '/user',
    '/user/statement',
    '/user/statement?type=deposit#end',
    '/user/home?sheet=deposit',
    '/user//evil.example',
  ])('a login returns to a members’ page: %s', (path) => {
    expect(parseMemberPath(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    '/',
    '/login',
    '/operator',
    '/users',
    '/user.evil.example',
    '/api/logout',
    '//evil.example',
    '//evil.example/user/home',
    '///evil.example/user',
    '/\\evil.example/user',
    '\\\\evil.example/user',
    '\t//evil.example/user',
    '/\n/evil.example/user',
    'https://evil.example/user/home',
    'https:evil.example/user',
    'http://localhost:3000@evil.example/user',
    'javascript:alert(1)',
    'java\nscript:alert(1)//user/home',
    'data:text/html,/user/home',
    'blob:http://localhost:3000/user/home',
    '/user/../operator',
    '/user/%2e%2e/operator',
    '/user\\..\\operator',
    'http://',
  ])('a login does not return to %j', (path) => {
    expect(parseMemberPath(path)).toBeUndefined();
  });
});
