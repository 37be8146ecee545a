// Cuts the two typefaces down to what the screens can show and writes them
// beside this script; the results are committed, so a build needs no run of it.
//   node pwa/fonts/subset.mjs
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

const ascii = range(0x20, 0x7e);
const marks = '\u00a0·×−–—‘’“”…•→฿';
const latinExt = range(0xa1, 0x17f);

const faces = [
  {
    from: '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2',
    to: 'anuphan-thai.woff2',
    text: range(0x0e01, 0x0e5b) + ' ◌',
  },
  {
    from: '@fontsource-variable/anuphan/files/anuphan-latin-wght-normal.woff2',
    to: 'anuphan-latin.woff2',
    text: ascii + marks,
  },
  // Names may carry accents; this face loads only when one is on the screen.
  {
    from: '@fontsource-variable/anuphan/files/anuphan-latin-ext-wght-normal.woff2',
    to: 'anuphan-latin-ext.woff2',
    text: latinExt,
  },
  {
    from: '@fontsource-variable/noto-sans-lao/files/noto-sans-lao-lao-wght-normal.woff2',
    to: 'noto-sans-lao.woff2',
    text: range(0x0e81, 0x0edf) + ' ◌',
  },
];

for (const { from, to, text } of faces) {
  const source = await readFile(require.resolve(from));
  const cut = await subsetFont(source, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  });
  await writeFile(new URL(to, import.meta.url), cut);
  process.stdout.write(
    `${to.padEnd(24)} ${(source.length / 1024).toFixed(1)} -> ${(cut.length / 1024).toFixed(1)} kB\n`,
  );
}
