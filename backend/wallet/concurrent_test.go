package wallet_test

import (
	"flag"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// holdCount is how many holds are ended twice at once. The long run: -holds 500.
var holdCount = flag.Int("holds", 20, "withdrawals that two cashiers end at once, with different actions")

// newApprovalServer returns a server whose withdrawals wait for a cashier, and whose calls do not wait for
// the outcome. So no withdrawal changes unless the test changes it.
func newApprovalServer(t *testing.T) *servertest.Environment {
	t.Helper()
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	h.SetAmount("withdrawAuto", "BAHT", 0)
	return h
}

func TestWithdraw_ConcurrentCallsWithOneKey_RunOneCommand(t *testing.T) {
	h := newApprovalServer(t)
	const rounds, callers = 40, 16
	m := h.AddMember()
	m.CreditWallet(money.Baht(rounds * 100)) // the last round empties the wallet
	var first atomic.Int64

	for range rounds {
		key := uuid.NewString()
		ids := make([]uuid.UUID, callers)
		var calls sync.WaitGroup
		for i := range callers {
			calls.Go(func() {
				if a := m.Withdraw(key, 100); a.Status == http.StatusAccepted {
					ids[i] = a.Cash().Statement.ID
				} else {
					t.Errorf("%d %s", a.Status, a.Body)
				}
			})
		}
		calls.Wait()
		for _, id := range ids {
			if id != uuid.Nil && id == ids[0] {
				first.Add(1)
			}
		}
	}

	if first.Load() != rounds*callers {
		t.Errorf("%d of %d calls received the first response", first.Load(), rounds*callers)
	}
	if lines := len(m.Lines()); m.Balance() != "0.00" || lines != rounds+1 {
		t.Errorf("balance %s, %d statement lines", m.Balance(), lines)
	}
	h.CheckInvariants()
}

func TestHold_SettledAndVoidedConcurrently_EndsOnce(t *testing.T) {
	h := newApprovalServer(t)
	m, one, other := h.AddMember(), h.AddOperator("cashier"), h.AddOperator("cashier")
	m.CreditWallet(money.Baht(int64(*holdCount) * 100))
	ids := make(chan string, *holdCount)
	for range *holdCount {
		ids <- m.Withdraw("", 100).Want(http.StatusAccepted).Cash().Statement.ID.String()
	}
	close(ids)
	makeOverdue(h, m.ID())
	var settled, voided atomic.Int64
	endHold := func(cashier *servertest.Client, id, action string, ended *atomic.Int64) {
		switch a := cashier.Call("POST", "/api/operator/items/PAYOUT/"+id+"/"+action, nil); {
		case a.Status == http.StatusOK:
			ended.Add(1)
		case a.Status != http.StatusConflict || a.Code() != "NO_DATA":
			t.Errorf("%s: %d %s", action, a.Status, a.Body)
		}
	}

	var cashiers sync.WaitGroup
	for range 4 {
		cashiers.Go(func() {
			for id := range ids {
				var both sync.WaitGroup
				both.Go(func() { endHold(one, id, "settle", &settled) })
				both.Go(func() { endHold(other, id, "fail", &voided) })
				both.Wait()
			}
		})
	}
	cashiers.Wait()

	if got := settled.Load() + voided.Load(); got != int64(*holdCount) {
		t.Errorf("%d outcomes of %d holds", got, *holdCount)
	}
	if want := money.Baht(voided.Load() * 100).String(); m.Balance() != want {
		t.Errorf("balance %s, %s voided", m.Balance(), want)
	}
	if out := h.Count("select coalesce(sum(amount), 0) from transfer where kind = 'settle'"); out != int64(money.Baht(settled.Load()*100)) {
		t.Errorf("%s paid out, %d settled", money.Satang(out), settled.Load())
	}
	t.Logf("%d holds: %d settled, %d voided", *holdCount, settled.Load(), voided.Load())
	h.CheckInvariants()
}

// makeOverdue makes a member's withdrawals look as if the provider has not responded for an hour, so that a
// cashier may end them by hand.
func makeOverdue(h *servertest.Environment, member int64) {
	h.Exec(`update withdrawal set state = 'SENDING', sends = 1, sent_at = now() - interval '1 hour', heard_at = now() - interval '1 hour'
		where member_id = $1 and state = 'APPROVAL'`, member)
}
