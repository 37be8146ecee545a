// Writes bin/lao-check.md (`make lao-check`): the texts that a native reader of Lao should check, from
// pwa/src/i18n/lao-check.json and the current texts. Fails if that file names a text that does not exist.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { I18N, locales, read, row } from './texts/tables.mjs';

/** Returns the texts by key: "cash.withdraw.title" -> text. */
function textsOf(locale) {
  const flat = new Map();
  const add = (texts, prefix) => {
    for (const [key, value] of Object.entries(texts)) {
      if (typeof value === 'string') flat.set(prefix + key, value);
      else add(value, `${prefix}${key}.`);
    }
  };
  for (const file of readdirSync(`${I18N}/${locale}`))
    add(read(`${locale}/${file}`), `${file.replace('.json', '')}.`);
  return flat;
}

/** Returns the list as Markdown. Adds a text for each key that does not exist to `problems`. */
function formatList(problems) {
  const [th, lo, en] = locales.map(textsOf);
  const screens = read('lao-check.json');
  const count = screens.reduce((sum, { doubts }) => sum + Object.keys(doubts).length, 0);
  let out = `# For a native reader of Lao

Written by \`make lao-check\` from \`${I18N}/lao-check.json\` and the texts as they are.

No native speaker has read the Lao of the app yet. These are the ${count} texts that matter most (money, failures, buttons), screen by screen. The last column has the writer's doubt, if there is one.

1. \`make run LAOS=1\` starts the app of Laos, in Lao and kip, and prints its address and the demo member. \`{{amount}}\` and the like are filled in by the app.
2. Read each text on its screen. Would people in Vientiane say it so? Is it polite and plain? Could somebody misread it and lose money?
3. Mend the text in \`${I18N}/lo/\`: \`errors.NO_BANK\` is \`NO_BANK\` in \`errors.json\`, \`cash.qr.live\` is \`live\` under \`qr\` in \`cash.json\`. Leave \`{{…}}\` and \`<b>\` as they are. If a word is in [the glossary](../docs/words.md), change it there and in all texts. The tests show the texts that still have the old word.
4. Remove texts that are good or mended from \`${I18N}/lao-check.json\`.

Please also say whether ຄັ້ງ and ເທື່ອ (times), ທ່ານ (you) and ພວກເຮົາ (we) suit in all texts.
`;
  for (const { screen, see, doubts } of screens) {
    out += `\n## ${screen}\n\nTo see it: ${see}.\n\n| text | Thai | Lao | English | doubt |\n| --- | --- | --- | --- | --- |\n`;
    for (const [key, doubt] of Object.entries(doubts)) {
      const texts = [th, lo, en].map((texts) => texts.get(key));
      if (texts.includes(undefined)) problems.push(`${I18N}/lao-check.json: there is no text ${key}`);
      else out += row(`\`${key}\``, ...texts, doubt);
    }
  }
  return out;
}

const problems = [];
const list = formatList(problems);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
mkdirSync('bin', { recursive: true });
writeFileSync('bin/lao-check.md', list);
