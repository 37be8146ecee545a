// Draws the app's icons, and what an iPhone or iPad shows while it starts, from the mark; the
// results are committed.
//   node manifest/make-icons.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { deflateSync, crc32 } from 'node:zlib';
import { chromium } from '@playwright/test';

const mark = (await readFile(new URL('../public/favicon.svg', import.meta.url), 'utf8')).replace(
  /<svg /,
  '<svg width="100%" height="100%" ',
);
const lucide = (paths) =>
  `<svg width="52%" height="52%" viewBox="0 0 24 24" fill="none" stroke="#fffdf6" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
const glyph = (paths) =>
  `<div style="display:grid;place-items:center;width:100%;height:100%;background:#0d4b29">${lucide(paths)}</div>`;

const arrowDownToLine = '<path d="M12 17V3"/><path d="m6 11 6 6 6-6"/><path d="M19 21H5"/>';
const upload =
  '<path d="M12 3v12"/><path d="m17 8-5-5-5 5"/><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"/>';

/** In one colour, and the rest transparent: the system draws it in whichever colour it likes. */
const plain = (padding) =>
  `<div style="box-sizing:border-box;width:100%;height:100%;padding:${padding}">${mark
    .replace(/<rect[^>]*>/, '')
    .replaceAll(/#[0-9a-f]{6}/gi, '#fff')
    .replace(/viewBox="[^"]*"/, 'viewBox="99 97 320 320"')}</div>`;

/** Android cuts a maskable icon itself; the others bring their own corners. */
const icons = [
  { name: 'icon-192', size: 192, body: mark, radius: '26%' },
  { name: 'icon-512', size: 512, body: mark, radius: '26%' },
  { name: 'maskable-192', size: 192, body: mark, radius: '0' },
  { name: 'maskable-512', size: 512, body: mark, radius: '0' },
  { name: 'apple-touch-icon', size: 180, body: mark, radius: '0' },
  { name: 'shortcut-deposit', size: 96, body: glyph(arrowDownToLine), radius: '50%' },
  { name: 'shortcut-slip', size: 96, body: glyph(upload), radius: '50%' },
  { name: 'monochrome-512', size: 512, body: plain('20%'), radius: '0' },
  { name: 'badge-96', size: 96, body: plain('6%'), radius: '0' },
];

await mkdir(new URL('icons/', import.meta.url), { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { name, size, body, radius } of icons) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0"><div style="width:${size}px;height:${size}px;overflow:hidden;border-radius:${radius}">${body}</div>`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`icons/${name}.png`, import.meta.url), png);
}

/** Screens in points, upright, and how many dots a point has. An iPad is started lying, too. */
const screens = JSON.parse(await readFile(new URL('apple-screens.json', import.meta.url), 'utf8'));
const schemes = { light: '#f8f8f1', dark: '#0b120f' };
const file = await readFile(new URL('../public/favicon.svg', import.meta.url), 'base64');

await mkdir(new URL('splash/', import.meta.url), { recursive: true });
for (const {
  points: [width, height],
  scale,
  isTablet,
} of screens) {
  const upright = [width * scale, height * scale];
  for (const size of isTablet ? [upright, upright.toReversed()] : [upright]) {
    for (const [scheme, ground] of Object.entries(schemes)) {
      const { palette, dots } = await page.evaluate(draw, { file, size, ground, tile: 96 * scale });
      const name = `splash/${size.join('x')}-${scheme}.png`;
      await writeFile(new URL(name, import.meta.url), png(size, palette, Buffer.from(dots, 'base64')));
    }
  }
}
await browser.close();

/** Runs in the page: the mark in the middle of its ground, as dots that name their colour in a palette. */
async function draw({ file, size: [width, height], ground, tile }) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;base64,${file}`;
  await picture.decode();
  const brush = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  brush.fillStyle = ground;
  brush.fillRect(0, 0, width, height);
  const [left, top] = [Math.round((width - tile) / 2), Math.round((height - tile) / 2)];
  brush.beginPath();
  brush.roundRect(left, top, tile, tile, tile * 0.26);
  brush.clip();
  brush.drawImage(picture, left, top, tile, tile);
  const { data } = brush.getImageData(0, 0, width, height);
  const colours = new Map();
  const dots = new Uint8Array(width * height);
  for (let i = 0; i < dots.length; i++) {
    const [r, g, b] = [data[4 * i], data[4 * i + 1], data[4 * i + 2]];
    // The edges' in-between colours, as far as an eye distinguishes them.
    const key =
      colours.size < 200 ? (r << 16) | (g << 8) | b : ((r & 0xf0) << 16) | ((g & 0xf0) << 8) | (b & 0xf0);
    if (!colours.has(key) && colours.size < 256) colours.set(key, colours.size);
    dots[i] = colours.get(key) ?? 0;
  }
  let text = '';
  for (let i = 0; i < dots.length; i += 0x8000) text += String.fromCharCode(...dots.subarray(i, i + 0x8000));
  return {
    palette: [...colours.keys()].flatMap((key) => [key >> 16, (key >> 8) & 255, key & 255]),
    dots: btoa(text),
  };
}

/** A PNG of one byte a dot: large grounds of one colour come to a few kilobytes. */
function png([width, height], palette, dots) {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) dots.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(8 + data.length + 4);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), 8 + data.length);
  return whole;
}
