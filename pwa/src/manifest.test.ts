// @pure
/** Checks the files of the installed app: the manifest in each language, and the pictures it names. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { manifestIn, localizedManifests } from '../vite/manifest';
import { LOCALES } from './data/device/locale';

const place = (path: string) => fileURLToPath(new URL(`../../manifest${path}`, import.meta.url));
const manifest = manifestIn('th');
const all = [
  { locale: 'th', manifest },
  ...localizedManifests('th').map(({ fileName, source }) => ({
    locale: fileName.split('.')[1]!,
    manifest: JSON.parse(source) as typeof manifest,
  })),
];

describe('the manifest', () => {
  it('each language of the app has a manifest of the same app', () => {
    expect(all.map(({ locale }) => locale).toSorted()).toEqual(LOCALES.toSorted());
    for (const { locale, manifest: own } of all) expect(own).toMatchObject({ id: '/', lang: locale });
  });

  it.each(all)('every text of the manifest is translated: $locale', ({ locale, manifest: own }) => {
    const wordsOf = ({ name, description, shortcuts, screenshots }: typeof manifest) => [
      name,
      description,
      ...shortcuts.map((each) => each.name),
      ...screenshots.map(({ label }) => label),
    ];
    const others = all.filter((each) => each.locale !== locale).flatMap((each) => wordsOf(each.manifest));

    const words = wordsOf(own);

    expect(words.filter((each) => !each || others.includes(each))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  });

  it.each(all)('the manifest’s pictures exist in the declared sizes: $locale', ({ manifest: own }) => {
    for (const { src, sizes } of [...own.icons, ...own.shortcuts.flatMap(({ icons }) => icons)])
      expect(pngSize(place(src)), src).toBe(sizes);
    for (const { src, sizes } of own.screenshots) expect(webpSize(place(src)), src).toBe(sizes);
  });

  it('the manifest has screenshots for phones and wide screens', () => {
    const narrow = manifest.screenshots.filter((each) => each.form_factor === 'narrow');
    const wide = manifest.screenshots.filter((each) => each.form_factor === 'wide');

    // Android shows at most five, and none unless all of one kind have the same size.
    expect(narrow.length).toBeGreaterThanOrEqual(3);
    expect(narrow.length).toBeLessThanOrEqual(5);
    expect(wide.length).toBeGreaterThanOrEqual(1);
    expect(new Set(narrow.map(({ sizes }) => sizes)).size).toBe(1);
  });

  it('the manifest allows any orientation', () => {
    expect(manifest).not.toHaveProperty('orientation');
  });

  it('the app opens requests in its open window', () => {
    expect(manifest.launch_handler.client_mode[0]).toBe('navigate-existing');
  });

  it('the app accepts slips and gift links from other apps', () => {
    const { action, method, enctype, params } = manifest.share_target;

    expect({ action, method, enctype }).toEqual({
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
    });
    expect(params).toMatchObject({ title: 'title', text: 'text', url: 'url' });
    expect(params.files[0]!.accept).toEqual(['image/jpeg', 'image/png', 'image/webp']);
  });
});

describe('a monochrome icon', () => {
  it.each(['badge-96', 'monochrome-512'])(
    'a monochrome icon is a shape on a transparent ground: %s',
    (name) => {
      const { opaque, whole, corners } = alphaOf(place(`/icons/${name}.png`));

      expect(corners).toEqual([0, 0, 0, 0]);
      expect(opaque / whole).toBeGreaterThan(0.1);
      expect(opaque / whole).toBeLessThan(0.6);
    },
  );
});

function pngSize(path: string): string {
  if (!existsSync(path)) return 'missing';
  const file = readFileSync(path);
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

/** The size of a lossy WebP file, as Chromium writes it. */
function webpSize(path: string): string {
  if (!existsSync(path)) return 'missing';
  const file = readFileSync(path);
  const head = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  return `${file.readUInt16LE(head + 3) & 0x3fff}x${file.readUInt16LE(head + 5) & 0x3fff}`;
}

/** The share of visible pixels in a PNG with 8-bit RGBA. */
function alphaOf(path: string): { opaque: number; whole: number; corners: number[] } {
  const file = readFileSync(path);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  expect([...file.subarray(24, 26)], 'eight bits, RGBA').toEqual([8, 6]);
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const isData = file.toString('latin1', at + 4, at + 8) === 'IDAT';
    if (isData) parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const dots = unfilter(inflateSync(Buffer.concat(parts)), width * 4, height);
  const alpha = (x: number, y: number) => dots[(y * width + x) * 4 + 3]!;
  let opaque = 0;
  for (let i = 3; i < dots.length; i += 4) if (dots[i]! > 127) opaque++;
  const [right, bottom] = [width - 1, height - 1];
  return {
    opaque,
    whole: width * height,
    corners: [alpha(0, 0), alpha(right, 0), alpha(0, bottom), alpha(right, bottom)],
  };
}

/** Undoes the five PNG filters. */
function unfilter(rows: Buffer, length: number, height: number): Buffer {
  const dots = Buffer.alloc(length * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (length + 1)]!;
    for (let x = 0; x < length; x++) {
      const left = x < 4 ? 0 : dots[y * length + x - 4]!;
      const above = y === 0 ? 0 : dots[(y - 1) * length + x]!;
      const corner = x < 4 || y === 0 ? 0 : dots[(y - 1) * length + x - 4]!;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!;
      dots[y * length + x] = rows[y * (length + 1) + 1 + x]! + guess;
    }
  }
  return dots;
}

function paeth(left: number, above: number, corner: number): number {
  const [a, b, c] = [left, above, corner].map((each) => Math.abs(left + above - corner - each)) as [
    number,
    number,
    number,
  ];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}
