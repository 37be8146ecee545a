import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { getLocale } from '@/data/device/locale';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import LanguageSheet from './language-sheet';

beforeAll(() => startI18n('th'));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

// spec 1.19a, 1.19c, 1.20a
it('the sheet offers Thai, Lao and English, and stores the tapped one', async () => {
  render(
    <Sheet open onClose={() => {}}>
      <LanguageSheet />
    </Sheet>,
  );
  const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(names).toEqual(['ไทย', 'ລາວ', 'English']);

  for (const [name, locale] of [
    ['ລາວ', 'lo'],
    ['English', 'en'],
    ['ไทย', 'th'],
  ] as const) {
    fireEvent.click(screen.getByLabelText(name));

    await waitFor(() => expect(getLocale()).toBe(locale));
    expect(document.documentElement.lang).toBe(locale);
  }
});
