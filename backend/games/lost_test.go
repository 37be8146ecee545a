package games_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// restoredBefore returns a server whose database was restored to before do, and where payouts are not paused.
func restoredBefore(t *testing.T, h *servertest.Environment, do func()) (after *servertest.Environment) {
	t.Helper()
	var taken bytes.Buffer
	if _, err := h.Backup(t.Context(), &taken); err != nil {
		t.Fatal(err)
	}
	do()
	after = h.StartRestored(&taken)
	h.Clock.Advance(2 * time.Minute)
	if found := after.RunComparison(); !found.Resumed {
		t.Fatalf("payouts are still paused: %s", found.PausedBecause)
	}
	return after
}

// compareAll marks the feeds as read until now, and compares the balances.
func compareAll(h *servertest.Environment) {
	for _, slot := range []string{first, second} {
		storeFeedRead(h, slot, h.Clock.Now())
	}
	h.RunJobs("game.lost")
}

// recheckAfterLag checks again after the slot's lag, when all plays from before are reported.
func recheckAfterLag(h *servertest.Environment) {
	h.Clock.Advance(11 * time.Minute)
	compareAll(h)
}

// decideFound has two operators decide about the one move that was found.
func decideFound(t *testing.T, h *servertest.Environment, action string) {
	t.Helper()
	one, two := h.AddOperator("cashier"), h.AddOperator("cashier")
	items := one.Queue("GAME_FOUND")
	if len(items) != 1 {
		t.Fatalf("found %+v", items)
	}
	var p struct{ Proposal string }
	one.Call("POST", "/api/operator/items/GAME_FOUND/"+items[0].ID+"/"+action, map[string]any{"why": "seen at their portal"}).Want(http.StatusCreated).Into(&p)
	one.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)
}

func lostMove(h *servertest.Environment) (reasons []string) {
	for _, i := range h.AddOperator("cashier").Queue("GAME_FOUND") {
		reasons = append(reasons, fmt.Sprintf("%s %.2f", i.Reason, *i.Amount))
	}
	return reasons
}

func isOnly(reasons []string, want string) bool { return len(reasons) == 1 && reasons[0] == want }

// spec D3.94
func TestLost_MoveIntoAGame_IsHeldInTheWalletUntilTwoOperatorsConfirmIt(t *testing.T) {
	h, _, _, m := newEnvironmentWithExplainedMoney(t)
	after := restoredBefore(t, h, func() { transferMoney(m, "WALLET", first, 600).Want(http.StatusOK) })
	m = m.At(after)

	compareAll(after)

	if m.Balance() != "400.00" || slotsOf(m)[first].Amount != money.Baht(600) || !isOnly(lostMove(after), "LOST_IN 600.00") {
		t.Errorf("%s in the wallet, %s in the game, found %v", m.Balance(), slotsOf(m)[first].Amount, lostMove(after))
	}
	var home struct{ Wallet wallet.Wallet }
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	transferMoney(m, first, "WALLET", 50).Want(http.StatusOK)
	decideFound(t, after, "foundMoved")
	after.RunComparison()
	if home.Wallet.InProgress != 0 { // the money is in the game
		t.Errorf("%s is in progress", home.Wallet.InProgress)
	}
	if m.Balance() != "450.00" || len(lostMove(after)) != 0 || len(after.AddOperator("cashier").Queue("DIFFERENCE")) != 0 {
		t.Errorf("in the end %s, found %v", m.Balance(), lostMove(after))
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_MoveIntoAGameOfMoneySpentSince_IsAdvancedUntilItEnds(t *testing.T) {
	for action, want := range map[string]string{"foundMoved": "0.00", "foundNot": "200.00"} {
		t.Run(action, func(t *testing.T) {
			h, _, _, m := newEnvironmentWithExplainedMoney(t)
			after := restoredBefore(t, h, func() { transferMoney(m, "WALLET", first, 600).Want(http.StatusOK) })
			m = m.At(after)
			m.DebitWallet(800)

			compareAll(after)
			lent := after.Count("select coalesce(sum(left_over), 0) from advance")
			decideFound(t, after, action)

			if m.Balance() != want || lent != int64(money.Baht(400)) {
				t.Errorf("%s in the wallet, lent %s", m.Balance(), money.Satang(lent))
			}
			if left := after.Count("select coalesce(sum(left_over), 0) from advance"); (left == 0) != (action == "foundNot") {
				t.Errorf("after the decision %s is owed", money.Satang(left))
			}
			after.CheckInvariants()
		})
	}
}

// spec D3.94
func TestLost_MoveInThatIsMovedOutBeforeTheComparison_IsFound(t *testing.T) {
	h, _, _, m := newEnvironmentWithExplainedMoney(t)
	after := restoredBefore(t, h, func() { transferMoney(m, "WALLET", first, 600).Want(http.StatusOK) })
	m = m.At(after)

	transferMoney(m, first, "WALLET", 600).Want(http.StatusOK)
	compareAll(after)

	if m.Balance() != "1000.00" || !isOnly(lostMove(after), "LOST_IN 600.00") {
		t.Errorf("%s in the wallet, found %v", m.Balance(), lostMove(after))
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_CallThatTheProviderNeverReceived_IsSentAndDelaysNoComparison(t *testing.T) {
	for _, ends := range [][2]string{{first, "WALLET"}, {"WALLET", first}} {
		t.Run(ends[0]+" to "+ends[1], func(t *testing.T) {
			h, a, _, m := newEnvironmentWithExplainedMoney(t)
			transferMoney(m, "WALLET", first, 500).Want(http.StatusOK)
			h.Games.Patience = 0
			a.setBehaviour(func() behaviour { return dropsBefore })
			line := transferMoney(m, ends[0], ends[1], 300).Want(http.StatusAccepted).Cash().Statement
			h.WaitUntil("the send", func() bool { return h.Count(`select count(*) from game_transfer where state = 'UNKNOWN'`) == 1 })
			after := restoredBefore(t, h, func() {})
			m = m.At(after)
			a.setBehaviour(func() behaviour { return succeeds })

			runStep(t, after, line.ID)
			compareAll(after)

			left := after.Count("select count(*) from game_account where uncompared(member_id, slot_code, $1) is not null and slot_code = $2", after.Clock.Now(), first)
			if m.Line(line.ID).Status != statement.Success || len(lostMove(after)) != 0 || left != 0 {
				t.Errorf("%s, found %v, %d not compared", m.Line(line.ID).Status, lostMove(after), left)
			}
			after.CheckInvariants()
		})
	}
}

// spec D3.94
func TestLost_WinNotReportedYet_IsHeldUntilItsPlaysAreReported(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	name := fetchCredentials(m, first).Username
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	after := restoredBefore(t, h, func() { a.payAll(money.Baht(300)) })
	m = m.At(after)

	compareAll(after)
	held, before := m.Balance(), lostMove(after)
	pushPlay(t, after, first, name, "W", after.Clock.Now().Add(-time.Minute), 10, 310)
	recheckAfterLag(after)

	if held != "600.00" || !isOnly(before, "LOST_IN 300.00") || m.Balance() != "900.00" || len(lostMove(after)) != 0 {
		t.Errorf("held: %s, found %v; in the end %s, found %v", held, before, m.Balance(), lostMove(after))
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_PlaysExplainPartOfADifference_TheRestIsHeld(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	name := fetchCredentials(m, first).Username
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	after := restoredBefore(t, h, func() {
		a.payAll(money.Baht(300))
		transferMoney(m, "WALLET", first, 200).Want(http.StatusOK)
	})
	m = m.At(after)
	compareAll(after)

	pushPlay(t, after, first, name, "W", after.Clock.Now().Add(-time.Minute), 10, 310)
	recheckAfterLag(after)

	if m.Balance() != "700.00" || !isOnly(lostMove(after), "LOST_IN 200.00") {
		t.Errorf("%s in the wallet, found %v", m.Balance(), lostMove(after))
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_MoveOutOfAGame_IsCreditedOnceTwoOperatorsConfirmIt(t *testing.T) {
	for action, want := range map[string]string{"foundMoved": "700.00", "foundNot": "400.00"} {
		t.Run(action, func(t *testing.T) {
			h, _, _, m := newEnvironmentWithExplainedMoney(t)
			transferMoney(m, "WALLET", first, 600).Want(http.StatusOK)
			after := restoredBefore(t, h, func() { transferMoney(m, first, "WALLET", 300).Want(http.StatusOK) })
			m = m.At(after)

			compareAll(after)
			early := lostMove(after)
			recheckAfterLag(after)
			late := lostMove(after)
			decideFound(t, after, action)

			if len(early) != 0 || !isOnly(late, "LOST_OUT 300.00") || m.Balance() != want {
				t.Errorf("found %v, then %v; %s in the wallet", early, late, m.Balance())
			}
			after.CheckInvariants()
		})
	}
}

// spec D3.94
func TestLost_StakesNotReportedYet_AreNotFoundAsAMoveOut(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	name := fetchCredentials(m, first).Username
	transferMoney(m, "WALLET", first, 600).Want(http.StatusOK)
	after := restoredBefore(t, h, func() { a.payAll(-money.Baht(250)) })

	compareAll(after)
	pushPlay(t, after, first, name, "L", after.Clock.Now().Add(-time.Minute), 250, 0)
	recheckAfterLag(after)

	if len(lostMove(after)) != 0 || m.At(after).Balance() != "400.00" {
		t.Errorf("found %v, %s in the wallet", lostMove(after), m.At(after).Balance())
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_PayoutWhileAGameIsNotCompared_WaitsAndAfterAnHourForACashier(t *testing.T) {
	h, _, _, m := newEnvironmentWithExplainedMoney(t)
	after := restoredBefore(t, h, func() { transferMoney(m, "WALLET", first, 600).Want(http.StatusOK) })
	m = m.At(after)
	after.Withdrawal.Patience = 0

	line := m.Withdraw("", 300).Want(http.StatusAccepted).Cash().Statement
	after.RunDelayedJobs()
	delayed := after.Count("select count(*) from withdrawal where state = 'QUEUED' and sends = 0")
	after.Clock.Advance(time.Hour)
	after.WaitUntil("the withdrawal waiting for a cashier", func() bool {
		after.RunDelayedJobs()
		return waitReasons(after, line) == "SILENT_GAME"
	})
	after.AddOperator("cashier").Call("POST", "/api/operator/items/WITHDRAWAL/"+line.ID.String()+"/approve", nil).Want(http.StatusOK)

	if end := m.WaitFinal(line.ID, time.Second); delayed != 1 || end.Status != statement.Success {
		t.Errorf("%d delayed, then %+v", delayed, end)
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_BalanceAboveAnyPossibleMove_IsHeldUpToTheSlotsBound(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	h.SetAmount("unexplainedSlot", "BAHT", 2000)
	after := restoredBefore(t, h, func() { a.payAll(money.Baht(900_000)) })
	m = m.At(after)

	compareAll(after)

	if !isOnly(lostMove(after), "LOST_IN 3000.00") || m.Balance() != "0.00" {
		t.Errorf("found %v, %s in the wallet", lostMove(after), m.Balance())
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_GameWhoseProviderWasRemoved_DelaysNoPayout(t *testing.T) {
	h := servertest.New(t, servertest.Game(second, ""))
	m := h.AddMember()
	m.Deposit(1000)
	h.Exec(`insert into game_account (member_id, slot_code, state, username, password, created_at, opened_at, version) values ($1, $2, 'ACTIVE', 'gone', ''::bytea, $3, $3, 1)`,
		m.ID(), second, h.Clock.Now().Add(-time.Hour))
	h.Exec(`insert into game_explained (member_id, slot_code) values ($1, $2)`, m.ID(), second)
	after := restoredBefore(t, h, func() {})
	m = m.At(after)

	after.RunJobs("game.lost")

	blind := after.Count("select count(*) from game_compared where member_id = $1 and slot_code = $2 and blind", m.ID(), second)
	if line := m.Withdraw("", 300).Want(http.StatusOK).Cash().Statement; line.Status != statement.Success || blind != 1 {
		t.Errorf("%s, %d compared without the provider", line.Status, blind)
	}
	after.Exec(`update game_explained set net = -50000 where slot_code = $1`, second) // its provider is back, and plays are counted
	recheckAfterLag(after)
	if got := lostMove(after); len(got) > 0 {
		t.Errorf("found %v", got)
	}
}
