// Package simtest runs the random simulations of tests. They have common flags:
//
//	-lives  how many runs a simulation has
//	-seed   the seed of its random numbers; a failed test logs it
package simtest

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var (
	lives = flag.Int("lives", 0, "random lives of a simulation; 0 runs as many as its test says")
	seed  = flag.Uint64("seed", 0, "seed of a simulation; 0 draws one")
)

// Seed returns -seed, or a random seed. It logs the seed, so that the test can be repeated.
func Seed(t testing.TB) uint64 {
	t.Helper()
	drawn := *seed
	if drawn == 0 {
		drawn = rand.Uint64()
	}
	t.Logf("-seed %d", drawn)
	return drawn
}

// Lives returns -lives, or usual if the flag is not given.
func Lives(usual int) int {
	if *lives > 0 {
		return *lives
	}
	return usual
}

// Run calls live Lives(usual) times, until one call fails the test. Each call gets its own random numbers,
// which do not depend on how many numbers earlier calls used.
func Run(t *testing.T, usual int, live func(r *rand.Rand)) {
	t.Helper()
	drawn := Seed(t)
	for i := range Lives(usual) {
		if live(rand.New(rand.NewPCG(drawn, uint64(i)))); t.Failed() {
			t.Fatalf("life %d failed", i)
		}
	}
}
