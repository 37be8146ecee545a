import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import pkg from '../package.json' with { type: 'json' };
import { apiDocs } from './vite/api-docs.ts';
import { prerenderedPages } from './vite/prerender/prerendered-pages.ts';
import { fewFiles } from './vite/few-files.ts';
import { laosPage } from './vite/laos.ts';
import { librariesFirst } from './vite/libraries-first.ts';
import { manifestIn } from './vite/manifest.ts';
import { manifestFiles } from './vite/manifest-files.ts';
import { operatorPage } from './vite/operator-page.ts';
import { precompress } from './vite/precompress.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The Laos variant is a separate build: `make run LAOS=1` builds it. */
const isLaos = process.env.VITE_LAOS === 'true';
const backend = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** The libraries that the app needs at its start. Each is a separate file and runs in a separate task. */
const libraries = [
  { name: 'react', of: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
  { name: 'router', of: /node_modules\/@tanstack\// },
  { name: 'database', of: /node_modules\/dexie\// },
  { name: 'words', of: /node_modules\/(react-)?i18next\// },
];

/**
 * Configures the worker's build like vite-plugin-pwa 2.0.0, without the option that the bundler has
 * deprecated, and with fewer log messages.
 */
const oneFile: Plugin = {
  name: 'worker-in-one-file',
  config({ build }) {
    const output = build?.rollupOptions?.output as Record<string, unknown>;
    delete output.inlineDynamicImports;
    output.codeSplitting = false;
    return { logLevel: 'warn' };
  },
};

/** The build settings that the members' app and the operators' console share. */
const shared = {
  root: here('.'),
  resolve: {
    alias: { '@': here('./src') },
  },
  define: { __APP_VERSION__: JSON.stringify(pkg.version) },
  build: {
    outDir: process.env.APP_OUT ? resolve(process.env.APP_OUT) : here('../backend/webapp/dist'),
    target: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: { polyfill: false },
  },
};

export default defineConfig({
  ...shared,
  publicDir: here('../public'),
  server: {
    host: '127.0.0.1',
    port: Number(process.env.VITE_PORT ?? 5173),
    strictPort: true,
    proxy: { '/api': { target: backend, ws: true }, '/media': backend },
  },
  build: {
    ...shared.build,
    // public/.gitkeep is copied back, so that go:embed finds a file in a fresh clone.
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        // Few files: each file costs a request and is compressed separately.
        codeSplitting: {
          groups: [
            ...libraries.map(({ name, of }) => ({
              name,
              tags: ['$initial' as const],
              test: of,
              priority: 3,
            })),
            { name: 'app', tags: ['$initial'], priority: 2 },
            // Code of sheets and dialogs, which no page waits for.
            { name: 'layers', test: /@base-ui|@floating-ui/, priority: 1.6 },
            // Translated texts that contain a link. Few components have such texts, and they load late.
            { name: 'rich-text', test: /react-i18next.*Trans|html-parse-stringify/, priority: 1.5 },
            ...fewFiles(1),
          ],
        },
      },
    },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // The content that a page shows first is bundled with the page's own code. So a guest loads no code
      // of members' pages.
      codeSplittingOptions: {
        defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']],
      },
      routesDirectory: here('./src/routes'),
      generatedRouteTree: here('./src/routeTree.gen.ts'),
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    ...(isLaos ? [laosPage()] : []),
    manifestFiles(here('../manifest'), ['icons', 'screenshots', 'splash'], isLaos ? 'lo' : 'th'),
    apiDocs(here('./api-docs')),
    librariesFirst(libraries.map(({ name }) => name)),
    prerenderedPages(pkg.version, isLaos ? 'lo' : 'th'),
    operatorPage(here('./operator.html'), { ...shared, plugins: [react(), tailwindcss()] }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: manifestIn(isLaos ? 'lo' : 'th') as never,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2}', 'favicon.svg', 'manifest.*.webmanifest'],
        globIgnores: [
          'api-docs/**',
          'drawn/**',
          'operator.html',
          'assets/operator/**',
          ...(isLaos ? ['**/locale-en-*'] : ['**/locale-{lo,en}-*', '**/noto-sans-lao*']),
          '**/memory-*',
          '**/*zxing*',
          '**/*latin-ext*',
        ],
        maximumFileSizeToCacheInBytes: 600_000,
        buildPlugins: { vite: [oneFile] },
      },
    }),
    precompress(),
  ],
});
