package games_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// The database lost a move in and the move back. The member repeats only the move back.
// spec D3.94
func TestLost_OnlyTheMoveOutIsRepeatedByItsKey_TheMoveInIsFound(t *testing.T) {
	h, _, _, m := newEnvironmentWithExplainedMoney(t)
	moveOut := func(m *servertest.Client) {
		transferMoney(m.With("Idempotency-Key", "out"), first, "WALLET", 600).Want(http.StatusOK)
	}
	after := restoredBefore(t, h, func() {
		transferMoney(m, "WALLET", first, 600).Want(http.StatusOK)
		moveOut(m)
	})
	m = m.At(after)
	for _, slot := range []string{first, second} {
		storeFeedRead(after, slot, after.Clock.Now())
	}
	after.Games.Patience = 5 * time.Second

	moveOut(m)
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK) // without the comparison, this move would hide the lost one
	compareAll(after)

	if m.Balance() != "900.00" || !isOnly(lostMove(after), "LOST_IN 600.00") {
		t.Errorf("%s in the wallet, found %v", m.Balance(), lostMove(after))
	}
	decideFound(t, after, "foundMoved")
	if explained, open := explainedSums(after, m, first); explained != money.Baht(100) || open != 0 {
		t.Errorf("explained %s, open %s", explained, open)
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_MoveRepeatedByItsKey_ReturnsTheFirstTrysOutcomeAndIsNotFound(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	keyed := func(m *servertest.Client) servertest.Response {
		return transferMoney(m.With("Idempotency-Key", "k"), "WALLET", first, 600)
	}
	after := restoredBefore(t, h, func() { keyed(m).Want(http.StatusOK) })
	m = m.At(after)
	for _, slot := range []string{first, second} {
		storeFeedRead(after, slot, after.Clock.Now())
	}
	after.Games.Patience = 5 * time.Second

	line := keyed(m).Cash().Statement
	end := m.WaitFinal(line.ID, 10*time.Second)
	compareAll(after)

	if end.Status != statement.Success || a.countDone() != 1 || m.Balance() != "400.00" || len(lostMove(after)) != 0 {
		t.Errorf("%s, moved %d times, %s in the wallet, found %v", end.Status, a.countDone(), m.Balance(), lostMove(after))
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_MoveRepeatedByItsKeyAfterItWasFound_IsTheMoveThatWasFound(t *testing.T) {
	for name, repeats := range map[string]int{"its repeat": 1, "another move of the same amount": 2} {
		t.Run(name, func(t *testing.T) {
			h, a, _, m := newEnvironmentWithExplainedMoney(t)
			keyed := func(m *servertest.Client, key string) servertest.Response {
				return transferMoney(m.With("Idempotency-Key", key), "WALLET", first, 300)
			}
			after := restoredBefore(t, h, func() { keyed(m, "k").Want(http.StatusOK) })
			m = m.At(after)
			compareAll(after)
			after.Games.Patience = 5 * time.Second

			line := keyed(m, []string{"", "k", "another"}[repeats]).Want(http.StatusOK).Cash().Statement

			after.RunJobs("game.lost")
			if want := []string{"", "700.00", "400.00"}[repeats]; line.Status != statement.Success || a.countDone() != repeats || m.Balance() != want || len(lostMove(after)) != repeats-1 {
				t.Errorf("%s, moved %d times, %s in the wallet, found %v", line.Status, a.countDone(), m.Balance(), lostMove(after))
			}
			after.CheckInvariants()
		})
	}
}

// spec D3.94
func TestLost_OneOfSeveralMovesIsRepeatedByItsKey_TheOthersAreStillFound(t *testing.T) {
	for name, decided := range map[string]bool{"before the operators' decision": false, "after it": true} {
		t.Run(name, func(t *testing.T) {
			h, a, _, m := newEnvironmentWithExplainedMoney(t)
			keyed := func(m *servertest.Client, key, from, to string, baht float64) {
				transferMoney(m.With("Idempotency-Key", key), from, to, baht).Want(http.StatusOK)
			}
			after := restoredBefore(t, h, func() {
				keyed(m, "one", "WALLET", first, 100)
				keyed(m, "two", "WALLET", first, 200)
				keyed(m, "out", first, "WALLET", 50)
			})
			m = m.At(after)
			after.Games.Patience = 5 * time.Second
			compareAll(after)
			early := lostMove(after)
			if decided {
				decideFound(t, after, "foundMoved")
			}

			keyed(m, "one", "WALLET", first, 100)
			keyed(m, "out", first, "WALLET", 50)
			compareAll(after)
			recheckAfterLag(after)
			late := lostMove(after)
			for len(lostMove(after)) > 0 {
				decideFound(t, after, "foundMoved")
			}

			want := "LOST_IN 200.00"
			if decided { // the two repeats and the 250 held are 300 in, and the game has 250
				want = "LOST_OUT 50.00"
			}
			if !isOnly(early, "LOST_IN 250.00") || !isOnly(late, want) || m.Balance() != "750.00" || a.countDone() != 3 {
				t.Errorf("found %v, then %v; %s in the wallet, moved %d times", early, late, m.Balance(), a.countDone())
			}
			after.CheckInvariants()
		})
	}
}

// spec D3.94
func TestLost_AccountWithAMoveIntoIt_IsOpenedAgainUnderItsNameAndTheMoveIsHeld(t *testing.T) {
	h, _, _, _ := newEnvironmentWithExplainedMoney(t)
	m := h.AddMember()
	m.Deposit(1000)
	name := ""
	after := restoredBefore(t, h, func() {
		m.ActivateGame(first)
		name = fetchCredentials(m, first).Username
		transferMoney(m, "WALLET", first, 600).Want(http.StatusOK)
	})
	m = m.At(after)

	m.ActivateGame(first)
	compareAll(after)

	if got := fetchCredentials(m, first).Username; got != name {
		t.Errorf("the account's name is %s, not %s", got, name)
	}
	if m.Balance() != "400.00" || !isOnly(lostMove(after), "LOST_IN 600.00") {
		t.Errorf("%s in the wallet, found %v", m.Balance(), lostMove(after))
	}
	decideFound(t, after, "foundMoved")
	after.CheckInvariants()
}

// The repeat of a TransferAll moves the wallet's balance of now, and the provider has the first amount.
// spec D3.94
func TestLost_TransferAllRepeatedWithAnotherBalance_IsRefusedAndTheFirstIsFound(t *testing.T) {
	for name, change := range map[string]func(m *servertest.Client){
		"more": func(m *servertest.Client) { m.Deposit(500) }, "less": func(m *servertest.Client) { m.DebitWallet(300) },
	} {
		t.Run(name, func(t *testing.T) {
			h, _, _, m := newEnvironmentWithExplainedMoney(t)
			all := func(m *servertest.Client) servertest.Response {
				return m.With("Idempotency-Key", "all").Call("POST", "/api/wallet/transferAll", map[string]any{"to": first})
			}
			after := restoredBefore(t, h, func() { all(m).Want(http.StatusOK) })
			m = m.At(after)
			change(m)

			got := all(m).Want(http.StatusOK).Cash().Statement
			compareAll(after)

			if got.Status != statement.Failed || !isOnly(lostMove(after), "LOST_IN 1000.00") {
				t.Errorf("the repeat %+v, found %v", got, lostMove(after))
			}
			decideFound(t, after, "foundMoved")
			after.Clock.Advance(2 * time.Hour)
			after.RunJobs("game.look-again")
			after.RunComparison()
			if want := map[string]string{"more": "500.00", "less": "0.00"}[name]; m.Balance() != want || slotsOf(m)[first].Amount != money.Baht(1000) {
				t.Errorf("%s in the wallet, %s in the game", m.Balance(), slotsOf(m)[first].Amount)
			}
			cashier := after.AddOperator("cashier")
			if n := len(cashier.Queue("DIFFERENCE")) + len(cashier.Queue("GAME_TRANSFER")) + len(cashier.Queue("GAME_LATE")); n != 0 {
				t.Errorf("%d items", n)
			}
			after.CheckInvariants()
		})
	}
}

// A play on money whose move in is lost is above the member's funds. The play counts once operators decide so, also
// after the balance was compared.
// spec D3.94
func TestLost_PlayOfTheLostMoneyCountedAfterTheComparison_TheWholeMoveIsFound(t *testing.T) {
	for name, tc := range map[string]struct {
		lost  float64
		first []string
	}{
		"a part was lost in play": {200, []string{"LOST_IN 400.00"}},
		"all was lost in play":    {600, nil},
	} {
		t.Run(name, func(t *testing.T) {
			h, a, _, m := newEnvironmentWithExplainedMoney(t)
			username := fetchCredentials(m, first).Username
			var played time.Time
			after := restoredBefore(t, h, func() {
				transferMoney(m, "WALLET", first, 600).Want(http.StatusOK)
				a.payAll(-money.Satang(tc.lost * 100))
				played = h.Clock.Now()
			})
			m = m.At(after)
			pushPlay(t, after, first, username, "P", played, tc.lost, 0)
			compareAll(after)
			recheckAfterLag(after)
			if got := lostMove(after); !slices.Equal(got, tc.first) {
				t.Fatalf("found %v at first", got)
			}

			countPlays(t, after)
			recheckAfterLag(after)

			if m.Balance() != "400.00" || !isOnly(lostMove(after), "LOST_IN 600.00") {
				t.Errorf("%s in the wallet, found %v", m.Balance(), lostMove(after))
			}
			decideFound(t, after, "foundMoved")
			after.CheckInvariants()
		})
	}
}

// spec D3.94
func TestLost_PlayCorrectedAfterTheComparison_NoMoveIsFound(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	username, played := fetchCredentials(m, first).Username, h.Clock.Now()
	transferMoney(m, "WALLET", first, 600).Want(http.StatusOK)
	a.payAll(0)
	pushPlay(t, h, first, username, "P", played, 100, 100)
	after := restoredBefore(t, h, func() {})
	m = m.At(after)
	recheckAfterLag(after)

	a.payAll(-money.Baht(100))
	pushRevision(t, after, first, username, "P", 2, played, 100, 0)
	recheckAfterLag(after)

	if got := lostMove(after); len(got) > 0 || m.Balance() != "400.00" {
		t.Errorf("found %v, %s in the wallet", got, m.Balance())
	}
	after.CheckInvariants()
}

// The balance was never read, so a play that is counted later explains no part of it.
// spec D3.94
func TestLost_PlayCountedForAnAccountThatCouldNotBeCompared_NoMoveIsFound(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	username, played := fetchCredentials(m, first).Username, h.Clock.Now()
	transferMoney(m, "WALLET", first, 600).Want(http.StatusOK)
	after := restoredBefore(t, h, func() {})
	m = m.At(after)
	recheckAfterLag(after)
	after.Exec(`update game_compared set blind = true`)

	a.payAll(-money.Baht(100))
	pushPlay(t, after, first, username, "P", played.Add(time.Second), 100, 0)
	recheckAfterLag(after)

	if got := lostMove(after); len(got) > 0 || m.Balance() != "400.00" {
		t.Errorf("found %v, %s in the wallet", got, m.Balance())
	}
	after.CheckInvariants()
}

// countPlays makes two operators count the plays that are set aside, unless the job has counted them before.
func countPlays(t *testing.T, h *servertest.Environment) {
	t.Helper()
	h.RunJobs("game.plays.aside")
	one, two := h.AddOperator("cashier"), h.AddOperator("cashier")
	for _, i := range one.Queue("GAME_PLAY") {
		var p struct{ Proposal string }
		one.Call("POST", "/api/operator/items/GAME_PLAY/"+i.ID+"/count", map[string]any{"why": "the provider's portal shows it"}).Want(http.StatusCreated).Into(&p)
		two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)
	}
}
