import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replaceSplash } from './splash';

beforeEach(() => sent.mockReset());
afterEach(cleanup);

const sent = vi.fn();

function Form() {
  const [digits, setDigits] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent(digits);
      }}
    >
      <input
        type="tel"
        aria-label="phone"
        value={digits}
        onChange={({ target }) => setDigits(target.value)}
      />
      <input type="password" aria-label="password" defaultValue="" />
      <input type="checkbox" aria-label="remember" defaultChecked />
      <output>{digits}</output>
    </form>
  );
}

it('the app receives the text typed into the prerendered page, and the focus', () => {
  const { container } = render(<Form />);
  const splash = document.createElement('div');
  splash.innerHTML = container.innerHTML;
  document.body.append(splash);
  const [phone, password, remember] = splash.querySelectorAll('input');
  phone!.value = '0812345678';
  password!.value = 'half a pass';
  remember!.checked = false;
  password!.focus();

  replaceSplash(splash, container);

  expect(splash.isConnected).toBe(false);
  expect(screen.getByRole('status').textContent).toBe('0812345678');
  expect(screen.getByLabelText<HTMLInputElement>('password').value).toBe('half a pass');
  expect(screen.getByLabelText<HTMLInputElement>('remember').checked).toBe(false);
  expect(document.activeElement).toBe(screen.getByLabelText('password'));
});

it.each([
  ['that was submitted is submitted in the app, with the typed text', true, [['0812345678']]],
  ['that was not submitted is not submitted in the app', false, []],
])('a prerendered form %s', async (_, isSent, calls) => {
  const { container } = render(<Form />);
  const splash = document.createElement('div');
  splash.innerHTML = container.innerHTML;
  document.body.append(splash);
  splash.querySelector('input')!.value = '0812345678';
  if (isSent) splash.querySelector('form')!.dataset.sent = '';

  replaceSplash(splash, container);

  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(sent.mock.calls).toEqual(calls);
});

it('the app performs the action of the tapped button, among buttons of the same name', async () => {
  const tapped = vi.fn();
  const { container } = render(
    <>
      <button type="button" onClick={() => tapped('other')}>
        Other
      </button>
      {['first', 'second'].map((which) => (
        <button key={which} type="button" aria-label="Play" onClick={() => tapped(which)} />
      ))}
    </>,
  );
  const splash = document.createElement('div');
  // The prerendered page may lack elements that the app adds later.
  splash.innerHTML = container.innerHTML.replace(/<button[^>]*>Other<\/button>/, '');
  document.body.append(splash);
  splash.querySelectorAll('button')[1]!.dataset.tapped = '';

  replaceSplash(splash, container);

  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(tapped.mock.calls).toEqual([['second']]);
});

it('the app ignores a page that had only the logo', () => {
  const { container } = render(<Form />);
  const splash = document.createElement('div');
  document.body.append(splash);

  replaceSplash(splash, container);

  expect(splash.isConnected).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>('phone').value).toBe('');
});
