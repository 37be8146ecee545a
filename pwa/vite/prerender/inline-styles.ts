import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { ManifestLocale } from '../manifest.ts';

/** The files of a build, by name. */
export type Built = Parameters<Extract<NonNullable<Plugin['writeBundle']>, (...args: never[]) => unknown>>[1];

/** The font of each language, in addition to the Latin one. */
const letters: Partial<Record<ManifestLocale, string>> = { th: 'anuphan-thai', lo: 'noto-sans-lao' };

const firstPaint = readFileSync(new URL('../../../public/first-paint.js', import.meta.url), 'utf8')
  .replaceAll(/^\s*\/\/.*\n/gm, '')
  .trim();

/**
 * Makes a page readable with its HTML alone: its styles and first script are inline, and its modules are
 * requested after the first paint. Requested earlier, they would share the slow connection with the page. The
 * server allows the inline texts by their hashes (backend/platform/web/assets.go).
 */
export function inlineStylesAndDelayModules(
  html: string,
  built: Built,
  page: string,
  locale: ManifestLocale,
): string {
  const modules: string[] = [];
  const preloads: string[] = [];
  const taken = withLetters(html, built, locale)
    .replaceAll(/\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g, (_tag, file: string) =>
      keep(modules, file),
    )
    .replaceAll(/\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g, (_tag, file: string) =>
      keep(preloads, file),
    )
    .replaceAll(
      /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
      (_tag, file: string) => `<style>${textOf(built, file)}</style>`,
    )
    .replace('<script src="/first-paint.js"></script>', () => `<script>${firstPaint}</script>`);
  if (modules.length === 0 || !taken.includes('<style>') || !taken.includes(firstPaint))
    throw new Error('prerendered-pages: index.html has no module, style sheet or first script');
  for (const file of ofPage(built, page, locale)) preloads.push(`/${file}`);
  return taken.replace('</body>', () => `<script>${starter(modules, preloads)}</script></body>`);
}

function keep(files: string[], file: string): string {
  files.push(file);
  return '';
}

function textOf(built: Built, file: string): string {
  const asset = built[file];
  if (asset?.type !== 'asset') throw new Error(`prerendered-pages: no style sheet ${file}`);
  return typeof asset.source === 'string' ? asset.source : new TextDecoder().decode(asset.source);
}

/** Returns the scripts that the page would otherwise request only when the app runs. */
function ofPage(built: Built, page: string, locale: ManifestLocale): Set<string> {
  const scripts = scriptsOf(built, (id) => new RegExp(`/routes/(_public/)?${page}\\.tsx`).test(id));
  if (scripts.length === 0) throw new Error(`prerendered-pages: no script for ${page}`);
  // The layout of the public pages.
  if (page !== 'terminated') scripts.push(...scriptsOf(built, (id) => id.includes('/routes/_public.tsx')));
  if (locale !== 'th') scripts.push(...scriptsOf(built, (id) => id.endsWith(`/i18n/locale-${locale}.ts`)));
  return new Set(scripts);
}

/**
 * Returns a script that requests all files after the first paint, and runs the modules in their order, each
 * in a task of its own. A hidden page is not painted, so it starts at once.
 */
function starter(modules: string[], preloads: string[]): string {
  const files = [...new Set([...modules, ...preloads])];
  return `(function(){
var modules=${JSON.stringify(modules)},files=${JSON.stringify(files)};
function start(){
files.forEach(function(file){var link=document.createElement('link');link.rel='modulepreload';link.crossOrigin='';link.href=file;document.head.append(link)});
modules.reduce(function(before,file){return before.then(function(){return import(file)})},Promise.resolve())
}
if(document.hidden)start();else requestAnimationFrame(function(){setTimeout(start)})
})()`;
}

/** Returns the chunk whose entry module matches, and all chunks that it imports. */
function scriptsOf(built: Built, isIt: (id: string) => boolean): string[] {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = built[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    chunk.imports.forEach(add);
  };
  for (const chunk of Object.values(built)) {
    if (chunk.type === 'chunk' && chunk.facadeModuleId && isIt(chunk.facadeModuleId)) add(chunk.fileName);
  }
  return [...found];
}

function withLetters(html: string, built: Built, locale: ManifestLocale): string {
  const wanted = letters[locale];
  const file = wanted && Object.keys(built).find((name) => name.includes(wanted));
  const link = /<link rel="preload" href="[^"]*\/(anuphan-thai|noto-sans-lao)[^"]*"[^>]*>\s*/;
  return html.replace(link, (old) => (file ? old.replace(/href="[^"]*"/, `href="/${file}"`) : ''));
}
