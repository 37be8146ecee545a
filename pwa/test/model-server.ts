/** A model of the server's guarantees for slips: a key takes effect only once. */
import type { Slip } from '@/data/api/types';
import { sha256 } from '@/data/kit/digest';
import { refusal } from './network';

export interface StoredSlip {
  member: string;
  sha256: string;
  slip: Slip;
}

export class ModelServer {
  /** By Idempotency-Key. */
  readonly accepted = new Map<string, StoredSlip>();
  readonly tokens = new Map<string, string>();
  #version = 0;

  /** Returns how many slips with this picture were accepted. */
  effectsOf(sha256: string): number {
    return [...this.accepted.values()].filter((stored) => stored.sha256 === sha256).length;
  }

  async handle(url: string, init: RequestInit): Promise<Response> {
    const request = new Request(new URL(url, 'http://wallet.test'), init);
    const token = request.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
    const member = this.tokens.get(token);
    if (request.headers.get('X-Requested-With') !== 'wallet-user') return refusal(403, 'KEY_MISSING');
    if (!member) return refusal(401, 'invalid-token');
    if (request.method !== 'POST' || !url.endsWith('/api/wallet/slip')) return refusal(404, 'NO_DATA');
    return this.#acceptSlip(member, request);
  }

  async #acceptSlip(member: string, request: Request): Promise<Response> {
    const key = request.headers.get('Idempotency-Key');
    const form = await request.formData();
    const clientId = form.get('clientId');
    const file = form.get('file');
    if (!key || typeof clientId !== 'string') return refusal(400, 'KEY_MISSING');
    if (!(file instanceof Blob) || [...form.keys()].at(-1) !== 'file') {
      return refusal(400, 'SLIP_NO_FILE');
    }
    const hash = await sha256(await file.arrayBuffer());
    const known = this.accepted.get(key);
    if (known && known.sha256 !== hash) return refusal(422, 'KEY_INVALID');
    const slip = known?.slip ?? this.#newSlip(clientId);
    this.accepted.set(key, { member, sha256: hash, slip });
    return Response.json(slip, { status: 202 });
  }

  #newSlip(clientId: string): Slip {
    return {
      clientId,
      createdAt: new Date(0).toISOString(),
      amount: null,
      currency: 'BAHT',
      status: 'PENDING',
      review: false,
      link: '',
      reference: clientId,
      version: ++this.#version,
    };
  }
}
