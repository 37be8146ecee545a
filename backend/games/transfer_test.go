package games_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/games"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// The slots of the tests' own companies, of the generic form.
const (
	first  = "circus"
	second = "areaslot"
)

// two is a house with two companies, and a member with an account in both and 1,000
// baht in the wallet.
func two(t *testing.T) (h *servertest.House, a, b *company, m *servertest.Client) {
	a, b = newCompany(t), newCompany(t)
	h = servertest.New(t, servertest.Game(first, a.URL), servertest.Game(second, b.URL))
	m = h.Member()
	m.Give(money.Baht(1000))
	for _, slot := range []string{first, second} {
		m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
	}
	return h, a, b, m
}

func move(m *servertest.Client, from, to string, baht float64) servertest.Answer {
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

func TestMoneyGoesIntoAGameAcrossToAnotherAndBack(t *testing.T) {
	h, a, b, m := two(t)

	in := move(m, "WALLET", first, 300).Want(http.StatusOK).Cash()
	across := move(m, first, second, 200).Want(http.StatusOK).Cash()
	back := move(m, second, "WALLET", 150.5).Want(http.StatusOK).Cash()

	for i, got := range []wallet.Answer{in, across, back} {
		if got.Statement.Status != statement.Success || got.Statement.Type != statement.Transfer {
			t.Errorf("transfer %d: %+v", i+1, got.Statement)
		}
	}
	if across.Statement.From != first || across.Statement.To != second || in.Statement.To != first || back.Statement.To != "WALLET" {
		t.Errorf("their ends: %s to %s, %s to %s", across.Statement.From, across.Statement.To, back.Statement.From, back.Statement.To)
	}
	slots := slotsOf(m)
	if m.Balance() != "850.50" || slots[first].Amount != money.Baht(100) || slots[second].Amount.String() != "49.50" {
		t.Errorf("wallet %s, games %s and %s", m.Balance(), slots[first].Amount, slots[second].Amount)
	}
	if len(a.order) != 2 || len(b.order) != 2 {
		t.Errorf("the companies moved %d and %d times", len(a.order), len(b.order))
	}
	h.Sound()
}

func TestARepeatOfATransferIsToldHowItEndedAndMovesNothing(t *testing.T) {
	h, a, _, m := two(t)
	keyed := m.With("Idempotency-Key", "one")

	once := move(keyed, "WALLET", first, 300).Want(http.StatusOK)
	again := move(keyed, "WALLET", first, 300).Want(http.StatusOK)

	if once.Cash().Statement.ID != again.Cash().Statement.ID || m.Balance() != "700.00" || len(a.order) != 1 {
		t.Errorf("wallet %s, the company moved %d times", m.Balance(), len(a.order))
	}
	h.Sound()
}

func TestWhatTheCompanyRefusesIsInTheWalletAgainAndTheLineSaysSo(t *testing.T) {
	h, a, b, m := two(t)
	a.next = func() fate { return refuses }
	refused := move(m, "WALLET", first, 300).Want(http.StatusOK).Cash().Statement
	a.next = func() fate { return well }
	move(m, "WALLET", first, 300).Want(http.StatusOK)
	b.next = func() fate { return refuses }

	half := move(m, first, second, 100).Want(http.StatusOK).Cash().Statement
	short := move(m, first, "WALLET", 500).Want(http.StatusOK).Cash().Statement

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
	h.Sound()
}

func TestATransferWithoutAnAnswerIsAskedAboutAndMovesOnce(t *testing.T) {
	for name, way := range map[string]fate{"done, and no answer": dropsAfter, "done, and a page of HTML": garbles, "it takes time": takesTime} {
		t.Run(name, func(t *testing.T) {
			h, a, _, m := two(t)
			h.Games.Patience = 0
			a.next = func() fate { return way }

			line := move(m, "WALLET", first, 300).Want(http.StatusAccepted).Cash().Statement
			h.Wait("its end", func() bool {
				_, err := h.Games.Step(t.Context(), line.ID)
				return err == nil && m.Line(line.ID).Status == statement.Success
			})

			if m.Balance() != "700.00" || len(a.order) != 1 {
				t.Errorf("wallet %s, the company moved %d times", m.Balance(), len(a.order))
			}
			h.Sound()
		})
	}
}

func TestNotKnownIsBelievedAfterTheLongestAnswerOnlyAndTheSameIDIsSentAgain(t *testing.T) {
	h, a, _, m := two(t)
	h.Games.Patience = 0
	drops := true
	a.next = func() fate {
		if drops {
			return dropsBefore
		}
		return well
	}
	line := move(m, "WALLET", first, 300).Want(http.StatusAccepted).Cash().Statement
	h.Wait("the send", func() bool {
		return h.Count(`select count(*) from game_transfer where state = 'UNKNOWN'`) == 1
	})
	drops = false

	step(t, h, line.ID)
	early := len(a.order)
	h.Clock.Advance(61 * time.Second)
	step(t, h, line.ID)

	if _, done := a.done(line.ID.String()); early != 0 || !done || m.Line(line.ID).Status != statement.Success {
		t.Errorf("sent again early: %d times; done %v, line %s", early, done, m.Line(line.ID).Status)
	}
	h.Sound()
}

func step(t *testing.T, h *servertest.House, id uuid.UUID) {
	t.Helper()
	if _, err := h.Games.Step(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

func TestALateYesIsBookedAndClosesTheGameForItsMember(t *testing.T) {
	h, a, _, m := two(t)
	a.next = func() fate { return refusesDoes }
	line := move(m, "WALLET", first, 300).Want(http.StatusOK).Cash().Statement
	a.next = func() fate { return well }

	h.Clock.Advance(2 * time.Minute)
	for range 2 {
		if err := h.Games.LookAgain(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.Clock.Advance(20 * time.Minute)
	}
	h.Clock.Advance(time.Hour)
	if err := h.Games.LookAgain(t.Context()); err != nil {
		t.Fatal(err)
	}

	if m.Line(line.ID).Status != statement.Failed || m.Balance() != "1000.00" {
		t.Errorf("line %s, wallet %s", m.Line(line.ID).Status, m.Balance())
	}
	if n := h.Count(`select count(*) from transfer where debit_id = 14 and amount = 30000`); n != 1 {
		t.Errorf("%d booked against disputes", n)
	}
	h.Sound()
}
