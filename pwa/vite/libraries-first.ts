import type { Plugin } from 'vite';

/**
 * Starts each of these chunks as a separate script, before the app that imports them. If they were only
 * preloaded, all would run in one task with the app. A slow phone does not react to input during such a long
 * task.
 */
export function librariesFirst(names: readonly string[]): Plugin {
  const link = new RegExp(
    `\\s*<link rel="modulepreload"( [^>]*href="[^"]*/(?:${names.join('|')})-[^"]*")>`,
    'g',
  );
  return {
    name: 'libraries-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html): string {
        const scripts = [...html.matchAll(link)].map(
          ([, attributes]) => `<script type="module"${attributes!.replace('href', 'src')}></script>\n    `,
        );
        return html.replaceAll(link, '').replace('<script type="module"', `${scripts.join('')}$&`);
      },
    },
  };
}
