import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { manifestIn, type ManifestLocale } from '../manifest.ts';
import { inlineStylesAndDelayModules, type Built } from './inline-styles.ts';

const run = promisify(execFile);

/** The pages that a guest may open first. */
const pages = ['login', 'register', 'forgot', 'contact', 'howto', 'terminated'];
const locales: ManifestLocale[] = ['th', 'lo', 'en'];

type PageHtml = Record<string, Record<ManifestLocale, string>>;

/**
 * Writes drawn/<page>.html in the app's default language, and drawn/<page>.<locale>.html. Each is the app's
 * page with its rendered content. So a first visit shows the content before any script has loaded. The server
 * selects the file by the language cookie.
 */
export function prerenderedPages(version: string, defaultLocale: ManifestLocale): Plugin {
  let dir = '';
  let built: Built = {};
  return {
    name: 'prerendered-pages',
    apply: 'build',
    configResolved(config) {
      dir = config.build.outDir;
    },
    writeBundle(_options, bundle) {
      built = bundle;
    },
    closeBundle: {
      // Runs before the compressed copies are made.
      order: 'pre',
      sequential: true,
      async handler() {
        const frame = await readFile(path.join(dir, 'index.html'), 'utf8');
        const contents = await prerenderPages(version);
        await mkdir(path.join(dir, 'drawn'), { recursive: true });
        for (const page of pages) {
          for (const locale of locales) {
            const html = inlineStylesAndDelayModules(
              insertContent(frame, contents[page]![locale], locale),
              built,
              page,
              locale,
            );
            const name = locale === defaultLocale ? page : `${page}.${locale}`;
            await writeFile(path.join(dir, 'drawn', `${name}.html`), html);
          }
        }
      },
    },
  };
}

async function prerenderPages(version: string): Promise<PageHtml> {
  const script = fileURLToPath(new URL('./run.mjs', import.meta.url));
  const args = ['-C', 'browser', script, pages.join(), locales.join(), version];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 16 << 20 });
  return JSON.parse(stdout) as PageHtml;
}

function insertContent(frame: string, content: string, locale: ManifestLocale): string {
  const { short_name: name, description } = manifestIn(locale);
  const changes: [RegExp, string][] = [
    [/<html lang="\w+"/, `<html lang="${locale}"`],
    [/<title>.*?<\/title>/, `<title>${name}</title>`],
    [/(<meta name="description" content=")[^"]*/, `$1${description}`],
    [
      /<div class="splash">[^]*?<\/div>/,
      `<div class="splash drawn">${content.replaceAll('$', '$$$$')}</div>`,
    ],
  ];
  return changes.reduce((html, [pattern, replacement]) => {
    if (!pattern.test(html)) throw new Error(`prerendered-pages: index.html has no ${pattern}`);
    return html.replace(pattern, replacement);
  }, frame);
}
