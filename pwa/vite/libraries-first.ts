import type { Plugin } from 'vite';

/**
 * Has each of these chunks begin as a script of its own, before the app that imports them. Merely preloaded
 * they would all begin together with it, in one task, and a slow phone answers nobody in so long a task.
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
