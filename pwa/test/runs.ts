/**
 * How many random runs a property test makes: few in `make test`, SIMULATIONS times as many in the slow set
 * (`tools/simulations`). Each run begins with a new seed, which a failure prints.
 */
export const runs = (few: number): number => few * Number(process.env.SIMULATIONS ?? 1);
