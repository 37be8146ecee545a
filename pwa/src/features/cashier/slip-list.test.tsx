import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeShared } from '@/data/domains/slip/shared';
import type { SlipRow } from '@/data/storage/db';
import { withDeviceDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { logOutMember, logInMember } from '../../../test/games';
import { ok } from '../../../test/server';
import { SlipList } from './slip-list';
import SlipsSheet from './slips-sheet';

beforeAll(() => startI18n('en'));
afterEach(logOutMember);

const slip: SlipRow = {
  clientId: 'a',
  createdAt: '2026-11-21T16:59:58Z',
  amount: 1234.5,
  status: 'PENDING',
  currency: 'BAHT',
  review: false,
  link: '',
  reference: 'r',
  version: 1,
};

// spec 1.14b, 2.88a
it('the refresh button of the slip list fetches the current statuses', async () => {
  const server = await logInMember([]);
  let listedSlip: SlipRow = slip;
  server.on('POST /api/statement/slip', () => ok({ total: 1, slips: [listedSlip] }));
  render(
    <Sheet open onClose={() => {}}>
      <SlipList title="My slips" queue={() => ''} onPicked={vi.fn()} onImage={vi.fn()} />
    </Sheet>,
  );
  await screen.findByText('In progress');
  listedSlip = { ...slip, status: 'SUCCESS', version: 2 };

  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));

  await waitFor(() => expect(screen.getByText('Completed')).toBeTruthy());
  expect(screen.queryByText('In progress')).toBeNull();
});

// spec 2.88e, 7.53
it('the button of a slip shows the slip’s picture from the server', async () => {
  const server = await logInMember([]);
  server.on('POST /api/statement/slip', () => ok({ total: 1, slips: [{ ...slip, reference: 'ref-1' }] }));
  server.on('GET /api/statement/slip/reference/ref-1', () => ok({ url: '/media/slip/ref-1' }));
  render(
    <Sheet open onClose={() => {}}>
      <SlipsSheet queue={() => ''} contactLink="" />
    </Sheet>,
  );

  fireEvent.click(await screen.findByRole('button', { name: /21\/11\/2026 23:59:58/ }));

  const picture = await screen.findByRole('img', { name: 'The slip sent on 21/11/2026 23:59:58' });
  expect(picture.getAttribute('src')).toBe('/media/slip/ref-1');
});

describe('pictures that another app has shared', () => {
  const buildJpeg = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name);
  const findSharedNotice = () => screen.findByText(/^This picture was shared from another app/);
  const openSlips = () =>
    render(
      <Sheet open onClose={() => {}}>
        <SlipsSheet queue={() => ''} contactLink="" />
      </Sheet>,
    );

  beforeEach(async () => {
    const server = await logInMember([]);
    server.on('POST /api/statement/slip', () => ok({ total: 0, slips: [] }));
    await storeShared([buildJpeg('one.jpg'), buildJpeg('two.jpg')], null);
  });
  afterEach(() => withDeviceDb((db) => db.shared.clear()));

  it('shared pictures name their source, and are offered one after the other until each is dismissed', async () => {
    const readPictureSource = () =>
      screen.getByRole('img', { name: 'The slip picture you chose' }).getAttribute('src');
    openSlips();
    await findSharedNotice();
    const first = readPictureSource();

    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(readPictureSource()).not.toBe(first));
    await findSharedNotice();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));

    await screen.findByRole('heading', { name: 'My slips' });
    expect(await withDeviceDb((db) => db.shared.count())).toBe(0);
  });

  it('the back button shows the slip list at once, without waiting for the device’s database', async () => {
    await withDeviceDb((db) => db.shared.where('id').above(0).limit(1).delete());
    openSlips();
    await findSharedNotice();

    fireEvent.click(screen.getByRole('button', { name: 'Back' }));

    expect(screen.getByRole('heading', { name: 'My slips' })).toBeTruthy();
  });

  it('shared pictures are offered again after the sheet was closed without a choice', async () => {
    openSlips();
    await findSharedNotice();
    cleanup();

    openSlips();

    await findSharedNotice();
  });
});
