// @pure
import { describe, expect, it } from 'vitest';
import { installHelp } from './install-help';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 Version/18.2 Mobile/15E148 Safari/604.1';
const android = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';

describe('the help to install', () => {
  it.each([
    ['the browser’s own prompt, if it has one', 'prompt', android, false, 'prompt'],
    ['Safari’s steps on an iPhone', 'ios', iphone, false, 'ios'],
    ['the menu’s steps on an Android browser without a prompt', 'none', android, false, 'android'],
    [
      'to leave a messenger’s own browser first, on an iPhone',
      'ios',
      `${iphone} Line/15.1.0`,
      false,
      'leave',
    ],
    [
      'to leave a messenger’s own browser first, on an Android',
      'none',
      `${android} [FBAN/EMA;FBAV/400]`,
      false,
      'leave',
    ],
    ['none if the app is installed', 'none', android, true, 'none'],
    ['none on a desktop', 'none', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', false, 'none'],
  ] as const)('the help is %s', (_, method, userAgent, standalone, help) => {
    expect(installHelp(method, { userAgent, standalone })).toBe(help);
  });
});
