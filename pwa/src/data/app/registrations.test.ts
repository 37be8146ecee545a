/**
 * The names under which devices have stored rows. If a name changes, members' rows are not found: a
 * withdrawal without a response is then repeated under another key, and a queued slip is never sent.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LookupName } from '../api/types';
import { allCommands } from '../engine/commands/commands';
import { lanes } from '../engine/outbox/kinds';
import { allResources, resourceOf, type ResourceId } from '../engine/resources/resources';
import { HOME_PARTS, LIST_NAMES, MemberDb } from '../storage/db';
import { KINDS } from '../storage/queued-item';

describe('stored names never change', () => {
  it('the names of commands, and whether they outlive the session, never change', () => {
    const names = (isMoney: boolean) =>
      new Set(
        allCommands()
          .filter(([, { money }]) => (money !== undefined) === isMoney)
          .map(([, { name }]) => name),
      );

    expect([...names(true)].toSorted()).toEqual(
      (
        'addRefund announce cancelQr cancelWithdraw clearBonus collectInvite coupon gift qr ' +
        'receiveRefund spin takeBonus transfer withdraw'
      ).split(' '),
    );
    expect([...names(false)].toSorted()).toEqual(
      (
        'activateSlot addPasskey bankAccountName changepwd closePlay endSession limit limitsReviewed openPlay ' +
        'reality register removePasskey renamePasskey resetSlotPassword rotateSeed'
      ).split(' '),
    );
  });

  it('the names of resources never change', () => {
    expect(
      allResources()
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(
      (
        'active activity agreements banks bonuses care conditions contact deposit enableChatWidget info ' +
        'inviteBanners limits line notice qr refund refundBanners registerOTP slip sources spinHistory ' +
        'spinwheel spinwheelActive withdraw'
      ).split(' '),
    );
  });

  it('the names of lists, home parts and queued kinds never change', () => {
    expect(LIST_NAMES).toEqual(['statement', 'slips', 'coupons', 'invites', 'refunds']);
    expect(HOME_PARTS).toEqual(['profile', 'bankAccount', 'invite', 'refund', 'toPlay', 'bonus']);
    expect(KINDS).toEqual(['slip', 'chat']);
    expect(lanes()).toEqual(['slip', 'chat']);
  });
});

it('every lookup of the server is a resource', () => {
  // Checked by types alone: a missing resource does not compile.
  const resourceOfLookup = (name: LookupName) => resourceOf(name satisfies ResourceId);

  expect(resourceOfLookup('info').path).toBe('/api/lookup/info');
});

describe('a page without registrations', () => {
  beforeEach(() => vi.resetModules());

  it('an unregistered resource is named in the error', async () => {
    const resources = await import('../engine/resources/resources');

    expect(() => resources.resourceOf('info')).toThrow('no resource "info" is registered');
  });

  it('no command without a response is deleted while it is unknown which commands outlive the session', async () => {
    const row = { key: 'k', name: 'withdraw', method: 'POST', path: '', body: {}, createdAt: 1 } as const;
    await new MemberDb('M1').commands.put(row);
    const { deleteSyncedData } = await import('../session/end-of-session');

    await expect(deleteSyncedData('M1')).rejects.toThrow('registerKeptCommands was not called');
  });
});
