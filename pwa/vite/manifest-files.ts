import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { localizedManifests, type ManifestLocale } from './manifest.ts';

const types: Record<string, string> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/**
 * Serves and copies the web-app manifests in the other languages, and their pictures. The files keep their
 * names, because an installed app requests them for years.
 */
export function manifestFiles(root: string, folders: string[], first: ManifestLocale): Plugin {
  const manifests = localizedManifests(first);
  return {
    name: 'manifest-files',
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const other = manifests.find(({ fileName }) => req.url === `/${fileName}`);
        if (other) {
          res.setHeader('Content-Type', 'application/manifest+json');
          return void res.end(other.source);
        }
        const [, folder = '', file = ''] = (req.url ?? '').split('?')[0]?.split('/') ?? [];
        if (!folders.includes(folder) || !/^[\w.-]+$/.test(file)) return next();
        res.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
        createReadStream(path.join(root, folder, file))
          .on('error', () => next())
          .pipe(res);
      });
    },
    async generateBundle() {
      for (const other of manifests) this.emitFile({ type: 'asset', ...other });
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
