// Draws a random sample of the texts that members see, for a reader to judge:
//   node tools/draw-texts.mjs th 150 --seed 1
// prints key, text and the files that use the key, separated by tabs, in the order drawn. No key is drawn twice. The
// draw is by SHA-256 of seed (1 by default), language and key, and so the same everywhere; a large count prints all.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { I18N, locales, read } from './texts/tables.mjs';

const [locale, count] = process.argv.slice(2);
const seedAt = process.argv.indexOf('--seed');
const seed = seedAt < 0 ? 1 : Number(process.argv[seedAt + 1]);
if (!locales.includes(locale) || !(Number(count) > 0) || !Number.isInteger(seed)) {
  console.error('usage: node tools/draw-texts.mjs th|lo|en COUNT [--seed INTEGER]');
  process.exit(1);
}

const textOf = (file) => readFileSync(file, 'utf8');
const isLao = (text) => /[\u0E80-\u0EFF]/.test(text ?? '');
const isThai = (text) => /[\u0E00-\u0E7F]/.test(text ?? '');

function flatten(texts, prefix) {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' ? flatten(text, `${prefix}${key}.`) : [[prefix + key, text]],
  );
}

/**
 * Returns the app's own texts, including the error catalogue. The console's texts are left out, because
 * members do not see them.
 */
function catalogue() {
  return readdirSync(`${I18N}/${locale}`)
    .flatMap((file) => flatten(read(`${locale}/${file}`), file.replace('json', '')))
    .map(([key, text]) => [key, text, usesOf(key)]);
}

const sources = readdirSync('pwa/src', { recursive: true })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^(i18n|operator)\//.test(file))
  .map((file) => ({ file: `pwa/src/${file}`, text: textOf(`pwa/src/${file}`) }));

/**
 * Returns the files that use the key, separated by blanks. They contain the whole key. If no file does, they
 * contain a template with its first parts, or else a part of the key.
 */
function usesOf(key) {
  const [namespace, ...path] = key.replace(/_(?:one|other)$/, '').split('.');
  const names = [`'${namespace}'`, `${namespace}:`, ...(namespace === 'shell' ? ['useTranslation()'] : [])];
  const within = sources.filter(({ text }) => names.some((name) => text.includes(name)));
  const whole = ["'", '"', '`'].map((quote) => path.join('.') + quote);
  const built = path.slice(1).map((_, i) => `${path.slice(0, i + 1).join('.')}.\${`);
  const last = [`'${path.at(-1)}'`, `${path.at(-1)}:`];
  const parent = [`${path.slice(0, -1).join('.')}.`];
  const found = [
    [within, whole],
    [within, built],
    [within, last],
    [sources, last],
    [within, parent],
  ]
    .map(([files, parts]) =>
      files.filter(({ text }) => parts.some((part) => part !== '.' && text.includes(part))),
    )
    .find((files) => files.length > 0);
  // A code that no file contains is sent by the server. Its text is then looked up in error-text.ts.
  return (found ?? [{ file: `${I18N}/error-text.ts` }]).map(({ file }) => file).join(' ');
}

/** Returns title, body and details of each push, and the text for a push that the worker cannot read. */
function pushes() {
  const [file, worker] = ['backend/push/texts.go', 'pwa/src/sw/push.ts'];
  const kinds = [...textOf(file).matchAll(/^\t(\w+): \{\n([^]*?)\n\t\},/gm)].flatMap(([, kind, block]) => {
    const words = new RegExp(`"${locale}": \\{(.*)\\}`).exec(block)?.[1] ?? '';
    return JSON.parse(`[${words}]`).map((text, i) => [
      `push.${kind}.${['title', 'body', 'details'][i]}`,
      text,
      file,
    ]);
  });
  const plain = new RegExp(
    `(?:PLAIN_${locale.toUpperCase()} =|${locale}:) \\{ title: '(.*)', body: '(.*)' \\}`,
  );
  const [, title, body] = plain.exec(textOf(worker));
  return [...kinds, ['push.plain.title', title, worker], ['push.plain.body', body, worker]];
}

/**
 * Returns the texts of a seed file. Thai and Lao are recognised by their letters. English is the text next to
 * a Lao text in a list.
 */
function seeds(name) {
  const file = `sql/seed/${name}.sql`;
  const sql = textOf(file).replaceAll(/^--.*$/gm, '');
  const strings = [...sql.matchAll(/'((?:[^']|'')*)'(,\s*(?='))?/g)];
  return strings.flatMap(([, quoted, followed], i) => {
    const text = quoted.replaceAll("''", "'");
    const place = `${file}:${sql.slice(0, strings[i].index).split('\n').length}`;
    if (/^[{[]/.test(text))
      return flatten(JSON.parse(text), '').flatMap(([key, content]) =>
        key.split('.').at(-1) === locale ? [[`${place} ${key}`, content, file]] : [],
      );
    const [before, after] = [strings[i - 1]?.[2] && strings[i - 1][1], followed && strings[i + 1][1]];
    const english = !isThai(text) && !isLao(text) && (isLao(before) || (isLao(after) && isThai(before)));
    return { th: isThai(text), lo: isLao(text), en: english }[locale] ? [[place, text, file]] : [];
  });
}

/**
 * Returns the captions of the clips, the installed app's names, and the texts of pages that are visible
 * before any script runs.
 */
function others() {
  const cues = readdirSync('public/howto').filter((name) => name.endsWith(`.${locale}.vtt`));
  const captions = cues.flatMap((name) => {
    const lines = textOf(`public/howto/${name}`).matchAll(/-->.*\n(.+)/g);
    return [...lines].map(([, text], i) => [`public/howto/${name} ${i + 1}`, text, 'public/howto']);
  });
  const manifest = locale === 'th' ? 'manifest/manifest.json' : 'manifest/words.json';
  const names = flatten(JSON.parse(textOf(manifest)), '')
    .filter(([key, text]) => (locale === 'th' ? isThai(text) : key.startsWith(`${locale}.`)))
    .map(([key, text]) => [`${manifest} ${key}`, text, manifest]);
  const pages = ['pwa/index.html', 'backend/games/launchpage/index.html'].flatMap((file) =>
    [...textOf(file).matchAll(/(?:lang="(\w+)")?>([^<>\n]+)<|content="([^"]+)"/g)]
      .map(([, lang, text, content], i) => [lang, `${file} ${i + 1}`, text ?? content, file])
      .filter(([lang, , text]) => (lang ? lang === locale : locale === 'th' && isThai(text)))
      .map(([, ...text]) => text),
  );
  return [...captions, ...names, ...pages];
}

const own = catalogue();
// Captions repeat texts of the catalogue, and seed texts differ only in their amounts. Each such text is
// printed once.
const seen = new Set(own.map(([, text]) => text));
const more = [...pushes(), ...['10_base', '20_demo', '30_laos'].flatMap(seeds), ...others()].filter(
  ([, text]) => {
    const words = text
      .replaceAll(/\d[\d,]*/g, '0')
      .replaceAll(/กีบ|ກີບ|kip/g, { th: 'บาท', lo: 'ບາດ', en: 'baht' }[locale]);
    return text && !seen.has(text) && !seen.has(words) && seen.add(words);
  },
);
// The position of a text in the draw is a hash of its key. Adding, removing or changing a text leaves the
// positions of all other texts.
const placeOf = (key) => createHash('sha256').update(`${seed} ${locale} ${key}`).digest('hex');
const drawn = [...own, ...more].map((text) => ({ place: placeOf(text[0]), text }));
drawn.sort((a, b) => (a.place < b.place ? -1 : 1));
for (const { text } of drawn.slice(0, Number(count)))
  console.log(text.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'));
