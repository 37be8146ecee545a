package games_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// runClosing runs the closing job until the member has an amount in the wallet.
func runClosing(t *testing.T, h *servertest.Environment, m *servertest.Client, want string) {
	t.Helper()
	h.WaitUntil("the money back in the wallet", func() bool {
		h.Exec("update game_closing set next_at = begins_at")
		h.RunJobs("game.closings")
		return m.Balance() == want
	})
}

// spec D5.10, D5.41a, D5.41b
func TestClosing_MemberExcludesThemself_GamesCloseAndMoneyReturns(t *testing.T) {
	h, a, b, m := newWithTwoProviders(t)
	transferMoney(m, "WALLET", first, 300).Want(http.StatusOK)
	transferMoney(m, "WALLET", second, 200).Want(http.StatusOK)
	passwords := map[*fakeProvider]map[string]string{a: a.passwords(), b: b.passwords()}
	m.Call("POST", "/api/care/cooloff", map[string]any{"hours": 24}).Want(http.StatusOK)

	runClosing(t, h, m, "1000.00")

	for provider, passwordsBefore := range passwords {
		for name, password := range provider.passwords() {
			if passwordsBefore[name] == password {
				t.Errorf("%s signs in with the password that its member knows", name)
			}
		}
	}
	transferMoney(m, "WALLET", first, 10).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	m.Call("POST", "/api/wallet/transferAll", map[string]any{"to": first}).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	m.Call("GET", "/api/wallet/account/"+first, nil).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	m.Call("POST", "/api/wallet/resetpassword/"+first, nil).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	m.Call("POST", "/api/wallet/activate/joker2", nil).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	requestLaunch(m, first, number).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	if status, entry := takeLaunch(t, h, number); entry.Link != "" {
		t.Errorf("the launch is still valid: %d %s", status, entry.Link)
	}
	h.CheckInvariants()
}

// spec D5.10, D5.43
func TestClosing_LaunchAlreadyRequested_LaunchIsVoid(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	requestLaunch(m, "circus", number).Want(http.StatusOK)
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 6}).Want(http.StatusOK)

	h.RunJobs("game.closings")

	if status, entry := takeLaunch(t, h, number); entry.Link != "" {
		t.Errorf("the launch is still valid: %d %s", status, entry.Link)
	}
}

func TestClosing_OpenBetPaysLater_PayoutReturnsToWallet(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	m.Call("POST", "/api/care/exclude", map[string]any{"months": nil}).Want(http.StatusOK)
	runClosing(t, h, m, "1000.00")
	a.payAll(money.Baht(70))

	runClosing(t, h, m, "1070.00")

	h.Exec("update game_closing set begins_at = begins_at - interval '91 days', next_at = begins_at")
	h.RunJobs("game.closings")
	if open := h.Count(`select count(*) from game_closing where done_at is null`); open != 0 {
		t.Errorf("%d closings continue after their maximum age", open)
	}
}

// spec D5.42
func TestClosing_TransferIntoGameInProgress_AmountReturnsToWallet(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	h.Games.Patience = 0
	a.setBehaviour(func() behaviour { return dropsBefore })
	line := transferMoney(m, "WALLET", first, 300).Want(http.StatusAccepted).Cash().Statement
	h.WaitUntil("the send", func() bool {
		return h.Count(`select count(*) from game_transfer where state = 'UNKNOWN'`) == 1
	})
	a.setBehaviour(func() behaviour { return succeeds })
	m.Call("POST", "/api/care/cooloff", map[string]any{"hours": 24}).Want(http.StatusOK)
	runStep(t, h, line.ID)
	if got := m.Line(line.ID).Status; got != statement.Pending {
		t.Fatalf("the call may still arrive within the provider's longest response time, and the line is %s", got)
	}
	h.Clock.Advance(61 * time.Second)

	runStep(t, h, line.ID)

	if got := m.Line(line.ID); got.Status != statement.Failed || got.Note != "SELF_EXCLUDED" || a.countDone() != 0 || m.Balance() != "1000.00" {
		t.Errorf("line %s %s, %d moves, wallet %s", got.Status, got.Note, a.countDone(), m.Balance())
	}
	h.CheckInvariants()
}

func TestClosing_SeveralBreaks_OneClosingContinues(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	passwords := a.passwords()
	for hours := 24; hours < 28; hours++ {
		m.Call("POST", "/api/care/cooloff", map[string]any{"hours": hours}).Want(http.StatusOK)
	}

	h.RunJobs("game.closings")

	if open := h.Count(`select count(*) from game_closing where done_at is null`); open != 1 {
		t.Errorf("%d open closings", open)
	}
	for name, password := range a.passwords() {
		if passwords[name] == password {
			t.Errorf("%s has the password that its member knows", name)
		}
	}
}
