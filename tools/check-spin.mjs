// Checks spins of the prize wheel by docs/fair-wheel.md, without any code of this project:
//   node tools/check-spin.mjs < seeds.json
// seeds.json is what the page "check a spin" copies, or the response of
// GET /api/spinwheel/history: {"seeds": [{serverSeed, commitment, promise, clientSeed, spins}]}.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** Returns the slice that a spin must have: its code, and the round in which it was drawn. */
function draw(slices, serverSeed, clientSeed, nonce) {
  const total = slices.reduce((sum, slice) => sum + slice.weight, 0);
  const fair = 2 ** 32 - (2 ** 32 % total);
  for (let round = 0; ; round++) {
    const mac = createHmac('sha256', Buffer.from(serverSeed, 'hex'))
      .update(`${clientSeed}:${nonce}:${round}`)
      .digest();
    let n = mac.readUInt32BE(0);
    if (n >= fair) continue;
    n %= total;
    for (const slice of slices) if ((n -= slice.weight) < 0) return { code: slice.code, round };
  }
}

let wrong = 0;
for (const seed of JSON.parse(readFileSync(0, 'utf8')).seeds) {
  if (!seed.serverSeed) continue; // a seed without serverSeed is still in use
  const [scheme, hash, , ...lines] = seed.promise.trimEnd().split('\n');
  const slices = lines
    .map((line) => line.split(' '))
    .map(([code, weight]) => ({ code, weight: Number(weight) }));
  const isPromiseKept =
    scheme === 'krapao-wheel-1' &&
    hash === sha256(Buffer.from(seed.serverSeed, 'hex')) &&
    seed.commitment === sha256(seed.promise);
  seed.spins.forEach(({ nonce, code }, place) => {
    const right =
      isPromiseKept && nonce === place && draw(slices, seed.serverSeed, seed.clientSeed, nonce).code === code;
    if (!right) wrong++;
    console.log(right, seed.commitment.slice(0, 12), nonce, code);
  });
}
process.exitCode = wrong ? 1 : 0;
