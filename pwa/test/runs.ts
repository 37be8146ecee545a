/**
 * Returns the number of random runs of a property test: few in `make test`, SIMULATIONS times as many in the
 * slow set (`tools/simulations`). Each run has a new seed, which a failure prints.
 */
export const scaledRuns = (few: number): number => few * Number(process.env.SIMULATIONS ?? 1);
