import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { storeToken } from '@/data/session/token';
import { eventually } from '../../../test/eventually';
import { offline, ok, stubServer } from '../../../test/server';
import RealityCheck from './reality-check';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('the reality check waits, and throws nothing, while the member is unknown and the network is gone', async () => {
  const thrown = vi.fn();
  process.once('unhandledRejection', thrown);
  const server = stubServer();
  server.on('GET /api/account/profile', offline);
  server.on('GET /api/care', () => ok({ reality: 30 }));
  storeToken('t', true);

  const page = render(<RealityCheck />);
  document.dispatchEvent(new Event('visibilitychange'));

  await eventually(() => expect(server.calls).toContain('GET /api/account/profile'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(page.container.textContent).toBe('');
  expect(thrown).not.toHaveBeenCalled();
});
