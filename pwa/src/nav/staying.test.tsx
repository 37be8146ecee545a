import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAnyDirty, isHolding } from '@/data/kit/unsaved-work';
import { useStaying } from './staying';

const open = () =>
  renderHook(({ isOpen }) => useStaying(isOpen), { initialProps: { isOpen: true as boolean } });

let sheet: ReturnType<typeof open>;

beforeEach(() => {
  sheet = open();
});

afterEach(() => sheet.unmount());

function input(type: string): void {
  const field = Object.assign(document.createElement('input'), { type });
  document.body.append(field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.remove();
}

it('no update comes under an open sheet, which holds nothing by being open', () => {
  expect(isAnyDirty()).toBe(true);
  expect(isHolding()).toBe(false);

  sheet.rerender({ isOpen: false });

  expect(isAnyDirty()).toBe(false);
});

it.each(['text', 'tel', 'file'])('what was put into a field of %s is held until the sheet closes', (type) => {
  input(type);
  expect(isHolding()).toBe(true);

  sheet.rerender({ isOpen: false });

  expect(isHolding()).toBe(false);
});

it.each(['radio', 'checkbox'])('a %s is set again with one tap, and holds nothing', (type) => {
  input(type);

  expect(isHolding()).toBe(false);
});
