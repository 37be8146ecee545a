// Functions that tools share: they read the JSON files of pwa/src/i18n, and format rows of a Markdown table.
import { readFileSync } from 'node:fs';

export const I18N = 'pwa/src/i18n';
export const locales = ['th', 'lo', 'en'];
export const read = (file) => JSON.parse(readFileSync(`${I18N}/${file}`, 'utf8'));

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
export const row = (...cells) => `| ${cells.map(cell).join(' | ')} |\n`;
