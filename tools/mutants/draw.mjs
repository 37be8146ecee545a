// Draws the places to mutate. The same seed gives the same places.

/** Returns a function that returns pseudo-random numbers between 0 and 1 (mulberry32). */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws places at random until they contain at least `mutants` mutants together. */
export function draw(places, mutants, seed) {
  const next = randomNumbers(seed);
  const left = [...places];
  const drawn = [];
  for (let missing = mutants; missing > 0 && left.length > 0;) {
    const [place] = left.splice(Math.floor(next() * left.length), 1);
    drawn.push(place);
    missing -= place.mutants;
  }
  return drawn;
}
