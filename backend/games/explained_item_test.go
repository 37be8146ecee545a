package games_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// spec D4.10
func TestSlot_UnexplainedSumOlderThanItsLag_IsPausedUntilPlaysExplainIt(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	h.SetAmount("unexplainedSlot", "BAHT", 1000)
	name := fetchCredentials(m, first).Username
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	a.payAll(money.Baht(5000))
	storeFeedRead(h, first, h.Clock.Now())
	transferMoney(m, first, "WALLET", 1600).Want(http.StatusOK)
	other := h.AddMember()
	other.ActivateGame(first)
	a.payAll(money.Baht(5000))
	transferMoney(other, first, "WALLET", 1500).Want(http.StatusOK)

	h.Clock.Advance(5 * time.Minute)
	storeFeedRead(h, first, h.Clock.Now()) // within the lag
	h.RunJobs("game.hold-out")
	transferMoney(m, first, "WALLET", 100).Want(http.StatusOK)
	h.Clock.Advance(12 * time.Minute) // the feed has stopped, so no sum becomes older
	h.RunJobs("game.hold-out")
	transferMoney(m, first, "WALLET", 100).Want(http.StatusOK)
	storeFeedRead(h, first, h.Clock.Now())
	storeFeedRead(h, second, h.Clock.Now()) // the test's clock is ahead, so this feed would count as stopped
	h.RunJobs("game.hold-out")

	transferMoney(m, first, "WALLET", 100).WantCode(http.StatusConflict, "GAME_PAUSED")
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	items := h.AddOperator("cashier").Queue("GAME_SLOT")
	if len(items) != 1 || items[0].Reason != "HELD_OUT" || items[0].ID != first || !strings.Contains(h.Logged(), "money out of it is paused") {
		t.Errorf("at the console %+v; logged %q", items, h.Logged())
	}
	pushPlay(t, h, first, name, "W", h.Clock.Now(), 0, 5000)
	h.RunJobs("game.hold-out")
	transferMoney(m, first, "WALLET", 100).Want(http.StatusOK)
	h.CheckInvariants()
}

// spec D4.10
func TestSlot_FeedStoppedForLongerThanItsLag_BecomesOneItem(t *testing.T) {
	h, _, _, _ := newEnvironmentWithExplainedMoney(t)
	storeFeedRead(h, first, h.Clock.Now().Add(-11*time.Minute))
	storeFeedRead(h, second, h.Clock.Now().Add(-9*time.Minute))

	items := h.AddOperator("cashier").Queue("GAME_SLOT")

	if len(items) != 1 || items[0].ID != first || items[0].Reason != "FEED_STANDS" || items[0].Amount != nil {
		t.Errorf("%+v", items)
	}
}

// settleWin proposes an action on a member's unexplained sum, and has a second operator approve it.
func settleWin(h *servertest.Environment, m *servertest.Client, action string) servertest.Response {
	one, two := h.AddOperator("cashier"), h.AddOperator("admin")
	var p struct{ Proposal string }
	one.Call("POST", "/api/operator/items/UNEXPLAINED_WIN/"+first+"."+m.PublicID()+"/"+action, map[string]any{"why": "the provider has shown its list"}).Want(http.StatusCreated).Into(&p)
	path := "/api/operator/items/PROPOSAL/" + p.Proposal + "/approve"
	one.Call("POST", path, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	return two.Call("POST", path, nil)
}

// spec D4.9
func TestUnexplainedWin_AcceptedByTwoOperators_IsPaid(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	a.payAll(money.Baht(5000))
	transferMoney(m, first, "WALLET", 5000).Want(http.StatusOK)
	held := m.Withdraw("a", 5900).Want(http.StatusAccepted).Cash().Statement
	items := h.AddOperator("cashier").Queue("UNEXPLAINED_WIN")
	if len(items) != 1 || *items[0].Amount != 4900 || items[0].Member.ID != m.PublicID() || !items[0].Offers[0].Pair || !items[0].Offers[1].Pair {
		t.Fatalf("at the console %+v", items)
	}
	facts := map[string]string{}
	for _, f := range items[0].Facts {
		facts[f.Code] = f.Value
	}
	for code, value := range map[string]string{"movedIn": "100.00", "movedOut": "5000.00", "playsWon": "0.00", "playsMissing": "4900.00", "inWallet": "0.00"} {
		if facts[code] != value {
			t.Errorf("%s is %q", code, facts[code])
		}
	}

	settleWin(h, m, "accept").Want(http.StatusOK)
	h.RunJobs("withdrawal.explained")

	if l := m.WaitFinal(held.ID, 50*time.Millisecond); l.Status != statement.Success || len(h.AddOperator("cashier").Queue("UNEXPLAINED_WIN")) != 0 {
		t.Errorf("the withdrawal's line is %+v", l)
	}
	pushPlay(t, h, first, fetchCredentials(m, first).Username, "W", time.Now(), 0, 4900) // the play is reported later, too
	if explained, open := explainedSums(h, m, first); explained != money.Baht(4900) || open != 0 {
		t.Errorf("explained %s, open %s", explained, open)
	}
	h.CheckInvariants()
}

// spec D4.9
func TestUnexplainedWin_BookedBackByTwoOperators_ReturnsToTheSlot(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	a.payAll(money.Baht(5000))
	transferMoney(m, first, "WALLET", 5000).Want(http.StatusOK)
	held := m.Withdraw("a", 5900).Want(http.StatusAccepted).Cash().Statement
	path := "/api/operator/items/UNEXPLAINED_WIN/" + first + "." + m.PublicID() + "/bookBack"
	h.AddOperator("cashier").Call("POST", path, map[string]any{"why": "an error"}).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH")
	h.AddOperator("cashier").Call("POST", "/api/operator/items/WITHDRAWAL/"+held.ID.String()+"/approve", nil).WantCode(http.StatusConflict, "NO_DATA")
	h.AddOperator("cashier").Call("POST", "/api/operator/items/WITHDRAWAL/"+held.ID.String()+"/reject", map[string]any{"note": "the game was wrong"}).Want(http.StatusOK)

	settleWin(h, m, "bookBack").Want(http.StatusOK)

	if _, open := explainedSums(h, m, first); m.Balance() != "1000.00" || open != 0 {
		t.Errorf("the wallet holds %s, open %s", m.Balance(), open)
	}
	if l := m.Lines()[0]; l.Type != statement.Transfer || l.Status != statement.Success || l.From != "WALLET" || l.To != "ADJUSTMENT" || l.Amount != money.Baht(4900) {
		t.Errorf("the line of the booking: %+v", l)
	}
	m.Withdraw("b", 900).Want(http.StatusOK)
	h.CheckInvariants()
}

func TestUnexplainedWin_ExplainedAndFollowedByAnotherSum_IsNotSettledByTheOldProposal(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	name := fetchCredentials(m, first).Username
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	a.payAll(money.Baht(20_000))
	transferMoney(m, first, "WALLET", 5000).Want(http.StatusOK)
	one, two := h.AddOperator("cashier"), h.AddOperator("admin")
	var p struct{ Proposal string }
	one.Call("POST", "/api/operator/items/UNEXPLAINED_WIN/"+first+"."+m.PublicID()+"/accept", map[string]any{"why": "the provider has shown its list"}).Want(http.StatusCreated).Into(&p)
	pushPlay(t, h, first, name, "W", time.Now(), 0, 4900)
	transferMoney(m, first, "WALLET", 3000).Want(http.StatusOK) // a new sum, which no operator has checked

	two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).WantCode(http.StatusConflict, "NO_DATA")

	if _, open := explainedSums(h, m, first); open != money.Baht(3000) {
		t.Errorf("open %s", open)
	}
	h.CheckInvariants()
}
