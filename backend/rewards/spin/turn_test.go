package spin_test

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/rewards/spin"
	"krapao/backend/server/servertest"
)

// isFair checks a revealed seed as a member can. It returns false if a spin differs from its draw, or a nonce
// is missing.
func isFair(t *testing.T, seed spin.SeedHistory) bool {
	t.Helper()
	for i, p := range seed.Spins {
		if int(p.Nonce) != i || drawBySecondImplementation(seed.Promise, *seed.ServerSeed, seed.ClientSeed, i) != p.Code {
			return false
		}
	}
	return true
}

// spec 3.28, 7.54, 7.55, 7.58, D5.34a, D5.35a, D5.35b, D5.61
func TestSpin_RevealedSeed_ReproducesTheDraw(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.GiveCoins(20)
	before := fetchSetup(m)
	for range 20 {
		got := decodeSpin(spinOnce(m, uuid.NewString()))
		if got.Result.Commitment != before.Fairness.Commitment {
			t.Errorf("drawn with the commitment %s", got.Result.Commitment)
		}
	}
	live := fetchHistory(m)

	m.Call("POST", "/api/spinwheel/rotate", nil).Want(http.StatusOK)

	told := fetchHistory(m)
	if len(live) != 1 || live[0].ServerSeed != nil || len(told) != 1 || told[0].ServerSeed == nil {
		t.Fatalf("%d seeds before, %d after", len(live), len(told))
	}
	if told[0].Commitment != before.Fairness.Commitment || told[0].Promise != before.Fairness.Promise || len(told[0].Spins) != 20 || !isFair(t, told[0]) {
		t.Errorf("%+v", told[0])
	}
	if after := fetchSetup(m); after.UserCoin.Coin != 0 || after.Fairness.Commitment == before.Fairness.Commitment || after.Fairness.ClientSeed != nil || after.Fairness.Nonce != 0 {
		t.Errorf("%+v", after)
	}
	h.CheckInvariants()
}

// spec 3.31
func TestSpin_Response_HasTheSliceAndTheRemainingCoins(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.GiveCoins(20)
	labels := map[string]string{}
	for _, slice := range fetchSetup(m).Active.Slices {
		labels[slice.Code] = slice.Label
	}

	var told []spin.Result
	for range 20 {
		told = append(told, decodeSpin(spinOnce(m, uuid.NewString())).Result)
	}

	drawn := fetchHistory(m)[0].Spins
	for i, got := range told {
		left := int64(len(told) - 1 - i)
		if got.Code != drawn[i].Code || got.Label == "" || got.Label != labels[got.Code] || got.RemainingCoin != left {
			t.Errorf("spin %d of %s with %d coins left: %+v", i, drawn[i].Code, left, got)
		}
	}
}

// Coin, spin and coupon are one transaction: an error at its very end leaves none of them.
// spec D5.34a
func TestSpin_CommitFails_ChangesNothing(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	newAdmins(t, h).setWheel(t, h, alwaysWinning(cashPrize("TEN", 10)))
	m.GiveCoins(1)
	h.Exec(`create function stumble() returns trigger language plpgsql as $$ begin raise exception 'stumbles'; end $$`)
	h.Exec(`create constraint trigger stumbles after insert on spin deferrable initially deferred for each row execute function stumble()`)
	spinOnce(m, "one").Want(http.StatusInternalServerError)
	left, none := fetchSetup(m).UserCoin.Coin, h.Count(`select (select count(*) from spin) + (select count(*) from coupon)`)
	h.Exec(`drop trigger stumbles on spin`)

	decodeSpin(spinOnce(m, "one"))

	if left != 1 || none != 0 {
		t.Errorf("%d coins and %d rows were left", left, none)
	}
	if got := fetchSetup(m).UserCoin.Coin; got != 0 || len(fetchHistory(m)[0].Spins) != 1 || h.Count(`select count(*) from coupon`) != 1 {
		t.Errorf("the repeat left %d coins, %+v", got, fetchHistory(m))
	}
	h.CheckInvariants()
}

// spec 7.55, D5.34b, D5.63, 8.15i
func TestSpin_WithoutACoin_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()

	got := spinOnce(m, "one")

	var body struct {
		Success *bool
		Error   string
	}
	got.WantCode(http.StatusConflict, "NO_DATA").Into(&body)
	if body.Success == nil || *body.Success || body.Error != "NO_DATA" {
		t.Errorf("%s", got.Body)
	}
}

// spec D5.34a, D5.34b
func TestSpin_TwoAtOnceWithOneCoin_OneSucceeds(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.GiveCoins(1)
	w := spinRequest(fetchSetup(m))
	var turned, none atomic.Int64

	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			switch a := m.With("Idempotency-Key", fmt.Sprint("k", i)).Call("POST", "/api/spinwheel/spin", w); a.Code() {
			case "":
				turned.Add(1)
			case "NO_DATA":
				none.Add(1)
			}
		})
	}
	wg.Wait()

	if turned.Load() != 1 || turned.Load()+none.Load() != 6 {
		t.Errorf("%d turned, %d had no coin", turned.Load(), none.Load())
	}
	h.CheckInvariants()
}

func TestSpin_RepeatWithSameKey_ReturnsTheSameSlice(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.GiveCoins(5)
	w := spinRequest(fetchSetup(m))
	bodies := make([]string, 8)

	var wg sync.WaitGroup
	for i := range bodies {
		wg.Go(func() {
			bodies[i] = string(m.With("Idempotency-Key", "same").Call("POST", "/api/spinwheel/spin", w).Want(http.StatusOK).Body)
		})
	}
	wg.Wait()
	// A repeat after the stored response has expired returns the same slice.
	h.Exec(`update idempotency set status = 202, body = lasting where lasting is not null`)
	late := decodeSpin(m.With("Idempotency-Key", "same").Call("POST", "/api/spinwheel/spin", w))

	for _, b := range bodies {
		if b != bodies[0] {
			t.Errorf("%s and %s", bodies[0], b)
		}
	}
	if fetchHistory(m)[0].Spins[0].Code != late.Result.Code || fetchSetup(m).UserCoin.Coin != 4 {
		t.Errorf("%+v", late)
	}
	h.CheckInvariants()
}

// spec D5.36
func TestSpin_ForAnotherSeed_IsRefusedAndCostsNoCoin(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.GiveCoins(3)
	old := spinRequest(fetchSetup(m))
	decodeSpin(m.Call("POST", "/api/spinwheel/spin", old))
	other := map[string]string{"commitment": old["commitment"], "clientSeed": clientSeed()}
	m.Call("POST", "/api/spinwheel/spin", other).WantCode(http.StatusConflict, "SEED_CHANGED")
	m.Call("POST", "/api/spinwheel/rotate", nil).Want(http.StatusOK)

	m.Call("POST", "/api/spinwheel/spin", old).WantCode(http.StatusConflict, "SEED_CHANGED")

	if got := fetchSetup(m).UserCoin.Coin; got != 2 {
		t.Errorf("%d coins are left", got)
	}
	m.Call("POST", "/api/spinwheel/spin", map[string]string{"clientSeed": "short"}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	if got := decodeSpin(m.Call("POST", "/api/spinwheel/spin", nil)); got.Result.ClientSeed != "" {
		t.Errorf("a spin without a seed was drawn by %q", got.Result.ClientSeed)
	}
	h.CheckInvariants()
}

// spec D5.37
func TestSpin_DuringARotation_NeverUsesARevealedSeed(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.GiveCoins(40)
	for range 8 {
		w := spinRequest(fetchSetup(m))
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if a := m.Call("POST", "/api/spinwheel/spin", w); a.Status != http.StatusOK {
					a.WantCode(http.StatusConflict, "SEED_CHANGED")
				}
			})
		}
		wg.Go(func() {
			m.With("Idempotency-Key", uuid.NewString()).Call("POST", "/api/spinwheel/rotate", nil).Want(http.StatusOK)
		})
		wg.Wait()
	}
	m.Call("POST", "/api/spinwheel/rotate", nil).Want(http.StatusOK)

	for _, told := range fetchHistory(m) {
		if !isFair(t, told) {
			t.Errorf("%+v", told)
		}
	}
	if n := h.Count(`select count(*) from spin p join spin_seed s on s.id = p.seed_id where p.created_at > s.revealed_at`); n != 0 {
		t.Errorf("%d spins with a seed that was revealed", n)
	}
	h.CheckInvariants()
}

// spec D5.38
func TestSeed_AfterThirtyDaysOrANewWheel_Ends(t *testing.T) {
	h := servertest.New(t)
	m, idle := h.AddMember(), h.AddMember()
	for _, c := range []*servertest.Client{m, idle} {
		c.GiveCoins(5)
		decodeSpin(spinOnce(c, "one"))
	}
	first := fetchSetup(m).Fairness
	h.Clock.Advance(30*24*time.Hour - time.Hour)
	m.Token = h.Login(m.Phone, m.Password)
	if last := decodeSpin(spinOnce(m, "last")); last.Result.Commitment != first.Commitment {
		t.Errorf("within its 30 days %+v ended", first)
	}
	h.Clock.Advance(time.Hour + time.Second)
	m.Token, idle.Token = h.Login(m.Phone, m.Password), h.Login(idle.Phone, idle.Password)

	m.Call("POST", "/api/spinwheel/spin", map[string]string{"commitment": first.Commitment}).WantCode(http.StatusConflict, "SEED_CHANGED")
	second := fetchSetup(m).Fairness
	h.RunJobs("spin.seeds")
	newAdmins(t, h).setWheel(t, h, alwaysWinning(cashPrize("TEN", 10)))
	m.Call("POST", "/api/spinwheel/spin", map[string]string{"commitment": second.Commitment}).WantCode(http.StatusConflict, "SEED_CHANGED")
	third := fetchSetup(m)

	if second.Commitment == first.Commitment || third.Fairness.Commitment == second.Commitment || third.UserCoin.Coin != 3 {
		t.Errorf("%+v, %+v, %+v", first, second, third)
	}
	if told := fetchHistory(idle); len(told) != 1 || told[0].ServerSeed == nil {
		t.Errorf("the seed of a member who did not visit the wheel is not revealed: %+v", told)
	}
	if got := decodeSpin(spinOnce(m, "two")); got.Result.Prize.Code != "TEN" {
		t.Errorf("%+v", got)
	}
	h.CheckInvariants()
}

func TestSeed_Stored_IsSealedAndResealedWithTheNewestKey(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.GiveCoins(1)
	decodeSpin(spinOnce(m, "one"))
	m.Call("POST", "/api/spinwheel/rotate", nil).Want(http.StatusOK)
	fetchSetup(m)
	told, _ := hex.DecodeString(*fetchHistory(m)[0].ServerSeed)

	if n := h.Count(`select count(*) from spin_seed where position($1::bytea in sealed) > 0 or (revealed_at is null and seed is not null)`, told); n != 0 {
		t.Error("a live seed can be read")
	}
	if n, err := h.Spin.Reseal(t.Context()); err != nil || n != 0 {
		t.Errorf("%d were sealed anew, %v", n, err)
	}
	h.Spin.Vault = newerVault(t)
	if n, err := h.Spin.Reseal(t.Context()); err != nil || n != 1 {
		t.Errorf("%d were sealed anew, %v", n, err)
	}
	m.GiveCoins(1)
	decodeSpin(spinOnce(m, "two"))
}

func TestSpin_ExcludedOrFrozenMember_IsRefusedAsClaimsAre(t *testing.T) {
	h := servertest.New(t)
	for code, change := range map[string]string{
		"SELF_EXCLUDED": `insert into exclusion (member_id, kind, begins_at, ends_at) values ($1, 'COOL_OFF', now(), 'infinity')`,
		"INACTIVE_USER": `update member set frozen_until = 'infinity' where id = $1`,
	} {
		m := h.AddMember()
		m.GiveCoins(1)
		h.Exec(change, m.ID())

		spinOnce(m, "one").WantCode(http.StatusConflict, code)
		claimPrize(m, "CASH5").WantCode(http.StatusConflict, code)

		if got := fetchSetup(m).UserCoin.Coin; got != 1 {
			t.Errorf("%s: %d coins", code, got)
		}
	}
}

// spec D5.39, 8.15i
func TestLargePrize_Won_BecomesAnItemWithoutARefusal(t *testing.T) {
	h := servertest.New(t)
	wheels := newAdmins(t, h)
	small, big := alwaysWinning(cashPrize("SMALL", 19)), alwaysWinning(cashPrize("BIG", 20))
	small.Large, big.Large = money.Baht(20), money.Baht(20)
	wheels.setWheel(t, h, small)
	m := h.AddMember()
	m.GiveCoins(2)
	decodeSpin(spinOnce(m, "one"))
	wheels.setWheel(t, h, big)
	decodeSpin(spinOnce(m, "two"))
	cashier := h.AddOperator("cashier")

	items := cashier.Queue("LARGE_PRIZE")

	if len(items) != 1 || len(items[0].Offers) != 1 || *items[0].Amount != 20 {
		t.Fatalf("%+v", items)
	}
	cashier.Call("POST", "/api/operator/items/LARGE_PRIZE/"+items[0].ID+"/seen", nil).Want(http.StatusOK)
	cashier.Call("POST", "/api/operator/items/LARGE_PRIZE/"+items[0].ID+"/seen", nil).WantCode(http.StatusNotFound, "NO_DATA")
	claimPrize(m, "BIG").Want(http.StatusOK)
	if m.Balance() != money.Baht(20).String() {
		t.Errorf("the wallet has %s", m.Balance())
	}
	h.CheckInvariants()
}
