// Writes docs/words.md, the glossary of texts, from pwa/src/i18n/glossary.json.
import { writeFileSync } from 'node:fs';
import { I18N, locales, read, row } from './texts/tables.mjs';

/** Returns the glossary as Markdown. */
function formatGlossary() {
  let out = `# Words

Written by \`make generate\` from \`${I18N}/glossary.json\`; do not edit. \`${I18N}/glossary.test.ts\` checks every text against it: the two catalogues, captions, pushes, the manifest and the demo content.

One thing has one word. Add a new word there first, in all three languages, with the words that must not be used for it. \`${I18N}/sentences.test.ts\` checks how sentences are built: a failure says what happened and what comes next, a wait says for whom.
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

writeFileSync('docs/words.md', formatGlossary());
