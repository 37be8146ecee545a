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

function laoCheck(problems) {
  const [th, lo, en] = locales.map(textsOf);
  const screens = read('lao-check.json');
  const count = screens.reduce((sum, { doubts }) => sum + Object.keys(doubts).length, 0);
  let out = `# For a native reader of Lao

Written by \`make lao-check\` from \`${I18N}/lao-check.json\` and the texts as they are.

No native speaker has read the Lao of the app yet. These are the ${count} texts that matter most (money, failures, buttons), screen by screen; where the writer had a doubt, it stands beside the text.

1. \`make run LAOS=1\` starts the app of Laos, in Lao and kip, and prints its address and the demo member. \`{{amount}}\` and the like are filled in by the app.
2. Read each text on its screen. Is it what people in Vientiane would say, polite and plain, and could nobody misread it where money is?
3. Mend it in \`${I18N}/lo/\`: \`errors.NO_BANK\` is \`NO_BANK\` in \`errors.json\`, \`cash.qr.live\` is \`live\` under \`qr\` in \`cash.json\`. Leave \`{{…}}\` and \`<b>\` as they are. A word that stands everywhere is in [the glossary](../docs/words.md): change it there, and in all texts; the tests say where it is left.
4. What is good, or has been mended: take it out of \`${I18N}/lao-check.json\`.

The same sitting should hear whether ຄັ້ງ and ເທື່ອ (times), ທ່ານ (you) and ພວກເຮົາ (we) suit throughout.
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
const list = laoCheck(problems);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
mkdirSync('bin', { recursive: true });
writeFileSync('bin/lao-check.md', list);
