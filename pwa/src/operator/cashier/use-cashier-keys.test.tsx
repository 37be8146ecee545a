import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useCashierKeys } from './use-cashier-keys';

afterEach(cleanup);

function Desk({ onAct }: { onAct: (act: string) => void }) {
  useCashierKeys({
    move: (step) => onAct(`move ${step}`),
    accept: () => onAct('accept'),
    refuse: () => onAct('refuse'),
    back: () => onAct('back'),
  });
  return (
    <>
      <input data-find="" aria-label="find" defaultValue="old words" />
      <input type="radio" aria-label="note" />
    </>
  );
}

function desk() {
  const acts: string[] = [];
  const screen = render(<Desk onAct={(act) => acts.push(act)} />);
  return { acts, screen };
}

it('decides and moves by the keys’ places, also on a Thai keyboard', () => {
  const { acts } = desk();

  fireEvent.keyDown(document.body, { code: 'KeyJ', key: '่' });
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k' });
  fireEvent.keyDown(document.body, { code: 'KeyA', key: 'ฟ' });
  fireEvent.keyDown(document.body, { code: 'KeyR', key: 'r' });
  fireEvent.keyDown(document.body, { code: 'Escape', key: 'Escape' });

  expect(acts).toEqual(['move 1', 'move -1', 'accept', 'refuse', 'back']);
});

it('a key that is held down goes on moving, but decides once', () => {
  const { acts } = desk();

  for (const repeat of [false, true, true]) {
    fireEvent.keyDown(document.body, { code: 'KeyJ', key: 'j', repeat });
    fireEvent.keyDown(document.body, { code: 'KeyA', key: 'a', repeat });
  }

  expect(acts).toEqual(['move 1', 'accept', 'move 1', 'move 1']);
});

it('a field gets its letters, a choice takes none, and the slash leads into the search', () => {
  const { acts, screen } = desk();
  const find = screen.getByLabelText('find');

  fireEvent.keyDown(find, { code: 'KeyA', key: 'a' });
  fireEvent.keyDown(screen.getByLabelText('note'), { code: 'KeyA', key: 'a' });
  fireEvent.keyDown(document.body, { code: 'Slash', key: 'ฝ' });

  expect(acts).toEqual(['accept']);
  expect(document.activeElement).toBe(find);
});

it('nothing of it works under a dialog', () => {
  const { acts, screen } = desk();
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  screen.container.append(dialog);

  fireEvent.keyDown(document.body, { code: 'KeyA', key: 'a' });

  expect(acts).toEqual([]);
});
