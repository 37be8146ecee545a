import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const types: Record<string, string> = { '.png': 'image/png', '.svg': 'image/svg+xml' };

/**
 * Serves and copies the pictures that the web-app manifest names. They keep
 * their names, because an installed app asks for them for years.
 */
export function manifestFiles(root: string, folders: string[]): Plugin {
  return {
    name: 'manifest-files',
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const [, folder = '', file = ''] = (req.url ?? '').split('?')[0]?.split('/') ?? [];
        if (!folders.includes(folder) || !/^[\w.-]+$/.test(file)) return next();
        res.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
        createReadStream(path.join(root, folder, file))
          .on('error', () => next())
          .pipe(res);
      });
    },
    async generateBundle() {
      for (const folder of folders) {
        const files = await readdir(path.join(root, folder)).catch(() => []);
        for (const file of files) {
          const source = await readFile(path.join(root, folder, file));
          this.emitFile({ type: 'asset', fileName: `${folder}/${file}`, source });
        }
      }
    },
  };
}
