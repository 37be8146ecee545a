import { CONSOLE_DEVICE } from './console';
import { test } from './journey';
import { setAppearance, takePicture } from './screens-camera';
import { openCashierConsole } from './screens-cashier';

test.use({ ...CONSOLE_DEVICE, trace: 'off' });

for (const locale of ['th', 'lo', 'en'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`the cashier’s pages are captured in ${locale}, ${theme}`, async ({ page }) => {
      await setAppearance(page, locale, theme);
      await openCashierConsole(page, locale, (screen) => takePicture(page, screen, locale, theme));
    });
  }
}
