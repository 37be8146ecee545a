package accrual_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/money"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/server/servertest"
)

var claimPaths = []string{"/api/invite/bonus", "/api/refund/receive", "/api/refund/addWallet"}

// newMemberWithRewards returns a member for whom each claim has something to pay.
func newMemberWithRewards(t *testing.T, h *servertest.Environment) *servertest.Client {
	t.Helper()
	m := h.AddUnrelatedMember()
	friend := addInvitedMember(h, m)
	closeDayWithLosses(h, 1000, m, friend)
	receiveRefund(m).Want(http.StatusOK)
	closeDayWithLosses(h, 500, m)
	return m
}

func TestClaim_RepeatWithSameKey_ReturnsTheFirstAnswerAndMovesNothing(t *testing.T) {
	h := servertest.New(t)
	m := newMemberWithRewards(t, h)
	for _, method := range []string{"POST", "GET"} {
		for _, path := range claimPaths {
			keyed := m.With("Idempotency-Key", "once")
			first := keyed.Call(method, path, nil)
			if method == "POST" && first.Status != http.StatusOK {
				t.Errorf("%s: %d %s", path, first.Status, first.Body)
			}
			for range 2 {
				if again := keyed.Call(method, path, nil); again.Status != first.Status || string(again.Body) != string(first.Body) {
					t.Errorf("%s %s: %d %s, then %d %s", method, path, first.Status, first.Body, again.Status, again.Body)
				}
			}
		}
	}
	h.Exec("update idempotency set created_at = now() - interval '91 days'")
	if err := h.Wallet.Keyed.SweepResponses(t.Context()); err != nil {
		t.Fatal(err)
	}
	closeDayWithLosses(h, 2000, m)
	before := m.Balance()
	for _, path := range claimPaths {
		if again := m.With("Idempotency-Key", "once").Call("POST", path, nil); again.Status != http.StatusOK || again.Code() == "" {
			t.Errorf("%s long after: %d %s", path, again.Status, again.Body)
		}
	}
	if got := m.Balance(); got != before || fetchRefundCheck(m).RefundAmount == 0 {
		t.Errorf("%s, then %s in the wallet", before, got)
	}
	h.CheckInvariants()
}

func TestClaim_ByTheGetRoutesOfTheSpec_Works(t *testing.T) {
	h := servertest.New(t)
	m := newMemberWithRewards(t, h)

	for _, path := range claimPaths {
		m.Call("GET", path, nil).Want(http.StatusOK)
	}

	if got := m.Balance(); got != "25.00" { // 10 from the friend's play, 10 + 5 from their own
		t.Errorf("the wallet has %s", got)
	}
	h.CheckInvariants()
}

func TestClaim_ManyAtOnce_PaysOnce(t *testing.T) {
	h := servertest.New(t)
	m := newMemberWithRewards(t, h)

	var all sync.WaitGroup
	for range 6 {
		for _, path := range claimPaths {
			all.Go(func() { m.Call("POST", path, nil) })
		}
	}
	all.Wait()
	addWallet(m) // moves the last received refund

	if got := m.Balance(); got != "25.00" {
		t.Errorf("the wallet has %s", got)
	}
	h.CheckInvariants()
}

func TestClaim_FrozenOrExcludedMember_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m := newMemberWithRewards(t, h)
	member := m.ID()
	h.InTx(func(ctx context.Context, tx pgx.Tx) error {
		return h.Identity.FreezeTx(ctx, tx, member, identity.Freeze{Why: "test", By: "test"})
	})
	for _, path := range claimPaths {
		m.Call("POST", path, nil).WantCode(http.StatusForbidden, "INACTIVE_USER")
	}
	h.InTx(func(ctx context.Context, tx pgx.Tx) error { return h.Identity.UnfreezeTx(ctx, tx, member) })
	m.CoolOff(48 * time.Hour)
	for _, path := range claimPaths {
		m.Call("POST", path, nil).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	}
	if got := m.Balance(); got != "0.00" {
		t.Errorf("the wallet has %s", got)
	}
	h.CheckInvariants()
}

func TestClaim_LaosVariant_PaysInKip(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	m, friend := h.AddKipMember(), h.AddKipMember()
	h.Exec(`update member set bank_account_name = 'ANOTHER ONE' where phone = $1`, friend.Phone)
	m.Invite(friend)
	baht := h.AddUnrelatedMember()
	m.Invite(baht)

	closeDayWithLosses(h, 1000, m, friend, baht)
	collectInviteBonus(m).Want(http.StatusOK)
	receiveRefund(m).Want(http.StatusOK)
	addWallet(m).Want(http.StatusOK)

	if got := m.Balance(); got != "20.00" || m.Lines()[0].Currency != "LAK" {
		t.Errorf("the wallet has %s", got)
	}
	h.CheckInvariants()
}

func TestCap_DayInKip_UsesTheCapOfKip(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	h.SetAmount("refundCap", "BAHT", 5)
	h.SetAmount("refundCap", "LAK", 700)
	kip, baht := h.AddKipMember(), h.AddUnrelatedMember()

	closeDayWithLosses(h, 100_000, kip, baht)

	for m, want := range map[*servertest.Client]money.Satang{kip: money.Baht(700), baht: money.Baht(5)} {
		if got := fetchRefundCheck(m).RefundAmount; got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	h.CheckInvariants()
}

func TestVerify_SumsDifferFromPlaysOrLedger_CountsThem(t *testing.T) {
	h := servertest.New(t)
	m := newMemberWithRewards(t, h)
	collectInviteBonus(m).Want(http.StatusOK)
	h.CheckInvariants()
	for name, change := range map[string][2]string{
		"an account": {`update accrual_account set balance = balance + 1`, `update accrual_account set balance = balance - 1`},
		"a mark":     {`update accrual_mark set net = net + 1`, `update accrual_mark set net = net - 1`},
		"a claim":    {`update accrual_claim set amount = amount + 1 where step = 'ADD' or step = 'RECEIVE'`, `update accrual_claim set amount = amount - 1 where step = 'ADD' or step = 'RECEIVE'`},
		"a day":      {`update accrual_mark set subject_id = subject_id + 1000000`, `update accrual_mark set subject_id = subject_id - 1000000`},
	} {
		h.Exec(change[0])
		found, err := h.Accrual.Verify(t.Context(), h.Pool)
		if err != nil || found.Broken == 0 {
			t.Errorf("%s is not found, %v", name, err)
		}
		h.Exec(change[1])
	}
	h.CheckInvariants()
	owed, err := h.Accrual.Owed(t.Context())
	sum := money.Satang(0)
	for _, o := range owed {
		sum += o.Amount
	}
	if err != nil || sum != money.Baht(10+10+5) { // including the friend's refund
		t.Errorf("%+v, %v", owed, err)
	}
}
