package games_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/games"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// The slots of the tests' own providers, with the generic format.
const (
	first  = "circus"
	second = "areaslot"
)

// newWithTwoProviders returns a server with two providers, and a member with an account at both and 1,000
// baht in the wallet.
func newWithTwoProviders(t *testing.T) (h *servertest.Environment, a, b *fakeProvider, m *servertest.Client) {
	a, b = newFakeProvider(t), newFakeProvider(t)
	h = servertest.New(t, servertest.Game(first, a.URL), servertest.Game(second, b.URL))
	m = h.AddMember()
	m.CreditWallet(money.Baht(1000))
	for _, slot := range []string{first, second} {
		m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
	}
	return h, a, b, m
}

func transferMoney(m *servertest.Client, from, to string, baht float64) servertest.Response {
	return m.Call("POST", "/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": baht})
}

func slotsOf(m *servertest.Client) map[string]games.Slot {
	var home struct{ Slots []games.Slot }
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	out := map[string]games.Slot{}
	for _, s := range home.Slots {
		out[s.Code] = s
	}
	return out
}

// spec 1.7, 7.23, 7.24, 3.26e, D3.47
func TestTransfer_IntoAGameToAnotherAndBack_MovesTheMoney(t *testing.T) {
	h, a, b, m := newWithTwoProviders(t)

	in := transferMoney(m, "WALLET", first, 300).Want(http.StatusOK).Cash()
	across := transferMoney(m, first, second, 200).Want(http.StatusOK).Cash()
	back := transferMoney(m, second, "WALLET", 150.5).Want(http.StatusOK).Cash()

	for i, got := range []wallet.CommandStatus{in, across, back} {
		if got.Statement.Status != statement.Success || got.Statement.Type != statement.Transfer {
			t.Errorf("transfer %d: %+v", i+1, got.Statement)
		}
	}
	if d := m.Detail(across.Statement.ID); len(d.Events) != 3 || d.Events[1].Event != statement.Halfway {
		t.Errorf("between games: %+v", d.Events)
	}
	if across.Statement.From != first || across.Statement.To != second || in.Statement.To != first || back.Statement.To != "WALLET" {
		t.Errorf("the sides: %s to %s, %s to %s", across.Statement.From, across.Statement.To, back.Statement.From, back.Statement.To)
	}
	slots := slotsOf(m)
	if m.Balance() != "850.50" || slots[first].Amount != money.Baht(100) || slots[second].Amount.String() != "49.50" {
		t.Errorf("wallet %s, games %s and %s", m.Balance(), slots[first].Amount, slots[second].Amount)
	}
	if a.countDone() != 2 || b.countDone() != 2 {
		t.Errorf("the providers moved %d and %d times", a.countDone(), b.countDone())
	}
	h.CheckInvariants()
}

func TestTransfer_RepeatWithSameKey_ReturnsItsOutcomeAndMovesNothing(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	keyed := m.With("Idempotency-Key", "one")

	once := transferMoney(keyed, "WALLET", first, 300).Want(http.StatusOK)
	again := transferMoney(keyed, "WALLET", first, 300).Want(http.StatusOK)

	if once.Cash().Statement.ID != again.Cash().Statement.ID || m.Balance() != "700.00" || a.countDone() != 1 {
		t.Errorf("wallet %s, the provider moved %d times", m.Balance(), a.countDone())
	}
	h.CheckInvariants()
}

// spec 8.14j, D4.5, D3.47, 8.14i, D3.84
func TestTransfer_ProviderRefuses_AmountReturnsAndTheLineIsFailed(t *testing.T) {
	h, a, b, m := newWithTwoProviders(t)
	a.setBehaviour(func() behaviour { return refuses })
	refused := transferMoney(m, "WALLET", first, 300).Want(http.StatusOK).Cash().Statement
	a.setBehaviour(func() behaviour { return succeeds })
	transferMoney(m, "WALLET", first, 300).Want(http.StatusOK)
	b.setBehaviour(func() behaviour { return refuses })

	half := transferMoney(m, first, second, 100).Want(http.StatusOK).Cash().Statement
	short := transferMoney(m, first, "WALLET", 500).Want(http.StatusOK).Cash().Statement

	if refused.Status != statement.Failed || refused.Note != "TRANSFER_FAIL" {
		t.Errorf("into the game: %+v", refused)
	}
	if half.Status != statement.Success || half.To != "WALLET" || half.Note != "TRANSFER_FAIL" {
		t.Errorf("between games: %+v", half)
	}
	if short.Status != statement.Failed || short.Note != "MONEY_NOT_ENOUGH" {
		t.Errorf("more than is there: %+v", short)
	}
	if m.Balance() != "800.00" {
		t.Errorf("the wallet has %s", m.Balance())
	}
	h.CheckInvariants()
}

// spec D3.47, P5.2, D3.85
func TestTransfer_NoResponse_IsQueriedAndMovesOnce(t *testing.T) {
	for name, mode := range map[string]behaviour{"done, and no response": dropsAfter, "done, and a page of HTML": returnsHTML, "pending at first": pendingThenDone} {
		t.Run(name, func(t *testing.T) {
			h, a, _, m := newWithTwoProviders(t)
			h.Games.Patience = 0
			a.setBehaviour(func() behaviour { return mode })

			line := transferMoney(m, "WALLET", first, 300).Want(http.StatusAccepted).Cash().Statement
			h.WaitUntil("the transfer's outcome", func() bool {
				_, err := h.Games.Step(t.Context(), line.ID)
				return err == nil && m.Line(line.ID).Status == statement.Success
			})

			if m.Balance() != "700.00" || a.countDone() != 1 {
				t.Errorf("wallet %s, the provider moved %d times", m.Balance(), a.countDone())
			}
			h.CheckInvariants()
		})
	}
}

// spec P5.2, D3.86
func TestTransfer_NotKnown_IsResentUnderItsIDAfterTheLongestResponseTime(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	h.Games.Patience = 0
	a.setBehaviour(func() behaviour { return dropsBefore })
	line := transferMoney(m, "WALLET", first, 300).Want(http.StatusAccepted).Cash().Statement
	h.WaitUntil("the send", func() bool {
		return h.Count(`select count(*) from game_transfer where state = 'UNKNOWN'`) == 1
	})
	a.setBehaviour(func() behaviour { return succeeds })

	runStep(t, h, line.ID)
	if d := m.Detail(line.ID); d.WaitsFor != statement.ByGame {
		t.Errorf("the line waits for %q", d.WaitsFor)
	}
	early := a.countDone()
	h.Clock.Advance(61 * time.Second)
	runStep(t, h, line.ID)

	if _, done := a.findDone(line.ID.String()); early != 0 || !done || m.Line(line.ID).Status != statement.Success {
		t.Errorf("sent again early: %d times; done %v, line %s", early, done, m.Line(line.ID).Status)
	}
	h.CheckInvariants()
}

// spec D3.87
func TestTransfer_RefusalAfterTheIDWasResent_ReturnsNothing(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	h.Games.Patience = 0
	release := make(chan struct{})
	a.hold(release)
	line := transferMoney(m, "WALLET", first, 300).Want(http.StatusAccepted).Cash().Statement
	h.WaitUntil("the first send", func() bool { return h.Count(`select count(*) from game_leg where sends = 1`) == 1 && a.isHolding() })
	a.setBehaviour(func() behaviour { return dropsAfter })
	h.Clock.Advance(61 * time.Second)
	runStep(t, h, line.ID) // sent again: this time it is done, without a response

	close(release)
	h.WaitUntil("the first response", func() bool { return h.Games.Idle() })

	if got := m.Line(line.ID).Status; got == statement.Failed || m.Balance() != "700.00" {
		t.Fatalf("voided although the provider did the transfer: %s, wallet %s", got, m.Balance())
	}
	runStep(t, h, line.ID)
	if got := m.Line(line.ID).Status; got != statement.Success {
		t.Errorf("after the query the line is %s", got)
	}
	h.CheckInvariants()
}

func runStep(t *testing.T, h *servertest.Environment, id uuid.UUID) {
	t.Helper()
	if _, err := h.Games.Step(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

func TestTransfer_SuccessAfterARefusal_IsBookedAndClosesTheGameForTheMember(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	a.setBehaviour(func() behaviour { return refusesButDoes })
	line := transferMoney(m, "WALLET", first, 300).Want(http.StatusOK).Cash().Statement
	a.setBehaviour(func() behaviour { return succeeds })

	h.Clock.Advance(2 * time.Minute)
	for range 2 {
		if err := h.Games.RecheckRefusals(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.Clock.Advance(20 * time.Minute)
	}
	h.Clock.Advance(time.Hour)
	if err := h.Games.RecheckRefusals(t.Context()); err != nil {
		t.Fatal(err)
	}

	if m.Line(line.ID).Status != statement.Failed || m.Balance() != "1000.00" {
		t.Errorf("line %s, wallet %s", m.Line(line.ID).Status, m.Balance())
	}
	if n := h.Count(`select count(*) from transfer where debit_id = 14 and amount = 30000`); n != 1 {
		t.Errorf("%d booked against disputes", n)
	}
	h.CheckInvariants()
}

// spec 7.24, 8.14e, 8.14g, 8.14h, 8.14i, 9.7, D4.2b
func TestTransfer_NotPossible_ReturnsTheReason(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(1000))
	for _, slot := range []string{"circus", "slotracha", "imi"} {
		m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
	}

	for name, tc := range map[string]struct {
		from, to string
		baht     float64
		status   int
		code     string
	}{
		"a game that is not there":      {"WALLET", "nowhere", 10, 404, "NO_GAME"},
		"no account in the game":        {"WALLET", "joker2", 10, 409, "SLOT_NO_ACCOUNT"},
		"less than one baht":            {"WALLET", "circus", 0.99, 400, "TRANSFER_MINIMUM"},
		"the same game on both sides":   {"circus", "circus", 10, 400, "INVALID_USER_INFO"},
		"the wallet to itself":          {"WALLET", "WALLET", 10, 400, "INVALID_USER_INFO"},
		"more than the wallet":          {"WALLET", "circus", 1000.01, 409, "MONEY_NOT_ENOUGH"},
		"no whole unit into the game":   {"WALLET", "slotracha", 10.5, 400, "INVALID_USER_INFO"},
		"less than the provider's unit": {"WALLET", "imi", 15, 400, "INVALID_USER_INFO"},
		"the same, out of the game":     {"imi", "WALLET", 15, 400, "INVALID_USER_INFO"},
	} {
		if got := transferMoney(m, tc.from, tc.to, tc.baht); got.Status != tc.status || got.Code() != tc.code {
			t.Errorf("%s: %d %s", name, got.Status, got.Code())
		}
	}
	transferMoney(m, "WALLET", "imi", 20).Want(http.StatusOK)
	transferMoney(m, "WALLET", "circus", 1).Want(http.StatusOK)
	transferMoney(m, "WALLET", "slotracha", 20).Want(http.StatusOK)
	transferMoney(m, "slotracha", "WALLET", 10.5).Want(http.StatusOK) // whole units are required only for money into the game

	if n := h.Count(`select count(*) from game_transfer`); n != 4 || m.Balance() != "969.50" {
		t.Errorf("%d transfers, wallet %s", n, m.Balance())
	}
	h.CheckInvariants()
}

func TestTransfer_PausedGame_RefusesMoneyInAndAllowsMoneyOut(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(1000))
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	transferMoney(m, "WALLET", "circus", 100).Want(http.StatusOK)
	h.Exec(`update slot set paused_in = true where code = 'circus'`)

	transferMoney(m, "WALLET", "circus", 100).WantCode(http.StatusConflict, "GAME_PAUSED")
	transferMoney(m, "circus", "WALLET", 100).Want(http.StatusOK)

	if m.Balance() != "1000.00" {
		t.Errorf("the wallet has %s", m.Balance())
	}
}

// spec 7.25, D3.47, D3.89, D4.2b
func TestTransferAll_AmountIsNoWholeStep_RemainderStaysInTheWallet(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Satang(100_050))
	m.Call("POST", "/api/wallet/activate/slotracha", nil).Want(http.StatusOK)

	got := m.Call("POST", "/api/wallet/transferAll", map[string]string{"to": "slotracha"}).Want(http.StatusOK).Cash()
	none := m.Call("POST", "/api/wallet/transferAll", map[string]string{"to": "slotracha"})

	if got.Statement.Amount != money.Baht(1000) || m.Balance() != "0.50" || none.Code() != "MONEY_NOT_ENOUGH" {
		t.Errorf("%s moved, %s stays; then %s", got.Statement.Amount, m.Balance(), none.Code())
	}
	h.CheckInvariants()
}

// spec D4.3
func TestRefresh_OneProviderIsDown_KeepsItsLastBalanceAndRefreshesTheOthers(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(1000))
	for _, slot := range []string{"circus", "joker2"} {
		m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
		transferMoney(m, "WALLET", slot, 100).Want(http.StatusOK)
	}
	h.Control("POST", "/faults", map[string]any{"target": "game:circus:balance", "mode": "http500"}, nil)

	m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK)
	down := slotsOf(m)
	m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK)
	up := slotsOf(m)

	if !down["circus"].Stale || down["circus"].Amount != money.Baht(100) || down["joker2"].Stale {
		t.Errorf("while the provider is down: %+v", down["circus"])
	}
	if up["circus"].Stale {
		t.Error("the balance stays stale")
	}
}

// spec D4.3
func TestRefresh_SlowProviders_AreCalledInParallelForFiveSecondsEach(t *testing.T) {
	h, a, b, m := newWithTwoProviders(t)
	transferMoney(m, "WALLET", first, 300).Want(http.StatusOK)
	transferMoney(m, "WALLET", second, 200).Want(http.StatusOK)
	both, queries := make(chan struct{}), atomic.Int32{}
	beforeBalance := func(cancelled <-chan struct{}) { // responds only after both providers were asked
		if queries.Add(1) == 2 {
			close(both)
		}
		select {
		case <-both:
		case <-cancelled:
		}
	}
	a.setBeforeBalance(beforeBalance)
	b.setBeforeBalance(beforeBalance)

	m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK)

	if slots := slotsOf(m); slots[first].Stale || slots[second].Stale || games.BalanceTimeout != 5*time.Second {
		t.Errorf("%+v, %+v, asked for %s", slots[first], slots[second], games.BalanceTimeout)
	}
	h.CheckInvariants()
}

// spec 8.9g, 8.14d, 8.14f
func TestAccountCalls_ProviderRefusesOrDoesNotRespond_AccountStaysAsItWas(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	fault := func(action, mode string) {
		h.Control("POST", "/faults", map[string]any{"target": "game:circus:" + action, "mode": mode, "delayMs": 1}, nil)
	}
	fault("create", "error")
	m.Call("POST", "/api/wallet/activate/circus", nil).WantCode(http.StatusConflict, "SLOT_ACTIVATE_FAIL")
	fault("create", "timeout_after_commit")
	m.Call("POST", "/api/wallet/activate/circus", nil).WantCode(http.StatusServiceUnavailable, "GAME_ACTIVATION_FAIL")
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK) // the account exists there, and it is ours
	var before, after, tried games.Credentials
	m.Call("GET", "/api/wallet/account/circus", nil).Want(http.StatusOK).Into(&before)
	fault("password", "error")
	m.Call("POST", "/api/wallet/resetpassword/circus", nil).WantCode(http.StatusConflict, "SLOT_RESET_PASSWORD_FAIL")
	fault("password", "http500")
	m.Call("POST", "/api/wallet/resetpassword/circus", nil).WantCode(http.StatusServiceUnavailable, "SLOT_RESET_PASSWORD_FAIL")
	m.Call("GET", "/api/wallet/account/circus", nil).Want(http.StatusOK).Into(&after)

	m.Call("POST", "/api/wallet/resetpassword/circus", nil).Want(http.StatusOK).Into(&tried)

	if before.Password != after.Password {
		t.Errorf("a reset that failed changed %s to %s", before.Password, after.Password)
	}
	if tried.Password == before.Password {
		t.Error("the reset changed nothing")
	}
}

// spec D1.4
func TestCalls_OneMemberSendsMany_AreLimited(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	h.Games.Patience = 0
	a.setBehaviour(func() behaviour { return dropsBefore })
	refused := 0
	for range 14 {
		if got := transferMoney(m, "WALLET", first, 1); got.Status == http.StatusTooManyRequests && got.Header.Get("Retry-After") != "" {
			refused++
		}
	}
	calls := 0
	for range 70 {
		if m.Call("GET", "/api/wallet/refresh/slot", nil).Status == http.StatusTooManyRequests {
			calls++
		}
	}

	if refused != 4 || calls == 0 {
		t.Errorf("%d of 14 transfers refused, %d of 70 refreshes", refused, calls)
	}
	h.CheckInvariants()
}
