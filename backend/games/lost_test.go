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

// past returns a server whose database was restored to before do, and where payouts are not paused.
func past(t *testing.T, h *servertest.House, do func()) (after *servertest.House) {
	t.Helper()
	var taken bytes.Buffer
	if _, err := h.Backup(t.Context(), &taken); err != nil {
		t.Fatal(err)
	}
	do()
	after = h.Restored(&taken)
	h.Clock.Advance(2 * time.Minute)
	if found := after.Walk(); !found.Lifted {
		t.Fatalf("payouts wait still: %s", found.Waits)
	}
	return after
}

// compared marks the feeds as read until now, and compares the balances.
func compared(h *servertest.House) {
	for _, slot := range []string{first, second} {
		feedRead(h, slot, h.Clock.Now())
	}
	h.RunJobs("game.lost")
}

// lookedAgain checks again after the slot's lag, when all plays from before are reported.
func lookedAgain(h *servertest.House) {
	h.Clock.Advance(11 * time.Minute)
	compared(h)
}

// foundBy has two operators decide about the one move that was found.
func foundBy(t *testing.T, h *servertest.House, act string) {
	t.Helper()
	one, two := h.Staff("cashier"), h.Staff("cashier")
	items := one.Queue("GAME_FOUND")
	if len(items) != 1 {
		t.Fatalf("found %+v", items)
	}
	var p struct{ Proposal string }
	one.Call("POST", "/api/operator/items/GAME_FOUND/"+items[0].ID+"/"+act, map[string]any{"why": "seen at their portal"}).Want(http.StatusCreated).Into(&p)
	one.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)
}

func found(h *servertest.House) (reasons []string) {
	for _, i := range h.Staff("cashier").Queue("GAME_FOUND") {
		reasons = append(reasons, fmt.Sprintf("%s %.2f", i.Reason, *i.Amount))
	}
	return reasons
}

func only(reasons []string, want string) bool { return len(reasons) == 1 && reasons[0] == want }

// spec D3.94
func TestLost_MoveIntoAGame_IsHeldInTheWalletUntilTwoOperatorsConfirmIt(t *testing.T) {
	h, _, _, m := proved(t)
	after := past(t, h, func() { move(m, "WALLET", first, 600).Want(http.StatusOK) })
	m = m.In(after)

	compared(after)

	if m.Balance() != "400.00" || slotsOf(m)[first].Amount != money.Baht(600) || !only(found(after), "LOST_IN 600.00") {
		t.Errorf("%s in the wallet, %s in the game, found %v", m.Balance(), slotsOf(m)[first].Amount, found(after))
	}
	var home struct{ Wallet wallet.Wallet }
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	move(m, first, "WALLET", 50).Want(http.StatusOK)
	foundBy(t, after, "foundMoved")
	after.Walk()
	if home.Wallet.InProgress != 0 { // the money is in the game
		t.Errorf("%s is on its way", home.Wallet.InProgress)
	}
	if m.Balance() != "450.00" || len(found(after)) != 0 || len(after.Staff("cashier").Queue("DIFFERENCE")) != 0 {
		t.Errorf("in the end %s, found %v", m.Balance(), found(after))
	}
	after.Sound()
}

// spec D3.94
func TestLost_MoveIntoAGameOfMoneySpentSince_IsAdvancedUntilItEnds(t *testing.T) {
	for act, want := range map[string]string{"foundMoved": "0.00", "foundNot": "200.00"} {
		t.Run(act, func(t *testing.T) {
			h, _, _, m := proved(t)
			after := past(t, h, func() { move(m, "WALLET", first, 600).Want(http.StatusOK) })
			m = m.In(after)
			m.Take(800)

			compared(after)
			lent := after.Count("select coalesce(sum(left_over), 0) from advance")
			foundBy(t, after, act)

			if m.Balance() != want || lent != int64(money.Baht(400)) {
				t.Errorf("%s in the wallet, lent %s", m.Balance(), money.Satang(lent))
			}
			if left := after.Count("select coalesce(sum(left_over), 0) from advance"); (left == 0) != (act == "foundNot") {
				t.Errorf("%s is owed in the end", money.Satang(left))
			}
			after.Sound()
		})
	}
}

// spec D3.94
func TestLost_MoveInThatIsMovedOutBeforeTheComparison_IsFound(t *testing.T) {
	h, _, _, m := proved(t)
	after := past(t, h, func() { move(m, "WALLET", first, 600).Want(http.StatusOK) })
	m = m.In(after)

	move(m, first, "WALLET", 600).Want(http.StatusOK)
	compared(after)

	if m.Balance() != "1000.00" || !only(found(after), "LOST_IN 600.00") {
		t.Errorf("%s in the wallet, found %v", m.Balance(), found(after))
	}
	after.Sound()
}

// spec D3.94
func TestLost_CallThatTheProviderNeverReceived_IsSentAndDelaysNoComparison(t *testing.T) {
	for _, ends := range [][2]string{{first, "WALLET"}, {"WALLET", first}} {
		t.Run(ends[0]+" to "+ends[1], func(t *testing.T) {
			h, a, _, m := proved(t)
			move(m, "WALLET", first, 500).Want(http.StatusOK)
			h.Games.Patience = 0
			a.script(func() fate { return dropsBefore })
			line := move(m, ends[0], ends[1], 300).Want(http.StatusAccepted).Cash().Statement
			h.Wait("the send", func() bool { return h.Count(`select count(*) from game_transfer where state = 'UNKNOWN'`) == 1 })
			after := past(t, h, func() {})
			m = m.In(after)
			a.script(func() fate { return well })

			step(t, after, line.ID)
			compared(after)

			left := after.Count("select count(*) from game_account where uncompared(member_id, slot_code, $1) is not null and slot_code = $2", after.Clock.Now(), first)
			if m.Line(line.ID).Status != statement.Success || len(found(after)) != 0 || left != 0 {
				t.Errorf("%s, found %v, %d not compared", m.Line(line.ID).Status, found(after), left)
			}
			after.Sound()
		})
	}
}

// spec D3.94
func TestLost_WinNotReportedYet_IsHeldUntilItsPlaysAreReported(t *testing.T) {
	h, a, _, m := proved(t)
	name := credentials(m, first).Username
	move(m, "WALLET", first, 100).Want(http.StatusOK)
	after := past(t, h, func() { a.pay(money.Baht(300)) })
	m = m.In(after)

	compared(after)
	held, before := m.Balance(), found(after)
	told(t, after, first, name, "W", after.Clock.Now().Add(-time.Minute), 10, 310)
	lookedAgain(after)

	if held != "600.00" || !only(before, "LOST_IN 300.00") || m.Balance() != "900.00" || len(found(after)) != 0 {
		t.Errorf("held: %s, found %v; in the end %s, found %v", held, before, m.Balance(), found(after))
	}
	after.Sound()
}

// spec D3.94
func TestLost_PlaysExplainPartOfADifference_TheRestIsHeld(t *testing.T) {
	h, a, _, m := proved(t)
	name := credentials(m, first).Username
	move(m, "WALLET", first, 100).Want(http.StatusOK)
	after := past(t, h, func() {
		a.pay(money.Baht(300))
		move(m, "WALLET", first, 200).Want(http.StatusOK)
	})
	m = m.In(after)
	compared(after)

	told(t, after, first, name, "W", after.Clock.Now().Add(-time.Minute), 10, 310)
	lookedAgain(after)

	if m.Balance() != "700.00" || !only(found(after), "LOST_IN 200.00") {
		t.Errorf("%s in the wallet, found %v", m.Balance(), found(after))
	}
	after.Sound()
}

// spec D3.94
func TestLost_MoveOutOfAGame_IsCreditedOnceTwoOperatorsConfirmIt(t *testing.T) {
	for act, want := range map[string]string{"foundMoved": "700.00", "foundNot": "400.00"} {
		t.Run(act, func(t *testing.T) {
			h, _, _, m := proved(t)
			move(m, "WALLET", first, 600).Want(http.StatusOK)
			after := past(t, h, func() { move(m, first, "WALLET", 300).Want(http.StatusOK) })
			m = m.In(after)

			compared(after)
			early := found(after)
			lookedAgain(after)
			late := found(after)
			foundBy(t, after, act)

			if len(early) != 0 || !only(late, "LOST_OUT 300.00") || m.Balance() != want {
				t.Errorf("found %v, then %v; %s in the wallet", early, late, m.Balance())
			}
			after.Sound()
		})
	}
}

// spec D3.94
func TestLost_StakesNotReportedYet_AreNotFoundAsAMoveOut(t *testing.T) {
	h, a, _, m := proved(t)
	name := credentials(m, first).Username
	move(m, "WALLET", first, 600).Want(http.StatusOK)
	after := past(t, h, func() { a.pay(-money.Baht(250)) })

	compared(after)
	told(t, after, first, name, "L", after.Clock.Now().Add(-time.Minute), 250, 0)
	lookedAgain(after)

	if len(found(after)) != 0 || m.In(after).Balance() != "400.00" {
		t.Errorf("found %v, %s in the wallet", found(after), m.In(after).Balance())
	}
	after.Sound()
}

// spec D3.94
func TestLost_PayoutWhileAGameIsNotCompared_WaitsAndAfterAnHourForACashier(t *testing.T) {
	h, _, _, m := proved(t)
	after := past(t, h, func() { move(m, "WALLET", first, 600).Want(http.StatusOK) })
	m = m.In(after)
	after.Withdrawal.Patience = 0

	line := m.Withdraw("", 300).Want(http.StatusAccepted).Cash().Statement
	after.Hurry()
	asleep := after.Count("select count(*) from withdrawal where state = 'QUEUED' and sends = 0")
	after.Clock.Advance(time.Hour)
	after.Wait("a cashier to be asked", func() bool {
		after.Hurry()
		return waits(after, line) == "SILENT_GAME"
	})
	after.Staff("cashier").Call("POST", "/api/operator/items/WITHDRAWAL/"+line.ID.String()+"/approve", nil).Want(http.StatusOK)

	if end := m.Until(line.ID, time.Second); asleep != 1 || end.Status != statement.Success {
		t.Errorf("%d asleep, in the end %+v", asleep, end)
	}
	after.Sound()
}

// spec D3.94
func TestLost_BalanceAboveAnyPossibleMove_IsHeldUpToTheSlotsBound(t *testing.T) {
	h, a, _, m := proved(t)
	h.SetAmount("unexplainedSlot", "BAHT", 2000)
	after := past(t, h, func() { a.pay(money.Baht(900_000)) })
	m = m.In(after)

	compared(after)

	if !only(found(after), "LOST_IN 3000.00") || m.Balance() != "0.00" {
		t.Errorf("found %v, %s in the wallet", found(after), m.Balance())
	}
	after.Sound()
}

// spec D3.94
func TestLost_GameWhoseProviderWasRemoved_DelaysNoPayout(t *testing.T) {
	h := servertest.New(t, servertest.Game(second, ""))
	m := h.Member()
	m.Deposit(1000)
	h.Exec(`insert into game_account (member_id, slot_code, state, username, password, created_at, opened_at, version) values ($1, $2, 'ACTIVE', 'gone', ''::bytea, $3, $3, 1)`,
		m.ID(), second, h.Clock.Now().Add(-time.Hour))
	h.Exec(`insert into game_explained (member_id, slot_code) values ($1, $2)`, m.ID(), second)
	after := past(t, h, func() {})
	m = m.In(after)
	waiting := after.Count("select count(*) from payout_wait where uncompared($1, null, $2) is not null", m.ID(), after.Clock.Now())

	after.RunJobs("game.lost")

	if line := m.Withdraw("", 300).Want(http.StatusOK).Cash().Statement; line.Status != statement.Success || waiting != 1 {
		t.Errorf("%s, %d waited before", line.Status, waiting)
	}
	after.Exec(`update game_explained set net = -50000 where slot_code = $1`, second) // its provider is back, and plays are counted
	lookedAgain(after)
	if got := found(after); len(got) > 0 {
		t.Errorf("found %v", got)
	}
}
