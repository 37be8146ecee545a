import { isRedirect } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { Route } from './index';

// spec 2.3
it('/ leads to the members’ area, and is left behind by that', () => {
  const arrive = Route.options.beforeLoad as unknown as () => void;
  let thrown: unknown;
  try {
    arrive();
  } catch (led) {
    thrown = led;
  }

  expect(isRedirect(thrown) && thrown.options).toMatchObject({ to: '/user', replace: true });
});
