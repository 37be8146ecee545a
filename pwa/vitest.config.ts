import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Many random schedules against a running server take minutes, and run only when asked for.
const schedules = process.env.SCHEDULES !== undefined;

export default defineConfig({
  root: here('.'),
  resolve: { alias: { '@': here('./src') } },
  define: { __APP_VERSION__: JSON.stringify('test') },
  test: {
    environment: 'happy-dom',
    setupFiles: [here('./test/setup.ts')],
    include: schedules ? ['test/outbox-schedules.ts'] : ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // Hundreds of random lives take seconds, or a minute where others use the machine. One that is
    // cut off would go on beside the next test, in its network.
    testTimeout: schedules ? 0 : 180_000,
    restoreMocks: true,
    // Left to itself it leaves a core free: half of two.
    maxWorkers: '100%',
    // In a test BASE_URL is the app's base path, so the server's address takes another name.
    env: { SERVER_URL: process.env.BASE_URL ?? 'http://127.0.0.1:8080' },
  },
});
