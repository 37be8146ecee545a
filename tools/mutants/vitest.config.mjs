// Runs these tests against each mutant: all tests of the data layer, and of the service worker, which runs
// the same code.
import app from '../../pwa/vitest.config';

const { projects, ...test } = app.test;
const {
  name: _,
  deps: __,
  exclude: ___,
  ...phone
} = projects.find((each) => each.test.name === 'phone').test;

export default {
  ...app,
  test: { ...test, ...phone, include: ['src/data/**/*.test.ts', 'src/sw/**/*.test.ts'] },
};
