// Draws the app's icons from the mark; the results are committed.
//   node manifest/make-icons.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';

const mark = (await readFile(new URL('../public/favicon.svg', import.meta.url), 'utf8')).replace(/<svg /, '<svg width="100%" height="100%" ');
const lucide = (paths) =>
  `<svg width="52%" height="52%" viewBox="0 0 24 24" fill="none" stroke="#fffdf6" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
const glyph = (paths) => `<div style="display:grid;place-items:center;width:100%;height:100%;background:#0d4b29">${lucide(paths)}</div>`;

const arrowDownToLine = '<path d="M12 17V3"/><path d="m6 11 6 6 6-6"/><path d="M19 21H5"/>';
const upload = '<path d="M12 3v12"/><path d="m17 8-5-5-5 5"/><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"/>';

/** Android cuts a maskable icon itself; the others bring their own corners. */
const icons = [
  { name: 'icon-192', size: 192, body: mark, radius: '26%' },
  { name: 'icon-512', size: 512, body: mark, radius: '26%' },
  { name: 'maskable-192', size: 192, body: mark, radius: '0' },
  { name: 'maskable-512', size: 512, body: mark, radius: '0' },
  { name: 'apple-touch-icon', size: 180, body: mark, radius: '0' },
  { name: 'shortcut-deposit', size: 96, body: glyph(arrowDownToLine), radius: '50%' },
  { name: 'shortcut-slip', size: 96, body: glyph(upload), radius: '50%' },
];

await mkdir(new URL('icons/', import.meta.url), { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const { name, size, body, radius } of icons) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0"><div style="width:${size}px;height:${size}px;overflow:hidden;border-radius:${radius}">${body}</div>`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`icons/${name}.png`, import.meta.url), png);
}
await browser.close();
