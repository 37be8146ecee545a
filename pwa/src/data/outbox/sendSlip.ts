import { ApiError, NOT_OURS } from '../api/errors';
import type { Slip } from '../api/types';
import { upload } from '../api/upload';
import type { BlobRow } from '../db';
import type { QueuedItem } from './machine';

export interface SendOptions {
  token: string;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Uploads one slip. Resolves only with the server's own acknowledgement: the slip under this
 * item's id, or the one that is being checked and shows the same picture. Anything else that looks
 * like success is a captive portal's.
 */
export async function sendSlip(
  item: QueuedItem,
  picture: BlobRow,
  { token, signal, onProgress }: SendOptions,
): Promise<Slip> {
  const form = new FormData();
  // The server reads a stream: the fields have to come before the file.
  form.append('clientId', item.id);
  form.append('capturedAt', new Date(item.capturedAt).toISOString());
  form.append('file', new Blob([picture.bytes], { type: picture.mime }), fileName(picture.mime));
  const options = { key: item.id, auth: token, signal, onProgress };
  const answer = await upload<Partial<Slip>>('/api/wallet/slip', form, options);
  if (!isSlip(answer, item.id)) throw new ApiError(NOT_OURS, 200);
  return answer;
}

function isSlip(answer: Partial<Slip>, id: string): answer is Slip {
  return (
    (answer.clientId === id || (UUID.test(answer.clientId ?? '') && answer.status === 'PENDING')) &&
    typeof answer.reference === 'string' &&
    typeof answer.version === 'number' &&
    (answer.status === 'PENDING' || answer.status === 'SUCCESS' || answer.status === 'FAILED')
  );
}

function fileName(mime: string): string {
  return `slip.${mime.replace('image/', '').replace('jpeg', 'jpg')}`;
}
