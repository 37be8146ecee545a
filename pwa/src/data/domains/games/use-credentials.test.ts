import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubServer } from '../../../../test/server';
import { useCredentials } from './use-credentials';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('useCredentials never returns the credentials while they are not wanted', async () => {
  const server = stubServer();
  localStorage.setItem('token', 't');
  server.on('GET /api/wallet/account/pg', () => ok({ username: 'KP08K2', password: 'secret-8' }));
  const drawn: string[] = [];
  const { rerender } = renderHook(
    ({ wanted }) => {
      const { at } = useCredentials('pg', wanted).state;
      drawn.push(wanted ? at : `not wanted: ${at}`);
    },
    { initialProps: { wanted: true } },
  );
  await waitFor(() => expect(drawn).toContain('loaded'));

  rerender({ wanted: false });

  expect(drawn).toContain('not wanted: none');
  expect(drawn).not.toContain('not wanted: loaded');
});
