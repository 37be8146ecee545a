import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { qrModules, qrPath } from './qr-modules';
import { QrPicture } from './qr-picture';

afterEach(cleanup);

const shown = () => screen.getByRole('img', { name: 'Scan' }).querySelector('path')?.getAttribute('d');
const codeOf = (text: string) => qrPath(qrModules(text, 0));

it('draws the code of its text, and never shows another’s meanwhile', async () => {
  const { rerender } = render(<QrPicture text="pay 100" label="Scan" />);
  await waitFor(() => expect(shown()).toBe(codeOf('pay 100')));

  rerender(<QrPicture text="pay 200" label="Scan" />);

  expect(shown()).not.toBe(codeOf('pay 100'));
  await waitFor(() => expect(shown()).toBe(codeOf('pay 200')));
});

it('shows our own picture where there is one, and none from elsewhere', async () => {
  const { rerender } = render(<QrPicture picture="/media/code.png" text="pay 100" label="Scan" />);
  expect(screen.getByRole('img', { name: 'Scan' }).getAttribute('src')).toBe('/media/code.png');

  rerender(<QrPicture picture="https://elsewhere.example/code.png" text="pay 100" label="Scan" />);

  await waitFor(() => expect(shown()).toBe(codeOf('pay 100')));
});
