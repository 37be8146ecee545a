import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Alert } from './alert';
import { Lightbox } from './lightbox';
import { Sheet, SheetPage } from './sheet';

const DIALOGS = {
  'a sheet': (open: boolean) => (
    <Sheet open={open} onClose={() => {}}>
      <SheetPage title="รายการ">1</SheetPage>
    </Sheet>
  ),
  'an alert': (open: boolean) => (
    <Alert open={open} title="ไม่ได้" action="ตกลง" onClose={() => {}}>
      1
    </Alert>
  ),
  'a picture': (open: boolean) => (
    <Lightbox src={open ? 'blob:1' : undefined} alt="สลิป" closeLabel="ปิด" onClose={() => {}} />
  ),
};

it.each(Object.entries(DIALOGS))('%s has the focus before the next frame is drawn', async (_, dialog) => {
  const page = (open: boolean) => (
    <>
      <button type="button">ที่หน้า</button>
      {dialog(open)}
    </>
  );
  const { rerender } = render(page(false));
  screen.getByRole('button', { name: 'ที่หน้า' }).focus();
  vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);

  rerender(page(true));
  for (let i = 0; i < 3; i++) await Promise.resolve();

  expect(document.activeElement?.closest('[role=dialog], [role=alertdialog]')).not.toBeNull();
});
