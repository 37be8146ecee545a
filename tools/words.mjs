// Writes docs/words.md (the glossary) and docs/lao-check.md (what a native
// reader of Lao should look at) from the two tables in pwa/src/i18n and from
// the texts as they are. Fails where a table names a text that is not there.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const I18N = 'pwa/src/i18n';
const locales = ['th', 'lo', 'en'];
const read = (file) => JSON.parse(readFileSync(`${I18N}/${file}`, 'utf8'));

/** "cash.withdraw.title" -> text */
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

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
const row = (...cells) => `| ${cells.map(cell).join(' | ')} |\n`;

function glossary() {
  let out = `# Words

Written by \`make generate\` from \`${I18N}/glossary.json\`; do not edit. \`${I18N}/glossary.test.ts\` holds every text to it: the two catalogues, captions, pushes, the manifest and the demo content.

One thing has one word. Whoever needs a new one adds it there first, in all three languages, with the words that shall not stand for it. How sentences are built is held by \`${I18N}/sentences.test.ts\`: a failure says what happened and what comes next, a wait says for whom.
`;
  for (const { group, terms } of read('glossary.json')) {
    out += `\n## ${group}\n\n| | Thai | Lao | English | where | not |\n| --- | --- | --- | --- | --- | --- |\n`;
    for (const term of terms) {
      const not = locales.flatMap((locale) => term.not[locale] ?? []).join(', ');
      const where = term.of === 'desk' && !/desk/.test(term.where) ? `the desk: ${term.where}` : term.where;
      out += row(term.id, term.th, term.lo, term.en, where, not);
    }
  }
  return out;
}

function laoCheck(problems) {
  const [th, lo, en] = locales.map(textsOf);
  const screens = read('lao-check.json');
  const count = screens.reduce((sum, { doubts }) => sum + Object.keys(doubts).length, 0);
  let out = `# For a native reader of Lao

Written by \`make generate\` from \`${I18N}/lao-check.json\` and the texts as they are; do not edit.

No native speaker has read the Lao of the app yet. These are the ${count} texts that matter most (money, failures, buttons), screen by screen; where the writer had a doubt, it stands beside the text.

1. \`make run LAOS=1\` starts the app of Laos, in Lao and kip, and prints its address and the demo member. \`{{amount}}\` and the like are filled in by the app.
2. Read each text on its screen. Is it what people in Vientiane would say, polite and plain, and could nobody misread it where money is?
3. Mend it in \`${I18N}/lo/\`: \`errors.NO_BANK\` is \`NO_BANK\` in \`errors.json\`, \`cash.qr.live\` is \`live\` under \`qr\` in \`cash.json\`. Leave \`{{…}}\` and \`<b>\` as they are. A word that stands everywhere is in [the glossary](words.md): change it there, and in all texts; the tests say where it is left.
4. What is good, or has been mended: take it out of \`${I18N}/lao-check.json\`. Then \`make generate\`.

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
const files = { 'docs/words.md': glossary(), 'docs/lao-check.md': laoCheck(problems) };
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
for (const [file, text] of Object.entries(files)) writeFileSync(file, text);
