import { toServerTime } from '../../api/clock';
import { ApiError, NOT_OURS } from '../../api/errors';
import type { Slip } from '../../api/types';
import { upload } from '../../api/upload';
import { isGuest } from '../../session/member';
import type { MemberDb } from '../../storage/db';
import type { Send } from '../../engine/outbox/kinds';
import { acknowledgeSlip } from './store';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * sendSlip uploads one slip. It resolves only with the server's own acknowledgement: the slip with this item's
 * id, or a slip that is being checked and has the same picture. A captive portal sends any other response with
 * a success status.
 */
export const sendSlip: Send = async (item, picture, { caller, signal, onProgress }) => {
  if (isGuest(caller) || !picture) throw new ApiError('invalid-token', 401);
  const fields = {
    clientId: item.id,
    capturedAt: new Date(toServerTime(item.capturedAt)).toISOString(),
    file: new Blob([picture.bytes], { type: picture.mime }),
  };
  const fileName = `slip.${picture.mime.replace('image/', '').replace('jpeg', 'jpg')}`;
  const options = { key: item.id, auth: caller.token, fileName, signal, onProgress };
  const response: Partial<Slip> = await upload('/api/wallet/slip', fields, options);
  if (!isSlip(response, item.id)) throw new ApiError(NOT_OURS, 200);
  return (db) => acknowledgeSlip(db as MemberDb, response, item.id);
};

function isSlip(response: Partial<Slip>, id: string): response is Slip {
  return (
    (response.clientId === id || (UUID.test(response.clientId ?? '') && response.status === 'PENDING')) &&
    typeof response.reference === 'string' &&
    typeof response.version === 'number' &&
    (response.status === 'PENDING' || response.status === 'SUCCESS' || response.status === 'FAILED')
  );
}
