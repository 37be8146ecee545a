import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasUnsaved, hasUnsavedInput } from '@/data/kit/unsaved-work';
import { useReloadBlock } from './block-reload';

const renderOpenSheet = () =>
  renderHook(({ isOpen }) => useReloadBlock(isOpen), { initialProps: { isOpen: true as boolean } });

let sheet: ReturnType<typeof renderOpenSheet>;

beforeEach(() => {
  sheet = renderOpenSheet();
});

afterEach(() => sheet.unmount());

function input(type: string): void {
  const field = Object.assign(document.createElement('input'), { type });
  document.body.append(field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.remove();
}

it('an open sheet prevents an update, but counts as no unsaved input', () => {
  expect(hasUnsaved()).toBe(true);
  expect(hasUnsavedInput()).toBe(false);

  sheet.rerender({ isOpen: false });

  expect(hasUnsaved()).toBe(false);
});

it.each(['text', 'tel', 'file'])(
  'the text in a field of %s is unsaved input until the sheet closes',
  (type) => {
    input(type);
    expect(hasUnsavedInput()).toBe(true);

    sheet.rerender({ isOpen: false });

    expect(hasUnsavedInput()).toBe(false);
  },
);

it.each(['radio', 'checkbox'])('a %s can be set again with one tap, and is no unsaved input', (type) => {
  input(type);

  expect(hasUnsavedInput()).toBe(false);
});
