/** Loading indicators: visible only once the wait has become noticeable. */
import type { Page, Route } from '@playwright/test';
import { fundWallet, createMember } from './api';
import { closeSheet, expect, tapBar, test } from './journey';

/** Holds back the responses to these paths until `release` is called. Then all are sent. */
async function holdResponses(
  page: Page,
  isHeld: (path: string) => boolean,
): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const hold = async (route: Route) => {
    await released;
    // The page that sent the request may be gone by now.
    await route.continue().catch(() => {});
  };
  await page.route(({ pathname }) => isHeld(pathname), hold);
  return { release };
}

/**
 * Returns the loaders that are visible this many ms after they were rendered. The page's animations are set
 * to that time, so that a slow machine does not matter.
 */
function visibleLoadersAfter(page: Page, ms: number): Promise<string[]> {
  return page.evaluate((at) => {
    const animationNames = ['spin', 'pulse', 'come'];
    const loaders = document.getAnimations().filter((each): each is CSSAnimation => {
      const { target } = each.effect as KeyframeEffect;
      return (
        each instanceof CSSAnimation &&
        (animationNames.includes(each.animationName) || Boolean(target?.closest('.late')))
      );
    });
    for (const each of loaders) {
      each.pause();
      each.currentTime = at;
    }
    const visible = loaders.filter(({ effect }) => {
      const target = (effect as KeyframeEffect).target!;
      const isThere = target.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return isThere && effect!.getComputedTiming().progress !== null;
    });
    return visible.map(
      ({ animationName, effect }) => `${animationName} ${(effect as KeyframeEffect).target!.className}`,
    );
  }, ms);
}

/** Expects at least one loader after 220 ms, and none after 199 ms. */
async function expectDelayedLoader(page: Page, where: string): Promise<void> {
  await expect
    .poll(() => visibleLoadersAfter(page, 220), { message: `${where}, after 220 ms` })
    .not.toEqual([]);
  expect(await visibleLoadersAfter(page, 199), `${where}, after 199 ms`).toEqual([]);
}

// spec 9.38
test('no loader is visible before 200 ms have passed', async ({ page }) => {
  const member = await createMember();
  await fundWallet(member, 100);
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  const logIn = page.getByRole('button', { name: 'เข้าสู่ระบบ' });

  const login = await holdResponses(page, (path) => path === '/api/login');
  await logIn.click();
  await expectDelayedLoader(page, 'the busy button');

  // From here on only the login gets responses, and the phone has no data.
  const allowed = ['/api/login', '/api/account/profile'];
  const rest = await holdResponses(page, (path) => path.startsWith('/api/') && !allowed.includes(path));
  login.release();
  await page.waitForURL('**/user/home**');
  await tapBar(page, 'ประวัติ');
  await expectDelayedLoader(page, 'a page');
  await page.getByRole('button', { name: /^อัป.?โหลดสลิป$/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectDelayedLoader(page, 'a sheet');

  rest.release();
  await closeSheet(page);
  await expect(page.getByText('+100.00')).toBeVisible();
  await holdResponses(page, (path) => path.startsWith('/api/'));
  await page.getByRole('main').getByRole('button', { name: 'รีเฟรชรายการ' }).click();
  await expectDelayedLoader(page, 'the icon of a list that is reloaded');
});
