import type { IncomingMessage } from 'node:http';
import { build, type InlineConfig, type Plugin } from 'vite';
import { consoleFiles } from './console-files.ts';

const isPage = (url = '') => /^\/operator(\/[^.]*)?$/.test(url.split('?')[0] ?? '');

/**
 * Returns a file's name in the build. A file that both builds contain, such as a font, gets the same name and
 * is stored once.
 */
function placeOf(name = ''): string {
  return name.endsWith('.css') ? 'assets/operator/[name]-[hash][extname]' : 'assets/[name]-[hash][extname]';
}

/**
 * Builds the operators' console after the members' app, as a separate build. Without shared modules, no code
 * of one app can be in a file of the other. The console's scripts are in a separate folder, which the service
 * worker ignores.
 */
export function operatorPage(page: string, shared: InlineConfig): Plugin {
  return {
    name: 'operator-page',
    configureServer(server) {
      server.middlewares.use((req: IncomingMessage, _res, next) => {
        if (isPage(req.url)) req.url = '/operator.html';
        next();
      });
    },
    closeBundle: {
      // Runs before the service worker's file list and the compressed copies are made.
      order: 'pre',
      sequential: true,
      async handler() {
        if (this.environment.config.command !== 'build') return;
        await build({
          ...shared,
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          build: {
            ...shared.build,
            emptyOutDir: false,
            rolldownOptions: {
              input: page,
              output: {
                codeSplitting: { groups: consoleFiles() },
                entryFileNames: 'assets/operator/[name]-[hash].js',
                chunkFileNames: 'assets/operator/[name]-[hash].js',
                assetFileNames: ({ names }) => placeOf(names[0]),
              },
            },
          },
        });
      },
    },
  };
}
