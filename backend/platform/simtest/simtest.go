// Package simtest runs the random simulations of tests. They have common flags:
//
//	-runs   how many times a simulation runs
//	-seed   the seed of its random numbers; a failed test logs it
package simtest

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var (
	runs = flag.Int("runs", 0, "runs of a random simulation; 0 means the test's default")
	seed = flag.Uint64("seed", 0, "seed of a random simulation; 0 means a random one")
)

// Seed returns -seed, or a random seed. It logs the seed, so that the test can be repeated.
func Seed(t testing.TB) uint64 {
	t.Helper()
	chosen := *seed
	if chosen == 0 {
		chosen = rand.Uint64()
	}
	t.Logf("-seed %d", chosen)
	return chosen
}

// Runs returns -runs, or defaultRuns if the flag is not given.
func Runs(defaultRuns int) int {
	if *runs > 0 {
		return *runs
	}
	return defaultRuns
}

// Run calls simulate Runs(defaultRuns) times, until one call fails the test. Each call gets its own random
// numbers, which do not depend on how many numbers earlier calls used.
func Run(t *testing.T, defaultRuns int, simulate func(r *rand.Rand)) {
	t.Helper()
	chosen := Seed(t)
	for i := range Runs(defaultRuns) {
		if simulate(rand.New(rand.NewPCG(chosen, uint64(i)))); t.Failed() {
			t.Fatalf("run %d failed", i)
		}
	}
}
