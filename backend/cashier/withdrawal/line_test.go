package withdrawal_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"krapao/backend/statement"
)

func eventsOf(d statement.Detail) []statement.Event {
	events := make([]statement.Event, 0, len(d.Events))
	for _, e := range d.Events {
		events = append(events, e.Event)
	}
	return events
}

func TestDetail_WithdrawalSent_WaitsForBankThenForCashier(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	m := memberWithMoney(h, 1000)
	h.Fault("payout", "http500", "", 10_000, 0)
	line := m.Withdraw("k1", 400).Want(http.StatusAccepted).Cash().Statement
	h.WaitUntil("the send", func() bool { return countSends(h) == 1 })

	before := m.Detail(line.ID)
	h.Clock.Advance(31 * time.Minute)
	after := m.Detail(line.ID)

	if before.WaitsFor != statement.ByBank || after.WaitsFor != statement.ByCashier {
		t.Errorf("waits for %q, then %q", before.WaitsFor, after.WaitsFor)
	}
	if got := eventsOf(after); !slices.Equal(got, []statement.Event{statement.Asked, statement.Sent}) {
		t.Errorf("%v", got)
	}
}

func TestDetail_GameHangs_WaitsForGame(t *testing.T) {
	h, m := memberWithMoneyInGames(t)

	line := withdrawWhileGameHangs(h, m)

	if d := m.Detail(line.ID); d.WaitsFor != statement.ByGame || !slices.Equal(eventsOf(d), []statement.Event{statement.Asked}) {
		t.Errorf("%+v", d)
	}
}

func TestDetail_WithdrawAll_ShowsGatheredBeforeSent(t *testing.T) {
	_, m := memberWithMoneyInGames(t)

	line := m.WaitFinal(withdrawAll(m, "a", 600).Cash().Statement.ID, 0)

	want := []statement.Event{statement.Asked, statement.Gathered, statement.Sent, statement.Done}
	if d := m.Detail(line.ID); d.WaitsFor != "" || !slices.Equal(eventsOf(d), want) {
		t.Errorf("%v", eventsOf(d))
	}
}
