package spin_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/rewards/spin"
)

// The long run: go test ./backend/rewards/spin -run ManySeeds -draws 1000000
var draws = flag.Int("draws", 20_000, "draws of each wheel")

// exampleSeed is an example seed with its spins, as in docs/fair-wheel.md.
type exampleSeed struct {
	ServerSeed, ClientSeed, Commitment, Promise string
	Spins                                       []struct {
		Nonce, Round int
		Code         string
	}
}

func exampleSeeds(t *testing.T) (out []exampleSeed) {
	t.Helper()
	text, err := os.ReadFile("../../../docs/fair-wheel.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindSubmatch(text)
	var file struct{ Seeds []exampleSeed }
	if err := json.Unmarshal(block[1], &file); err != nil || len(file.Seeds) != 3 {
		t.Fatal(err, len(file.Seeds))
	}
	return file.Seeds
}

// wheelOf parses a promise into a wheel.
func wheelOf(t *testing.T, promise string) spin.Definition {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(promise, "\n"), "\n")
	d := spin.Definition{Currency: ledger.Currency(lines[2])}
	for _, line := range lines[3:] {
		var s spin.Slice
		var amount int64
		if _, err := fmt.Sscan(line, &s.Code, &s.Weight, &s.Prize.Code, &s.Prize.Kind, &amount, &s.Prize.Turnover); err != nil {
			t.Fatal(err)
		}
		s.Prize.Amount = money.Satang(amount)
		d.Slices = append(d.Slices, s)
	}
	return d
}

// spec D5.35b
func TestDraw_TestVectors_MatchTheScheme(t *testing.T) {
	for i, v := range exampleSeeds(t) {
		seed, _ := hex.DecodeString(v.ServerSeed)
		hash := sha256.Sum256(seed)
		d := wheelOf(t, v.Promise)
		if d.Promise(hash[:]) != v.Promise || hex.EncodeToString(d.Commitment(hash[:])) != v.Commitment {
			t.Errorf("seed %d promises %q", i, d.Promise(hash[:]))
		}
		for _, want := range v.Spins {
			slice, round := d.Draw(seed, v.ClientSeed, want.Nonce)
			if slice.Code != want.Code || round != want.Round {
				t.Errorf("seed %d, nonce %d: %s in round %d", i, want.Nonce, slice.Code, round)
			}
		}
	}
}

// drawBySecondImplementation is a second implementation of the scheme, written from its documentation alone.
func drawBySecondImplementation(promise, serverSeed, clientSeed string, nonce int) string {
	key, _ := hex.DecodeString(serverSeed)
	lines := strings.Split(strings.TrimSpace(promise), "\n")[3:]
	all := new(big.Int)
	for _, line := range lines {
		n, _ := new(big.Int).SetString(strings.Fields(line)[1], 10)
		all.Add(all, n)
	}
	numbers := new(big.Int).Lsh(big.NewInt(1), 32)
	most := new(big.Int).Mul(new(big.Int).Div(numbers, all), all)
	for round := 0; ; round++ {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s:%d:%d", clientSeed, nonce, round)
		n := new(big.Int).SetBytes(mac.Sum(nil)[:4])
		if n.Cmp(most) >= 0 {
			continue
		}
		n.Mod(n, all)
		for _, line := range lines {
			weight, _ := new(big.Int).SetString(strings.Fields(line)[1], 10)
			if n.Cmp(weight) < 0 {
				return strings.Fields(line)[0]
			}
			n.Sub(n, weight)
		}
	}
}

// TestDraw_ManySeeds_FollowsTheOddsAndASecondImplementation checks for three wheels that the slices win as
// often as their weights say (chi-square, p at least one in a million). The second implementation must draw the
// same slices.
func TestDraw_ManySeeds_FollowsTheOddsAndASecondImplementation(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for _, weights := range [][]int64{
		{3, 170, 25, 367, 1, 60, 6, 368},
		{1, 1, 1, 1, 1, 1, 1},
		{999_983, 4_001, 70_003, 120_011, 2_000_003, 1_400_000_000},
	} {
		var d spin.Definition
		var all int64
		for i, w := range weights {
			d.Slices = append(d.Slices, spin.Slice{Code: fmt.Sprint("S", i), Weight: w, Prize: spin.Prize{Code: "P", Kind: spin.Nothing}})
			all += w
		}
		seen := map[string]int{}
		for drawn := 0; drawn < *draws; {
			seed := make([]byte, 32)
			for i := range seed {
				seed[i] = byte(r.Uint32())
			}
			hash := sha256.Sum256(seed)
			client, promise := fmt.Sprintf("%016x%016x", r.Uint64(), r.Uint64()), d.Promise(hash[:])
			for nonce := range 100 {
				slice, _ := d.Draw(seed, client, nonce)
				if want := drawBySecondImplementation(promise, hex.EncodeToString(seed), client, nonce); slice.Code != want {
					t.Fatalf("%x %s %d: %s, and by the documented scheme %s", seed, client, nonce, slice.Code, want)
				}
				seen[slice.Code]++
				drawn++
			}
		}
		if p := deviationProbability(seen, d, all); p < 1e-6 {
			t.Errorf("%v: %v has a chance of only p = %g", weights, seen, p)
		} else {
			t.Logf("%d draws of %v: p = %.3f", *draws, weights, p)
		}
	}
}

// deviationProbability returns the probability that random draws deviate from the odds at least as much as
// these (chi-square, by Wilson and Hilferty).
func deviationProbability(seen map[string]int, d spin.Definition, all int64) float64 {
	n, sum := 0, 0.0
	for _, times := range seen {
		n += times
	}
	for _, s := range d.Slices {
		want := float64(n) * float64(s.Weight) / float64(all)
		sum += (float64(seen[s.Code]) - want) * (float64(seen[s.Code]) - want) / want
	}
	k := float64(len(d.Slices) - 1)
	z := (math.Cbrt(sum/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k))
	return math.Erfc(z/math.Sqrt2) / 2
}
