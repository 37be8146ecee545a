package spin_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/vault"
	"krapao/backend/rewards/spin"
	"krapao/backend/server/servertest"
)

func newerVault(t *testing.T) *vault.Vault {
	t.Helper()
	v, err := vault.New(spin.Seeds, 2, map[byte][]byte{0: []byte(strings.Repeat("ab", 32)), 2: []byte("another secret of at least 32 characters")})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// newWinner returns a member with n coupons of ten baht.
func newWinner(t *testing.T, h *servertest.Environment, n int64) *servertest.Client {
	t.Helper()
	newAdmins(t, h).setWheel(t, h, alwaysWinning(cashPrize("TEN", 10)))
	m := h.AddMember()
	m.GiveCoins(n)
	for i := range n {
		decodeSpin(spinOnce(m, fmt.Sprint(i)))
	}
	return m
}

// spec 1.13, 3.26o, 3.30, 7.56, 7.57, D1.14, D5.9a, D5.40
func TestClaim_Coupon_CreditsTheWalletWithAStatementLine(t *testing.T) {
	h := servertest.New(t)
	newWinner(t, h, 2) // another winner, whose coupons are their own
	m := newWinner(t, h, 3)
	before := fetchCoupons(m)

	claimPrize(m, "TEN").Want(http.StatusOK)

	if len(before) != 1 || before[0].Count != 3 || before[0].Amount != money.Baht(10) || before[0].Prize.Slice == "" {
		t.Errorf("%+v", before)
	}
	if after := fetchCoupons(m); len(after) != 1 || after[0].Count != 2 || m.Balance() != "10.00" {
		t.Errorf("%+v, and %s in the wallet", after, m.Balance())
	}
	line := m.Lines()[0]
	if line.Type != "bonus" || line.From != "LUCKYDRAW" || line.LuckyDraw == nil || line.LuckyDraw.Description != "TEN" || line.Amount != money.Baht(10) {
		t.Errorf("%+v", line)
	}
	h.CheckInvariants()
}

func TestClaim_RepeatWithSameKey_PaysOnce(t *testing.T) {
	h := servertest.New(t)
	m := newWinner(t, h, 3)

	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() { claimPrize(m.With("Idempotency-Key", "same"), "TEN").Want(http.StatusOK) })
	}
	wg.Wait()
	h.Exec(`update idempotency set status = 202, body = lasting where lasting is not null`)
	late := claimPrize(m.With("Idempotency-Key", "same"), "TEN").Want(http.StatusOK).Cash()

	if m.Balance() != "10.00" || late.Statement.Amount != money.Baht(10) {
		t.Errorf("the wallet has %s; %+v", m.Balance(), late)
	}
	h.CheckInvariants()
}

// spec 8.16a
func TestClaim_ManyAtOnceForOneCoupon_PaysOnce(t *testing.T) {
	h := servertest.New(t)
	m := newWinner(t, h, 2)

	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			if a := claimPrize(m, "TEN"); a.Status != http.StatusOK {
				a.WantCode(http.StatusConflict, "NO_CLAIMABLE_COUPON")
			}
		})
	}
	wg.Wait()

	if m.Balance() != "20.00" {
		t.Errorf("the wallet has %s", m.Balance())
	}
	h.CheckInvariants()
}

// spec 7.57, 8.16a, 8.16b, 8.16c, 8.16d, 8.16e, D5.9b, D5.63
func TestClaim_NotPossible_ReturnsTheCodeOfItsReason(t *testing.T) {
	h := servertest.New(t)
	m := newWinner(t, h, 2)
	for code, prize := range map[string]string{
		"INVALID_CODE": "no code!", "INVALID_PRIZE_CODE": "MILLION", "INVALID_COUPON_TYPE": "NONE", "NO_CLAIMABLE_COUPON": "CASH5",
	} {
		got := claimPrize(m, prize).WantCode(http.StatusConflict, code)
		var body struct {
			Success *bool
			Error   string
		}
		if got.Into(&body); body.Success == nil || *body.Success || body.Error != code {
			t.Errorf("%s", got.Body)
		}
	}
	h.Clock.Advance(30*24*time.Hour - time.Hour)
	m.Token = h.Login(m.Phone, m.Password)
	claimPrize(m, "TEN").Want(http.StatusOK)
	h.Clock.Advance(time.Hour + time.Second)
	m.Token = h.Login(m.Phone, m.Password)

	claimPrize(m, "TEN").WantCode(http.StatusConflict, "COUPON_EXPIRED")

	if left := fetchCoupons(m); len(left) != 0 || m.Balance() != "10.00" {
		t.Errorf("%+v, %s", left, m.Balance())
	}
}

// spec D5.1, D5.9a
func TestCoupon_WheelReplaced_KeepsItsValue(t *testing.T) {
	h := servertest.New(t)
	m := newWinner(t, h, 1)
	newAdmins(t, h).setWheel(t, h, alwaysWinning(cashPrize("FIVE", 5)))
	newAdmins(t, h).setWheel(t, h, nil)

	claimPrize(m, "TEN").Want(http.StatusOK)

	var active struct{ IsActive bool }
	m.Call("GET", "/api/spinwheel/active", nil).Want(http.StatusOK).Into(&active)
	if m.Balance() != "10.00" || active.IsActive || fetchSetup(m).Active != nil {
		t.Errorf("%s, active %t", m.Balance(), active.IsActive)
	}
	h.CheckInvariants()
}

// spec D7.3
func TestSync_Coupons_AreIncluded(t *testing.T) {
	h := servertest.New(t)
	m := newWinner(t, h, 2)
	type changes struct {
		Cursor  string
		Coupons []spin.Coupon
	}
	var before, after changes
	m.Call("GET", "/api/sync", nil).Want(http.StatusOK).Into(&before)

	claimPrize(m, "TEN").Want(http.StatusOK)

	m.Call("GET", "/api/sync?cursor="+before.Cursor, nil).Want(http.StatusOK).Into(&after)
	if len(before.Coupons) != 2 || before.Coupons[0].ClaimedAt != nil || len(after.Coupons) != 1 || after.Coupons[0].ClaimedAt == nil ||
		after.Coupons[0].Version <= max(before.Coupons[0].Version, before.Coupons[1].Version) {
		t.Errorf("%+v, then %+v", before.Coupons, after.Coupons)
	}
}

// spec 8.16f
func TestClaim_BonusActive_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m := newWinner(t, h, 1)
	m.Deposit(1000)
	m.Call("POST", "/api/bonus/activate/WELCOME", nil).Want(http.StatusOK)

	claimPrize(m, "TEN").WantCode(http.StatusConflict, "BONUS_REMAINING")

	m.Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)
	claimPrize(m, "TEN").Want(http.StatusOK)
	if m.Balance() != "1010.00" {
		t.Errorf("the wallet has %s", m.Balance())
	}
	h.CheckInvariants()
}

func TestClaim_PrizeWithTurnover_HoldsMoneyUntilItIsPlayed(t *testing.T) {
	h := servertest.New(t)
	newAdmins(t, h).setWheel(t, h, alwaysWinning(spin.Prize{Code: "PLAY", Kind: spin.Turnover, Amount: money.Baht(10), Turnover: 3}))
	m := h.AddMember()
	m.GiveCoins(1)
	won := decodeSpin(spinOnce(m, "one")).Result.Prize
	m.CreditWallet(money.Baht(500))
	claimPrize(m, "PLAY").Want(http.StatusOK)

	left, err := h.Turnover.RemainingTurnover(t.Context(), h.Pool, m.ID())

	if err != nil || left != money.Baht(30) || won.Turnover != 3 {
		t.Errorf("%s is left to play, %v; %+v", left, err, won)
	}
	m.Withdraw("", 100).WantCode(http.StatusConflict, "BONUS_REMAINING")
	h.CheckInvariants()
}
