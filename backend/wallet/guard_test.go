package wallet_test

import (
	"context"
	"flag"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/care"
	"krapao/backend/cashier"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// guardChanges is how often each test changes a guard's data while a command evaluates the guard.
var guardChanges = flag.Int("times", 300, "how often a guard's data is changed while a command evaluates the guard")

// runForMembers runs rounds for several members concurrently.
func runForMembers(t *testing.T, h *servertest.Environment, round func(m *servertest.Client, id int64)) {
	t.Helper()
	const members = 4
	var all sync.WaitGroup
	for range members {
		m := h.AddMember()
		id := m.ID()
		all.Go(func() {
			for range *guardChanges / members {
				round(m, id)
			}
		})
	}
	all.Wait()
}

func TestReceive_LimitLoweredConcurrently_StaysWithinLimit(t *testing.T) {
	h := servertest.New(t)
	var credited, held atomic.Int64
	half := money.Baht(50)

	runForMembers(t, h, func(_ *servertest.Client, id int64) {
		h.Exec(`delete from deposit_limit where member_id = $1`, id)
		h.Exec(`delete from money_day where member_id = $1`, id)
		var got cashier.Received
		var limits care.Limits
		var both sync.WaitGroup
		both.Go(func() {
			h.InTx(func(ctx context.Context, tx pgx.Tx) (err error) {
				limits, err = h.Care.SetLimitsTx(ctx, tx, id, []care.LimitChange{{Period: care.Day, Limit: &half}})
				return err
			})
		})
		both.Go(func() {
			h.InTx(func(ctx context.Context, tx pgx.Tx) error {
				member, err := h.Identity.Member(ctx, tx, id)
				if err != nil {
					return err
				}
				got, err = h.Cashier.ReceiveTx(ctx, tx, &cashier.Incoming{
					Member: member, Key: uuid.New(), HouseAccount: ledger.TrueMoney, Amount: money.Baht(100), From: statement.PlaceOf(statement.Gift), Method: cashier.MethodGift, Reference: uuid.NewString(),
				})
				return err
			})
		})
		both.Wait()

		if first := limits.Day.Used == 0; first != got.Held {
			t.Errorf("the limit was lowered with %s used; held: %t", limits.Day.Used, got.Held)
		}
		if got.Held {
			held.Add(1)
		} else {
			credited.Add(1)
		}
	})

	t.Logf("%d credited, %d held", credited.Load(), held.Load())
}

func TestWithdraw_MemberFrozenConcurrently_IsPaidOnlyBeforeTheFreeze(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	h.SetAmount("withdrawAuto", "BAHT", 10_000_000)
	var paid, refused atomic.Int64

	runForMembers(t, h, func(m *servertest.Client, id int64) {
		m.CreditWallet(money.Baht(100))
		var seen money.Satang
		var a servertest.Response
		var both sync.WaitGroup
		both.Go(func() {
			h.InTx(func(ctx context.Context, tx pgx.Tx) error {
				w, err := h.Ledger.LockTx(ctx, tx, id)
				if err != nil {
					return err
				}
				seen = w.Balance
				return h.Identity.FreezeTx(ctx, tx, id, identity.Freeze{Why: "test", By: "test"})
			})
		})
		both.Go(func() { a = m.Withdraw("", 100) })
		both.Wait()

		out := a.Status == http.StatusAccepted
		if out != (seen == 0) {
			t.Errorf("the member was frozen with %s in the wallet; the withdrawal returned %d %s", seen, a.Status, a.Body)
		}
		if out {
			paid.Add(1)
			unfreeze(t, h, id)
		} else {
			refused.Add(1)
			unfreeze(t, h, id)
			m.Withdraw("", 100).Want(http.StatusAccepted)
		}
	})

	t.Logf("%d were paid, %d were refused", paid.Load(), refused.Load())
}

func TestWithdraw_StartedAfterThePause_IsRefused(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	h.SetAmount("withdrawAuto", "BAHT", 10_000_000)
	m := h.AddMember()
	m.CreditWallet(money.Baht(10_000_000))
	// The setting is changed in the database only, as another server would do it. This server has to read the
	// change from there.
	setPaused := func(methods string) {
		h.Exec(`insert into setting (name, value) values ('paused', $1) on conflict (name) do update set value = excluded.value`, methods)
	}
	var paid, refused int

	for range *guardChanges / 10 {
		setPaused(`[]`)
		m.Withdraw("", 100).Want(http.StatusAccepted)
		var paused atomic.Bool
		var both sync.WaitGroup
		both.Go(func() {
			setPaused(`["feed", "withdraw"]`)
			paused.Store(true)
		})
		both.Go(func() {
			for last := false; !last; {
				last = paused.Load()
				a := m.Withdraw("", 100)
				switch {
				case a.Status == http.StatusAccepted && last:
					t.Errorf("a withdrawal that began after the pause: %s", a.Body)
				case a.Status == http.StatusAccepted:
					paid++
				default:
					a.WantCode(http.StatusServiceUnavailable, "WITHDRAW_PAUSED")
					refused++
				}
			}
		})
		both.Wait()
	}

	t.Logf("%d were paid, %d were refused", paid, refused)
	h.CheckInvariants()
}

func unfreeze(t *testing.T, h *servertest.Environment, member int64) {
	t.Helper()
	h.InTx(func(ctx context.Context, tx pgx.Tx) error { return h.Identity.UnfreezeTx(ctx, tx, member) })
}
