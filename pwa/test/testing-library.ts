/**
 * @testing-library/react as tests import it (an alias in `vitest.config.ts`), with limits for busy machines. Only
 * tests that render load it.
 */
import { cleanup, configure } from '@testing-library/react/pure';
import { afterAll } from 'vitest';

export * from '@testing-library/react/pure';

const { setImmediate: turn } = globalThis;

configure({ asyncUtilTimeout: 30_000 });

// React finishes work of the last test in separate tasks, and throws if the page is gone by then. Texts that are
// loaded late would render mounted components again.
afterAll(async () => {
  cleanup();
  for (let i = 0; i < 3; i++) await new Promise((resolve) => turn(resolve));
});
