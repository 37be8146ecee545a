import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Html } from './html';

afterEach(cleanup);

const draw = (html: string) => render(<Html html={html} />).container.firstElementChild as HTMLElement;

describe("operators' HTML", () => {
  it('keeps its paragraphs, lists and weight', () => {
    expect(draw('<p>Min <b>100</b></p><ul><li>one</li></ul>').innerHTML).toBe(
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
  ])('loses %s', (_, html, left) => {
    expect(draw(html).innerHTML).toBe(left);
  });

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://x.example/',
  ])('never links to %s', (href) => {
    const drawn = draw(`<a href="${href}">tap</a>`);

    expect(drawn.querySelector('a')).toBeNull();
    expect(drawn.textContent).toBe('tap');
  });

  it('opens a link of the web elsewhere, without telling it where from', () => {
    const link = draw('<a href="https://line.me/x">LINE</a>').querySelector('a')!;

    expect(link.getAttribute('href')).toBe('https://line.me/x');
    expect(link.rel).toBe('noopener noreferrer');
    expect(link.target).toBe('_blank');
  });

  it('shows pictures of our own server only', () => {
    const drawn = draw(
      '<img src="/media/a.png" alt="a" onerror="alert(1)"><img src="https://x.example/t.gif">',
    );

    expect([...drawn.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual([
      `${location.origin}/media/a.png`,
    ]);
    expect(drawn.innerHTML).not.toContain('onerror');
  });

  it('never outranks the headings of the page', () => {
    expect(draw('<h1>Big</h1>').innerHTML).toBe('<h3>Big</h3>');
  });

  it('keeps the line breaks of plain text', () => {
    expect(draw('one\ntwo').className).toContain('whitespace-pre-line');
  });
});
