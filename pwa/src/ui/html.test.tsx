import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Html } from './html';

afterEach(cleanup);

const renderHtml = (html: string) => render(<Html html={html} />).container.firstElementChild as HTMLElement;

describe('operators’ HTML', () => {
  it('paragraphs, lists and emphasis are kept', () => {
    expect(renderHtml('<p>Min <b>100</b></p><ul><li>one</li></ul>').innerHTML).toBe(
      '<p>Min <b>100</b></p><ul><li>one</li></ul>',
    );
  });

  // spec D1.30
  it.each([
    ['a script', 'a<script>alert(1)</script>b', 'ab'],
    ['a style sheet', 'a<style>p{}</style>b', 'ab'],
    ['an object', 'a<object data="x"></object>b', 'ab'],
    ['a drawing that could hold a script', 'a<svg><a href="javascript:alert(1)">x</a></svg>b', 'ab'],
    ['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['a style attribute', '<p style="position:fixed">a</p>', '<p>a</p>'],
    ['an id that could shadow a variable', '<p id="app">a</p>', '<p>a</p>'],
    ['a form', '<form action="https://x.example"><input></form>ok', 'ok'],
  ])('%s is removed', (_, html, expected) => {
    expect(renderHtml(html).innerHTML).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://x.example/',
    'https://krapao.example@evil.example/x',
    'tel:*21*0812345678%23',
    'tel:*%2306%23',
    'mailto:?bcc=x@evil.example',
    'mailto:a@b.example?bcc=x@evil.example',
    `blob:${location.origin}/0b6d0bd2-57e9-4c4e-9d5b-0c3a0f4f6d9f`,
    `${location.protocol}//user@${location.host}/`,
  ])('%s is never linked', (href) => {
    const drawn = renderHtml(`<a href="${href}">tap</a>`);

    expect(drawn.querySelector('a')).toBeNull();
    expect(drawn.textContent).toBe('tap');
  });

  it('a web link opens in a new tab without a referrer', () => {
    const link = renderHtml('<a href="https://line.me/x">LINE</a>').querySelector('a')!;

    expect(link.getAttribute('href')).toBe('https://line.me/x');
    expect(link.rel).toBe('noopener noreferrer');
    expect(link.target).toBe('_blank');
  });

  it.each(['tel:021234567', 'mailto:help@krapao.example', '/user/home'])('%s is linked', (href) => {
    expect(renderHtml(`<a href="${href}">tap</a>`).querySelector('a')).not.toBeNull();
  });

  // spec D1.30
  it('a text that names another host is not linked, also across several elements', () => {
    const drawn = renderHtml('<a href="https://evil.example/x">See <b>krapao</b>.example</a>');

    expect(drawn.innerHTML).toBe('See <b>krapao</b>.example');
  });

  it('a text that names the link’s own host is linked', () => {
    expect(
      renderHtml('<a href="https://www.krapao.example/x">krapao.example</a>').querySelector('a'),
    ).not.toBeNull();
  });

  it.each([
    '/api/bonus/clear',
    '/api/a.png',
    '/banners/invite.svg?x=1',
    '/banners/%2e%2e/api/x',
    '/play',
    `blob:${location.origin}/0b6d0bd2-57e9-4c4e-9d5b-0c3a0f4f6d9f`,
  ])('a picture that is no file is never requested from our server: %s', (src) => {
    expect(renderHtml(`<img src="${src}">`).querySelector('img')).toBeNull();
  });

  it('only pictures of our own server are shown', () => {
    const drawn = renderHtml(
      '<img src="/media/a.png" alt="a" onerror="alert(1)"><img src="https://x.example/t.gif">',
    );

    expect([...drawn.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual([
      `${location.origin}/media/a.png`,
    ]);
    expect(drawn.innerHTML).not.toContain('onerror');
  });

  it('a heading never ranks above the page’s own', () => {
    expect(renderHtml('<h1>Big</h1>').innerHTML).toBe('<h3>Big</h3>');
  });

  it('line breaks of plain text are kept', () => {
    expect(renderHtml('one\ntwo').className).toContain('whitespace-pre-line');
  });
});
