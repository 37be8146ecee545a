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
	h, _, _, m := proved(t)
	out := func(m *servertest.Client) {
		move(m.With("Idempotency-Key", "out"), first, "WALLET", 600).Want(http.StatusOK)
	}
	after := past(t, h, func() {
		move(m, "WALLET", first, 600).Want(http.StatusOK)
		out(m)
	})
	m = m.In(after)
	for _, slot := range []string{first, second} {
		feedRead(after, slot, after.Clock.Now())
	}
	after.Games.Patience = 5 * time.Second

	out(m)
	move(m, "WALLET", first, 100).Want(http.StatusOK) // without the comparison, this move would hide the lost one
	compared(after)

	if m.Balance() != "900.00" || !only(found(after), "LOST_IN 600.00") {
		t.Errorf("%s in the wallet, found %v", m.Balance(), found(after))
	}
	foundBy(t, after, "foundMoved")
	if explained, open := sums(after, m, first); explained != money.Baht(100) || open != 0 {
		t.Errorf("explained %s, open %s", explained, open)
	}
	after.Sound()
}

// spec D3.94
func TestLost_MoveRepeatedByItsKey_ReturnsTheFirstTrysOutcomeAndIsNotFound(t *testing.T) {
	h, a, _, m := proved(t)
	keyed := func(m *servertest.Client) servertest.Answer {
		return move(m.With("Idempotency-Key", "k"), "WALLET", first, 600)
	}
	after := past(t, h, func() { keyed(m).Want(http.StatusOK) })
	m = m.In(after)
	for _, slot := range []string{first, second} {
		feedRead(after, slot, after.Clock.Now())
	}
	after.Games.Patience = 5 * time.Second

	line := keyed(m).Cash().Statement
	end := m.Until(line.ID, 10*time.Second)
	compared(after)

	if end.Status != statement.Success || a.moves() != 1 || m.Balance() != "400.00" || len(found(after)) != 0 {
		t.Errorf("%s, moved %d times, %s in the wallet, found %v", end.Status, a.moves(), m.Balance(), found(after))
	}
	after.Sound()
}

// spec D3.94
func TestLost_MoveRepeatedByItsKeyAfterItWasFound_IsTheMoveThatWasFound(t *testing.T) {
	for name, repeats := range map[string]int{"its repeat": 1, "another move of the same amount": 2} {
		t.Run(name, func(t *testing.T) {
			h, a, _, m := proved(t)
			keyed := func(m *servertest.Client, key string) servertest.Answer {
				return move(m.With("Idempotency-Key", key), "WALLET", first, 300)
			}
			after := past(t, h, func() { keyed(m, "k").Want(http.StatusOK) })
			m = m.In(after)
			compared(after)
			after.Games.Patience = 5 * time.Second

			line := keyed(m, []string{"", "k", "another"}[repeats]).Want(http.StatusOK).Cash().Statement

			after.RunJobs("game.lost")
			if want := []string{"", "700.00", "400.00"}[repeats]; line.Status != statement.Success || a.moves() != repeats || m.Balance() != want || len(found(after)) != repeats-1 {
				t.Errorf("%s, moved %d times, %s in the wallet, found %v", line.Status, a.moves(), m.Balance(), found(after))
			}
			after.Sound()
		})
	}
}

// spec D3.94
func TestLost_OneOfSeveralMovesIsRepeatedByItsKey_TheOthersAreStillFound(t *testing.T) {
	for name, answered := range map[string]bool{"before people have answered": false, "once they have": true} {
		t.Run(name, func(t *testing.T) {
			h, a, _, m := proved(t)
			keyed := func(m *servertest.Client, key, from, to string, baht float64) {
				move(m.With("Idempotency-Key", key), from, to, baht).Want(http.StatusOK)
			}
			after := past(t, h, func() {
				keyed(m, "one", "WALLET", first, 100)
				keyed(m, "two", "WALLET", first, 200)
				keyed(m, "out", first, "WALLET", 50)
			})
			m = m.In(after)
			after.Games.Patience = 5 * time.Second
			compared(after)
			early := found(after)
			if answered {
				foundBy(t, after, "foundMoved")
			}

			keyed(m, "one", "WALLET", first, 100)
			keyed(m, "out", first, "WALLET", 50)
			compared(after)
			lookedAgain(after)
			late := found(after)
			for len(found(after)) > 0 {
				foundBy(t, after, "foundMoved")
			}

			want := "LOST_IN 200.00"
			if answered { // the two repeats and the 250 held are 300 in, and the game has 250
				want = "LOST_OUT 50.00"
			}
			if !only(early, "LOST_IN 250.00") || !only(late, want) || m.Balance() != "750.00" || a.moves() != 3 {
				t.Errorf("found %v, then %v; %s in the wallet, moved %d times", early, late, m.Balance(), a.moves())
			}
			after.Sound()
		})
	}
}

// spec D3.94
func TestLost_AccountWithAMoveIntoIt_IsOpenedAgainUnderItsNameAndTheMoveIsHeld(t *testing.T) {
	h, _, _, _ := proved(t)
	m := h.Member()
	m.Deposit(1000)
	name := ""
	after := past(t, h, func() {
		m.Enter(first)
		name = credentials(m, first).Username
		move(m, "WALLET", first, 600).Want(http.StatusOK)
	})
	m = m.In(after)

	m.Enter(first)
	compared(after)

	if got := credentials(m, first).Username; got != name {
		t.Errorf("the account is %s, and was %s", got, name)
	}
	if m.Balance() != "400.00" || !only(found(after), "LOST_IN 600.00") {
		t.Errorf("%s in the wallet, found %v", m.Balance(), found(after))
	}
	foundBy(t, after, "foundMoved")
	after.Sound()
}

// The repeat of a TransferAll moves what the wallet has by then, and the provider has the first amount.
// spec D3.94
func TestLost_TransferAllRepeatedWithAnotherBalance_IsRefusedAndTheFirstIsFound(t *testing.T) {
	for name, change := range map[string]func(m *servertest.Client){
		"more": func(m *servertest.Client) { m.Deposit(500) }, "less": func(m *servertest.Client) { m.Take(300) },
	} {
		t.Run(name, func(t *testing.T) {
			h, _, _, m := proved(t)
			all := func(m *servertest.Client) servertest.Answer {
				return m.With("Idempotency-Key", "all").Call("POST", "/api/wallet/transferAll", map[string]any{"to": first})
			}
			after := past(t, h, func() { all(m).Want(http.StatusOK) })
			m = m.In(after)
			change(m)

			got := all(m).Want(http.StatusOK).Cash().Statement
			compared(after)

			if got.Status != statement.Failed || !only(found(after), "LOST_IN 1000.00") {
				t.Errorf("the repeat %+v, found %v", got, found(after))
			}
			foundBy(t, after, "foundMoved")
			after.Clock.Advance(2 * time.Hour)
			after.RunJobs("game.look-again")
			after.Walk()
			if want := map[string]string{"more": "500.00", "less": "0.00"}[name]; m.Balance() != want || slotsOf(m)[first].Amount != money.Baht(1000) {
				t.Errorf("%s in the wallet, %s in the game", m.Balance(), slotsOf(m)[first].Amount)
			}
			cashier := after.Staff("cashier")
			if n := len(cashier.Queue("DIFFERENCE")) + len(cashier.Queue("GAME_TRANSFER")) + len(cashier.Queue("GAME_LATE")); n != 0 {
				t.Errorf("%d items", n)
			}
			after.Sound()
		})
	}
}

// A play on money whose move in is lost is above the member's funds. It counts once operators say so, also after
// the balance was compared.
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
			h, a, _, m := proved(t)
			username := credentials(m, first).Username
			var played time.Time
			after := past(t, h, func() {
				move(m, "WALLET", first, 600).Want(http.StatusOK)
				a.pay(-money.Satang(tc.lost * 100))
				played = h.Clock.Now()
			})
			m = m.In(after)
			told(t, after, first, username, "P", played, tc.lost, 0)
			compared(after)
			lookedAgain(after)
			if got := found(after); !slices.Equal(got, tc.first) {
				t.Fatalf("found %v at first", got)
			}

			countPlays(t, after)
			lookedAgain(after)

			if m.Balance() != "400.00" || !only(found(after), "LOST_IN 600.00") {
				t.Errorf("%s in the wallet, found %v", m.Balance(), found(after))
			}
			foundBy(t, after, "foundMoved")
			after.Sound()
		})
	}
}

// spec D3.94
func TestLost_PlayCorrectedAfterTheComparison_NoMoveIsFound(t *testing.T) {
	h, a, _, m := proved(t)
	username, played := credentials(m, first).Username, h.Clock.Now()
	move(m, "WALLET", first, 600).Want(http.StatusOK)
	a.pay(0)
	told(t, h, first, username, "P", played, 100, 100)
	after := past(t, h, func() {})
	m = m.In(after)
	lookedAgain(after)

	a.pay(-money.Baht(100))
	revised(t, after, first, username, "P", 2, played, 100, 0)
	lookedAgain(after)

	if got := found(after); len(got) > 0 || m.Balance() != "400.00" {
		t.Errorf("found %v, %s in the wallet", got, m.Balance())
	}
	after.Sound()
}

// The balance was never read, so a play that is counted later explains no part of it.
// spec D3.94
func TestLost_PlayCountedForAnAccountThatCouldNotBeCompared_NoMoveIsFound(t *testing.T) {
	h, a, _, m := proved(t)
	username, played := credentials(m, first).Username, h.Clock.Now()
	move(m, "WALLET", first, 600).Want(http.StatusOK)
	after := past(t, h, func() {})
	m = m.In(after)
	lookedAgain(after)
	after.Exec(`update game_compared set blind = true`)

	a.pay(-money.Baht(100))
	told(t, after, first, username, "P", played.Add(time.Second), 100, 0)
	lookedAgain(after)

	if got := found(after); len(got) > 0 || m.Balance() != "400.00" {
		t.Errorf("found %v, %s in the wallet", got, m.Balance())
	}
	after.Sound()
}

// countPlays has two operators count the plays that are kept aside, as far as they do not count by themselves.
func countPlays(t *testing.T, h *servertest.House) {
	t.Helper()
	h.RunJobs("game.plays.aside")
	one, two := h.Staff("cashier"), h.Staff("cashier")
	for _, i := range one.Queue("GAME_PLAY") {
		var p struct{ Proposal string }
		one.Call("POST", "/api/operator/items/GAME_PLAY/"+i.ID+"/count", map[string]any{"why": "the provider's portal shows it"}).Want(http.StatusCreated).Into(&p)
		two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)
	}
}
