/**
 * The scheme of docs/fair-wheel.md, by which anyone can recompute a spin. It needs WebCrypto, which pages
 * without a secure context lack.
 */
import { randomHex, sha256 } from '../../kit/digest';

export interface PromisedSlice {
  code: string;
  weight: number;
}

export interface PromisedWheel {
  /** SHA-256 of the server's seed. */
  hash: string;
  slices: PromisedSlice[];
}

const SCHEME = 'krapao-wheel-1';
/** A round draws a number below this one. */
const DRAW_RANGE = 2 ** 32;

/** canCheckSpins returns false if the page has no WebCrypto. */
export function canCheckSpins(): boolean {
  return (globalThis.crypto.subtle as SubtleCrypto | undefined) !== undefined;
}

/** parsePromiseText returns the content of a promise's text, or undefined for any other text. */
export function parsePromiseText(text: string): PromisedWheel | undefined {
  const [scheme, hash = '', , ...lines] = text.trimEnd().split('\n');
  const slices = lines
    .map((line) => line.split(' '))
    .map(([code = '', weight]) => ({ code, weight: Number(weight) }));
  const hasValidSlices =
    slices.length > 0 && slices.every(({ weight }) => Number.isInteger(weight) && weight > 0);
  return scheme === SCHEME && hasValidSlices ? { hash, slices } : undefined;
}

/**
 * matchesCommitment returns true if the promise's hash is the commitment, and the promise contains the server
 * seed's hash.
 */
export async function matchesCommitment(
  commitment: string,
  promise: string,
  serverSeed: string,
): Promise<boolean> {
  const promised = parsePromiseText(promise);
  if (!promised) return false;
  const [promiseHash, hash] = await Promise.all([sha256(promise), sha256(bytesOf(serverSeed).buffer)]);
  return promiseHash === commitment && hash === promised.hash;
}

/** drawSlice returns the code of the slice on which a spin stops. */
export async function drawSlice(
  slices: readonly PromisedSlice[],
  serverSeed: string,
  clientSeed: string,
  nonce: number,
): Promise<string> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', bytesOf(serverSeed), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const totalWeight = slices.reduce((sum, { weight }) => sum + weight, 0);
  const acceptedBelow = DRAW_RANGE - (DRAW_RANGE % totalWeight);
  for (let round = 0; ; round++) {
    const text = new TextEncoder().encode(`${clientSeed}:${nonce}:${round}`);
    const mac = new DataView(await subtle.sign('HMAC', key, text));
    const number = mac.getUint32(0);
    if (number < acceptedBelow) return sliceAt(slices, number % totalWeight);
  }
}

function sliceAt(slices: readonly PromisedSlice[], position: number): string {
  let left = position;
  for (const { code, weight } of slices) {
    if (left < weight) return code;
    left -= weight;
  }
  return '';
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** newClientSeed returns the device's own seed: 32 hex digits. */
export const newClientSeed = randomHex;
