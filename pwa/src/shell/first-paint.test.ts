import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import script from '../../../public/first-paint.js?raw';

/** Runs the script as the page does before its first paint. */
const run = () => new Function(script)() as void;

beforeAll(run);
beforeEach(() => {
  document.body.innerHTML = `
    <div class="splash">
      <button type="button">Language</button>
      <button type="button">Help</button>
      <form><input aria-label="phone"><button type="submit">Log in</button></form>
    </div>`;
});

const form = () => document.querySelector('form')!;
const tapped = () => document.querySelector('[data-tapped]')?.textContent;
const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('a prerendered form that is sent changes no address and is marked for the app', () => {
  const isFollowed = fireEvent.submit(form());

  expect(isFollowed).toBe(false);
  expect(form().dataset.sent).toBe('');
});

it('typing after sending a prerendered form removes the mark', () => {
  fireEvent.submit(form());

  fireEvent.input(screen.getByLabelText('phone'), { target: { value: '081' } });

  expect(form().dataset.sent).toBeUndefined();
});

it('of several tapped buttons on the prerendered page the last one is marked for the app', () => {
  tap('Language');
  tap('Help');
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));

  expect(tapped()).toBe('Help');
});

it('typing removes the mark of a tapped button on the prerendered page', () => {
  tap('Language');

  fireEvent.input(screen.getByLabelText('phone'), { target: { value: '081' } });

  expect(tapped()).toBeUndefined();
});

it('the chosen theme and language are set before the first paint', () => {
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('locale', 'lo');

  run();

  expect(document.documentElement.className).toBe('dark');
  expect(document.documentElement.lang).toBe('lo');
  localStorage.clear();
});
