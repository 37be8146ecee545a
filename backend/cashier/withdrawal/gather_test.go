package withdrawal_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/withdrawal"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// memberWithMoneyInGames returns a member with 400 baht in the wallet and 200 in each of three games.
func memberWithMoneyInGames(t *testing.T) (*servertest.Environment, *servertest.Client) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 1000)
	for _, slot := range []string{"circus", "joker2", "areaslot"} {
		m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
		m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": slot, "amount": 200}).Want(http.StatusOK)
	}
	return h, m
}

func TestProgress_GatheringBecomesWithdrawal_SeesNoGap(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	ctx := t.Context()
	for round := range 100 {
		id := uuid.New()
		h.Exec(`insert into withdrawal_gather values ($1, 1, 100, 'BAHT', now())`, id)
		seen := make(chan error, 1)
		go func() {
			progress, err := wallet.InProgress, error(nil)
			for err == nil && progress == wallet.InProgress {
				progress, err = withdrawal.ReadProgress(h.Withdrawal, ctx, id)
			}
			seen <- err
		}()

		h.Exec(`with ended as (update withdrawal_gather set done_at = now() where id = $1)
			insert into withdrawal (id, member_id, amount, currency, hold_id, bank_code, bank_number, account_no, account_name, state, created_at)
			values ($1, 1, 100, 'BAHT', $2, 'KBANK', '004', '1', 'x', 'APPROVAL', now())`, id, round)

		if err := <-seen; err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
}

func withdrawAll(m *servertest.Client, key string, baht float64) servertest.Response {
	return m.With("Idempotency-Key", key).Call("POST", "/api/wallet/withdrawAll", map[string]any{"amount": baht})
}

// balanceInGames returns the member's balance in all games, as the providers report it.
func balanceInGames(m *servertest.Client) (sum money.Satang) {
	var refreshed struct {
		Slots []struct{ Amount money.Satang }
	}
	m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK).Into(&refreshed)
	for _, s := range refreshed.Slots {
		sum += s.Amount
	}
	return sum
}

func countLines(lines []statement.Line, kind statement.Type, status statement.Status) (n int) {
	for _, l := range lines {
		if l.Type == kind && l.Status == status {
			n++
		}
	}
	return n
}

// spec 7.27, D3.45, D3.46
func TestWithdrawAll_MoneyInGames_IsBroughtBackAndPaidOut(t *testing.T) {
	h, m := memberWithMoneyInGames(t)

	got := withdrawAll(m, "a", 950).Want(http.StatusOK).Cash()

	if got.Statement.Type != statement.Withdraw || got.Statement.Status != statement.Success || got.Statement.Amount != money.Baht(950) {
		t.Errorf("line %+v", got.Statement)
	}
	lines := m.Lines()
	if m.Balance() != "50.00" || balanceInGames(m) != 0 || m.PaidOut() != money.Baht(950) {
		t.Errorf("wallet %s, games %s, paid out %s", m.Balance(), balanceInGames(m), m.PaidOut())
	}
	if back, out := countLines(lines, statement.Transfer, statement.Success), countLines(lines, statement.Withdraw, statement.Success); back != 6 || out != 1 {
		t.Errorf("%d lines of transfers, %d of withdrawals", back, out)
	}
	h.CheckInvariants()
}

// spec D3.83, D3.45
func TestWithdrawAll_GameDown_IsSkippedAndOtherMoneyStaysInWallet(t *testing.T) {
	h, m := memberWithMoneyInGames(t)
	h.Fault("game:joker2", "http500", "", 100, 0)

	little := withdrawAll(m, "a", 950).Want(http.StatusOK).Cash()
	enough := withdrawAll(m, "b", 700).Want(http.StatusOK).Cash()

	if little.Statement.Status != statement.Failed || little.Statement.Note != apperr.MoneyNotEnough || little.Statement.CanCancel {
		t.Errorf("the withdrawal of too much: %+v", little.Statement)
	}
	if little.Wallet.Amount != money.Baht(800) {
		t.Errorf("the wallet with the money that came back: %s", little.Wallet.Amount)
	}
	if enough.Statement.Status != statement.Success || m.Balance() != "100.00" {
		t.Errorf("then %+v, wallet %s", enough.Statement, m.Balance())
	}
	h.CheckInvariants()
}

// spec D3.81
func TestWithdrawAll_ConcurrentRepeats_RunOnce(t *testing.T) {
	h, m := memberWithMoneyInGames(t)
	responses := make([]servertest.Response, 8)
	var all sync.WaitGroup
	for i := range responses {
		all.Go(func() { responses[i] = withdrawAll(m, "a", 950) })
	}
	all.Wait()

	for _, a := range responses {
		if got := a.Cash(); got.Statement.ID != responses[0].Cash().Statement.ID {
			t.Errorf("a repeat returned another line: %+v", got.Statement)
		}
	}
	m.WaitFinal(responses[0].Cash().Statement.ID, 0)
	if m.Balance() != "50.00" || m.PaidOut() != money.Baht(950) {
		t.Errorf("wallet %s, paid out %s", m.Balance(), m.PaidOut())
	}
	h.CheckInvariants()
}

func TestWithdrawAll_TwoConcurrently_OneIsPaid(t *testing.T) {
	h, m := memberWithMoneyInGames(t)
	lines := make([]statement.Line, 3)
	var all sync.WaitGroup
	for i, key := range []string{"a", "b", "c"} {
		all.Go(func() { lines[i] = m.WaitFinal(withdrawAll(m, key, 600).Cash().Statement.ID, 0) })
	}
	all.Wait()

	paid := 0
	for _, l := range lines {
		if l.Status == statement.Success {
			paid++
		} else if l.Note != apperr.MoneyNotEnough {
			t.Errorf("%+v", l)
		}
	}
	if paid != 1 || m.Balance() != "400.00" || m.PaidOut() != money.Baht(600) || balanceInGames(m) != 0 {
		t.Errorf("%d paid, wallet %s, paid out %s, games %s", paid, m.Balance(), m.PaidOut(), balanceInGames(m))
	}
	h.CheckInvariants()
}

// withdrawWhileGameHangs withdraws all money while a game that holds a part of it does not respond.
func withdrawWhileGameHangs(h *servertest.Environment, m *servertest.Client) statement.Line {
	h.Withdrawal.Patience = 0
	h.Fault("game:joker2:transfer", "http500", "", 1, 0)
	h.Fault("game:joker2:query", "http500", "", 1000, 0)
	line := withdrawAll(m, "a", 700).Want(http.StatusAccepted).Cash().Statement
	h.WaitUntil("a game transfer without an outcome", func() bool { return h.Count("select count(*) from game_transfer where state = 'UNKNOWN'") == 1 })
	return line
}

// spec D3.81
func TestCancel_WhileGathering_EndsWithdrawal(t *testing.T) {
	h, m := memberWithMoneyInGames(t)
	line := withdrawWhileGameHangs(h, m)
	path := "/api/wallet/withdraw/" + line.ID.String() + "/cancel"

	stranger := h.AddMember().Call("POST", path, nil)
	cancelled := m.Call("POST", path, nil).Want(http.StatusOK).Cash()
	again := m.Call("POST", path, nil).Want(http.StatusOK).Cash()

	stranger.WantCode(http.StatusNotFound, "NO_DATA")
	if !line.CanCancel || line.Status != statement.Pending {
		t.Errorf("while it gathers: %+v", line)
	}
	if cancelled.Statement.Status != statement.Failed || cancelled.Statement.Note != apperr.WithdrawCancelled || again.Statement != cancelled.Statement {
		t.Errorf("%+v, %+v", cancelled.Statement, again.Statement)
	}
	h.WaitUntil("the money of the other games", func() bool { return m.Balance() == "800.00" })
	if m.PaidOut() != 0 {
		t.Errorf("paid out %s", m.PaidOut())
	}
	h.CheckInvariants()
}

// spec D3.82
func TestWithdrawAll_MemberFrozenWhileGathering_PaysNothing(t *testing.T) {
	h, m := memberWithMoneyInGames(t)
	line := withdrawWhileGameHangs(h, m)
	h.Exec("update member set frozen_at = now(), frozen_until = now() + interval '1 day', frozen_why = 'a test' where id = $1", m.ID())
	h.Clock.Advance(2 * time.Minute)

	final := m.WaitFinal(line.ID, 0)

	if final.Status != statement.Failed || final.Note != apperr.InactiveUser || m.PaidOut() != 0 {
		t.Errorf("%+v, paid out %s", final, m.PaidOut())
	}
}

// spec D3.81
func TestWithdrawAll_JobLost_GetsNewJob(t *testing.T) {
	h, m := memberWithMoneyInGames(t)
	line := withdrawWhileGameHangs(h, m)
	h.WaitUntil("a scheduled job to delete", func() bool {
		return h.Count("with gone as (delete from river_job where kind = 'withdrawal_gather' and state = 'scheduled' returning 1) select count(*) from gone") == 1
	})

	h.Clock.Advance(3 * time.Minute)
	h.RunJobs("withdrawal_gather.rescue")

	if final := m.WaitFinal(line.ID, 0); final.Status != statement.Success {
		t.Errorf("%+v", final)
	}
	h.CheckInvariants()
}
