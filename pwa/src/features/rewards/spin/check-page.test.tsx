import { readFileSync } from 'node:fs';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RevealedSeed } from '@/data/api/types';
import { dismissCommand } from '@/data/engine/commands/send';
import type { SpinRow } from '@/data/storage/db';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { logOutMember, logInMember, pressButton } from '../../../../test/games';
import { ok, type TestServer } from '../../../../test/server';
import { goOnline, goOffline } from '../../../../test/signal';
import { CheckPage } from './check-page';

const scheme = readFileSync(`${import.meta.dirname}/../../../../../docs/fair-wheel.md`, 'utf8');
const [, block = ''] = /```json\n([^]*?)```/.exec(scheme) ?? [];
const [vector] = (JSON.parse(block) as { seeds: RevealedSeed[] }).seeds;
const labels = { th: 'x', lo: 'x', en: 'A slice' };
const spins = vector!.spins.map((spin) => ({ ...spin, labels, createdAt: '2026-11-23T00:00:00Z' }));
const revealed = { ...vector!, seedId: 'seed1', spins } as RevealedSeed;

let server: TestServer;
let seed: RevealedSeed;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  seed = { ...revealed, serverSeed: null };
  server = await logInMember([]);
  server.on('GET /api/spinwheel/history', () => ok({ seeds: [seed], total: 1 }));
  server.on('GET /api/spinwheel/setup', () =>
    ok({ result: { activeSpinwheel: null, userCoin: { coin: 0 } } }),
  );
  server.on('POST /api/spinwheel/rotate', () => {
    seed = revealed;
    return ok({});
  });
  const rows = revealed.spins.map(({ nonce, code }): SpinRow => {
    const { commitment, clientSeed } = revealed;
    const won = { code } as SpinRow['won'];
    return { id: `${commitment}:${nonce}`, commitment, clientSeed, nonce, at: 0, won };
  });
  await withMemberDb('M1', (db) => db.spins.bulkPut(rows));
});
afterEach(async () => {
  goOnline();
  dismissCommand('rotateSeed');
  await logOutMember();
});

it('a tap checks a seed, and its spins are true if the device stored the same slices', async () => {
  render(<CheckPage />);
  await waitFor(() => expect(screen.getAllByText('Not checked yet')).toHaveLength(3));

  await pressButton('Check this set');

  await screen.findByText('3 spins, all verified');
});

// spec D5.62
it('a spin for which the device stored another slice is false', async () => {
  seed = revealed;
  await withMemberDb('M1', (db) =>
    db.spins.update(`${revealed.commitment}:1`, { won: { code: 'B500' } as SpinRow['won'] }),
  );

  render(<CheckPage />);

  await screen.findByText("1 spin doesn't match");
  expect(screen.getAllByText("Doesn't match")).toHaveLength(1);
});

it('while offline, the spins are listed, and the seed cannot be checked', async () => {
  render(<CheckPage />);
  await screen.findAllByText('Not checked yet');

  await goOffline();

  await screen.findByText("You're offline. You can check when you're back online");
  expect(screen.getAllByText('Not checked yet')).toHaveLength(3);
  const buttonText = screen.getByText('Check this set', { selector: 'button, button *' });
  expect(buttonText.closest('button')!.disabled).toBe(true);
});

it('spins after the cached history are neither wrong nor hidden', async () => {
  seed = { ...revealed, spins: revealed.spins.slice(0, 2) };
  const later = { at: Date.now() + 60_000, won: { code: 'B500' } as SpinRow['won'] };
  await withMemberDb('M1', (db) =>
    db.spins.bulkPut([
      { ...later, id: 'a', commitment: revealed.commitment, clientSeed: revealed.clientSeed, nonce: 2 },
      { ...later, id: 'b', commitment: 'another', clientSeed: 'x', nonce: 0 },
    ]),
  );
  await withMemberDb('M1', (db) => db.spins.delete(`${revealed.commitment}:2`));

  render(<CheckPage />);

  await screen.findByText('2 spins, all verified');
  expect(screen.queryByText("Doesn't match")).toBeNull();
  expect(screen.queryByText(/never revealed/)).toBeNull();
});
