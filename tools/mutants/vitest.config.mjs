// What tries a mutant: the tests of the data layer and of the service worker, which runs the same code.
import app from '../../pwa/vitest.config';

export default {
  ...app,
  test: { ...app.test, include: ['src/data/**/*.test.ts', 'src/sw/**/*.test.ts'] },
};
