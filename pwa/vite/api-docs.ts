import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Adds the API documentation's viewer to the build, under api-docs/. The server shows it at /api/docs. It
 * loads nothing from other hosts, and the service worker ignores it.
 */
export function apiDocs(root: string): Plugin {
  return {
    name: 'api-docs',
    apply: 'build',
    async generateBundle() {
      const swagger = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
      for (const file of ['index.html', 'start.js']) {
        this.emitFile({
          type: 'asset',
          fileName: `api-docs/${file}`,
          source: await readFile(path.join(root, file)),
        });
      }
      for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
        this.emitFile({
          type: 'asset',
          fileName: `api-docs/${file}`,
          source: await readFile(path.join(swagger, file)),
        });
      }
    },
  };
}
