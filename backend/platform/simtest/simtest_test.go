package simtest_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"krapao/backend/platform/simtest"
)

// setFlag sets a flag for the rest of the test.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	f := flag.Lookup(name)
	before := f.Value.String()
	t.Cleanup(func() { _ = f.Value.Set(before) })
	if err := f.Value.Set(value); err != nil {
		t.Fatal(err)
	}
}

// firstNumbers returns the first random number of each call. Each call then uses draws more numbers.
func firstNumbers(t *testing.T, draws int) (first []uint64) {
	simtest.Run(t, 2, func(r *rand.Rand) {
		first = append(first, r.Uint64())
		for range draws {
			r.Uint64()
		}
	})
	return first
}

func TestRun_SeedGiven_RepeatsEachSimulation(t *testing.T) {
	setFlag(t, "seed", "7")
	setFlag(t, "runs", "3")

	one, again := firstNumbers(t, 0), firstNumbers(t, 5)

	if len(one) != 3 || !slices.Equal(one, again) || one[0] == one[1] {
		t.Errorf("%v, then %v", one, again)
	}
}

func TestRun_NoFlags_RunsTheDefaultNumberWithAnotherSeedEachTime(t *testing.T) {
	setFlag(t, "seed", "0")
	setFlag(t, "runs", "0")

	one, again := firstNumbers(t, 0), firstNumbers(t, 0)

	if len(one) != 2 || slices.Equal(one, again) {
		t.Errorf("%v, then %v", one, again)
	}
}
