import type { Plugin } from 'vite';
import type { ManifestLocale } from '../manifest.ts';

/** The files of a build, by name. */
export type Built = Parameters<Extract<NonNullable<Plugin['writeBundle']>, (...args: never[]) => unknown>>[1];

/** The font of each language, in addition to the Latin one. */
const letters: Partial<Record<ManifestLocale, string>> = { th: 'anuphan-thai', lo: 'noto-sans-lao' };

/**
 * Adds preloads for files that this page would otherwise request only when the app runs: its own scripts, its
 * language's scripts, and its language's font. The page's styles and content have priority, because users can
 * read them before any script has loaded.
 */
export function filesFirst(html: string, built: Built, page: string, locale: ManifestLocale): string {
  const scripts = scriptsOf(built, (id) => new RegExp(`/routes/(_public/)?${page}\\.tsx`).test(id));
  if (scripts.length === 0) throw new Error(`drawn-pages: no script for ${page}`);
  // The layout of the public pages.
  if (page !== 'terminated') scripts.push(...scriptsOf(built, (id) => id.includes('/routes/_public.tsx')));
  if (locale !== 'th') scripts.push(...scriptsOf(built, (id) => id.endsWith(`/i18n/locale-${locale}.ts`)));
  const links = [...new Set(scripts)]
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return withLetters(html, built, locale)
    .replace('</head>', `${links.join('')}</head>`)
    .replaceAll(/<(script type|link rel)="module(preload)?"/g, '$& fetchpriority="low"');
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
