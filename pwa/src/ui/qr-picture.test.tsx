import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { qrModules, qrPath } from './qr-modules';
import { QrPicture } from './qr-picture';

afterEach(cleanup);

const shown = () => screen.getByRole('img', { name: 'Scan' }).querySelector('path')?.getAttribute('d');
const codeOf = (text: string) => qrPath(qrModules(text, 0));

it('the picture never shows the previous text’s code while the new code is drawn', () => {
  const { container, rerender } = render(<QrPicture text="pay 100" label="Scan" />);
  const first = shown();
  const seen = new MutationObserver(() => {});
  seen.observe(container, {
    subtree: true,
    attributes: true,
    attributeFilter: ['d'],
    attributeOldValue: true,
  });

  rerender(<QrPicture text="pay 200" label="Scan" />);

  // The drawn code before each change: the first code was removed before the second appeared.
  expect(seen.takeRecords().map(({ oldValue }) => oldValue ?? '')).toEqual([codeOf('pay 100'), '']);
  expect([first, shown()]).toEqual([codeOf('pay 100'), codeOf('pay 200')]);
});

it('a picture of the same origin is shown instead of the code, a picture of another origin is not', () => {
  const { rerender } = render(<QrPicture picture="/media/code.png" text="pay 100" label="Scan" />);
  expect(screen.getByRole('img', { name: 'Scan' }).getAttribute('src')).toBe('/media/code.png');

  rerender(<QrPicture picture="https://elsewhere.example/code.png" text="pay 100" label="Scan" />);

  expect(shown()).toBe(codeOf('pay 100'));
});
