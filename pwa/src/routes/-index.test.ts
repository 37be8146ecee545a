import { isRedirect } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { Route } from './index';
import { Route as Members } from './user';

// spec 2.3
it('/ redirects to the members’ area, and leaves no history entry', () => {
  const arrive = Route.options.beforeLoad as unknown as () => void;
  let thrown: unknown;
  try {
    arrive();
  } catch (led) {
    thrown = led;
  }

  expect(isRedirect(thrown) && thrown.options).toMatchObject({ to: '/user', replace: true });
});

// spec 6.3
it('the members’ area requires a token, and nothing else', () => {
  const beforeLoad = Members.options.beforeLoad as unknown as (at: object) => void;
  const arrive = () => beforeLoad({ location: { href: '/user' } });
  expect(arrive).toThrow(expect.objectContaining({ options: expect.objectContaining({ to: '/login' }) }));

  localStorage.setItem('token', 'abc');

  expect(arrive).not.toThrow();
  localStorage.clear();
});
