package games_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/signed"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// pushPlay pushes a play to the server as a slot's provider does, with amounts in baht.
func pushPlay(t testing.TB, h *servertest.Environment, slot, username, id string, at time.Time, bet, payout float64) {
	t.Helper()
	pushRevision(t, h, slot, username, id, 1, at, bet, payout)
}

// pushRevision reports a revision of a play.
func pushRevision(t testing.TB, h *servertest.Environment, slot, username, id string, revision int, at time.Time, bet, payout float64) {
	t.Helper()
	body, _ := json.Marshal(map[string]any{"plays": []any{map[string]any{
		"id": id, "revision": revision, "username": username, "at": at.UTC().Format(time.RFC3339), "bet": bet, "payout": payout, "valid": bet,
	}}})
	c := h.Guest()
	for name, values := range signed.Header("sandbox-key", time.Now(), body) {
		c = c.With(name, values[0])
	}
	c.Call("POST", "/webhook/games/"+slot, string(body)).Want(http.StatusOK)
}

// storeFeedRead stores that a slot's feed was read to its end at a given time.
func storeFeedRead(h *servertest.Environment, slot string, at time.Time) {
	h.Exec(`insert into game_feed (slot_code, since, marked_at, read_at) values ($1, $2::timestamptz - interval '1 day', $2, $2)
		on conflict (slot_code) do update set read_at = excluded.read_at`, slot, at)
}

// explainedSums returns the explained sum of a member in a slot, and the open sum.
func explainedSums(h *servertest.Environment, m *servertest.Client, slot string) (explained, open money.Satang) {
	return money.Satang(h.Count(`select explained from game_explained where member_id = $1 and slot_code = $2`, m.ID(), slot)),
		money.Satang(h.Count(`select open_sum from game_explained where member_id = $1 and slot_code = $2`, m.ID(), slot))
}

// newEnvironmentWithExplainedMoney returns a server, two providers, and a member with an account at both and 1,000 baht.
// No cashier has to approve the member's payouts.
func newEnvironmentWithExplainedMoney(t *testing.T) (h *servertest.Environment, a, b *fakeProvider, m *servertest.Client) {
	a, b = newFakeProvider(t), newFakeProvider(t)
	h = servertest.New(t, servertest.Game(first, a.URL), servertest.Game(second, b.URL))
	m = h.AddMember()
	m.Deposit(1000)
	m.ActivateGame(first)
	m.ActivateGame(second)
	return h, a, b, m
}

// waitReasons returns the reasons for which a withdrawal waits for approval.
func waitReasons(h *servertest.Environment, line statement.Line) string {
	var reasons []string
	_ = h.Pool.QueryRow(context.Background(), `select reasons from withdrawal where id = $1 and state = 'APPROVAL'`, line.ID).Scan(&reasons)
	return strings.Join(reasons, " ")
}

// spec D4.6, D4.7, D4.21
func TestPayout_ProviderPaysMoreThanItsPlaysExplain_WaitsForThePlays(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	name := fetchCredentials(m, first).Username
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	a.payAll(money.Baht(39_900))
	transferMoney(m, first, "WALLET", 40_000).Want(http.StatusOK)
	if m.Balance() != "40900.00" {
		t.Fatalf("the wallet holds %s", m.Balance())
	}

	held := m.Withdraw("a", 40_000).Want(http.StatusAccepted).Cash().Statement

	if explained, open := explainedSums(h, m, first); explained != -money.Baht(39_900) || open != money.Baht(39_900) {
		t.Errorf("explained %s, open %s", explained, open)
	}
	if waitReasons(h, held) != "UNEXPLAINED_WIN" || m.Detail(held.ID).WaitsFor != statement.ByGame {
		t.Errorf("the withdrawal waits with %q for %s", waitReasons(h, held), m.Detail(held.ID).WaitsFor)
	}
	pushPlay(t, h, first, name, "W", time.Now(), 100, 20_000) // explains a part of the sum
	h.RunJobs("withdrawal.explained")
	if waitReasons(h, held) == "" {
		t.Error("a part of the plays released the withdrawal")
	}
	pushPlay(t, h, first, name, "X", time.Now(), 0, 20_000)
	h.RunJobs("withdrawal.explained")
	if l := m.WaitFinal(held.ID, 50*time.Millisecond); l.Status != statement.Success {
		t.Errorf("in the end %+v", l)
	}
	h.CheckInvariants()
}

// spec D4.7
func TestPayout_UnexplainedSumStaysInTheWalletOrIsWithinTheBound_IsSent(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	a.payAll(money.Baht(6000))
	transferMoney(m, first, "WALLET", 1100).Want(http.StatusOK) // 1,000 more than is explained, exactly the bound

	within := m.Withdraw("a", 1900).Want(http.StatusOK).Cash().Statement
	transferMoney(m, first, "WALLET", 4000).Want(http.StatusOK)
	m.Deposit(1500)
	secondLine := m.Withdraw("b", 500).Want(http.StatusOK).Cash().Statement
	above := m.Withdraw("c", 200).Want(http.StatusAccepted).Cash().Statement

	if within.Status != statement.Success || secondLine.Status != statement.Success || waitReasons(h, above) != "UNEXPLAINED_WIN" {
		t.Errorf("%s, %s, and %q", within.Status, secondLine.Status, waitReasons(h, above))
	}
	m.Deposit(200) // now the wallet has the amount in addition to the sum
	h.RunJobs("withdrawal.explained")
	if l := m.WaitFinal(above.ID, 50*time.Millisecond); l.Status != statement.Success {
		t.Errorf("in the end %+v", l)
	}
	h.CheckInvariants()
}

// spec D4.8
func TestPayout_UnexplainedSumsOfASlotExceedItsBound_EachWithdrawalWaits(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	h.SetAmount("unexplainedSlot", "BAHT", 1500)
	other := h.AddMember()
	other.Deposit(1000)
	other.ActivateGame(first)
	for _, one := range []*servertest.Client{m, other} {
		transferMoney(one, "WALLET", first, 100).Want(http.StatusOK)
	}
	a.payAll(money.Baht(5000))

	transferMoney(m, first, "WALLET", 1000).Want(http.StatusOK) // 900 are unexplained
	alone := m.Withdraw("a", 1500).Want(http.StatusOK).Cash().Statement
	transferMoney(other, first, "WALLET", 900).Want(http.StatusOK) // 800 more
	second := other.Withdraw("b", 1500).Want(http.StatusAccepted).Cash().Statement
	rest := other.Withdraw("c", 100).Want(http.StatusAccepted).Cash().Statement

	if alone.Status != statement.Success || waitReasons(h, second) != "UNEXPLAINED_WIN" || waitReasons(h, rest) != "UNEXPLAINED_WIN" {
		t.Errorf("%s, %q, %q", alone.Status, waitReasons(h, second), waitReasons(h, rest))
	}
	h.CheckInvariants()
}

// spec D4.21
func TestTransferIn_Refused_ExplainsNothing(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	a.setBehaviour(func() behaviour { return refuses })

	transferMoney(m, "WALLET", first, 400).Want(http.StatusOK)

	if explained, open := explainedSums(h, m, first); explained != 0 || open != 0 || m.Balance() != "1000.00" {
		t.Errorf("explained %s, open %s, wallet %s", explained, open, m.Balance())
	}
	h.CheckInvariants()
}

// spec D4.6
func TestUnexplainedSum_MoreMoneyIn_StaysTheSame(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	a.payAll(money.Baht(5000))
	transferMoney(m, first, "WALLET", 5000).Want(http.StatusOK)

	transferMoney(m, "WALLET", first, 5500).Want(http.StatusOK)

	if explained, open := explainedSums(h, m, first); explained != money.Baht(5500) || open != money.Baht(4900) {
		t.Errorf("explained %s, open %s", explained, open)
	}
	h.CheckInvariants()
}

// Staked in an honest game, the sum would come back as an explained win.
func TestTransfer_UnexplainedSumIntoAnotherGame_IsRefused(t *testing.T) {
	h, a, b, m := newEnvironmentWithExplainedMoney(t)
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	a.payAll(money.Baht(7000))
	transferMoney(m, first, "WALLET", 5000).Want(http.StatusOK) // 4,900 of 5,900 are unexplained

	transferMoney(m, "WALLET", second, 1001).WantCode(http.StatusConflict, "UNEXPLAINED_WIN")
	m.Call("POST", "/api/wallet/transferAll", map[string]any{"to": second}).WantCode(http.StatusConflict, "UNEXPLAINED_WIN")
	secondLine := transferMoney(m, "WALLET", second, 1000).Want(http.StatusOK).Cash().Statement
	across := transferMoney(m, first, second, 2000).Want(http.StatusOK).Cash().Statement
	back := transferMoney(m, "WALLET", first, 6900).Want(http.StatusOK).Cash().Statement

	if secondLine.Status != statement.Success || back.Status != statement.Success {
		t.Errorf("a transfer that leaves the sum in the wallet: %+v; a transfer back into the slot: %+v", secondLine, back)
	}
	if across.Status != statement.Success || across.To != "WALLET" || across.Note != "UNEXPLAINED_WIN" {
		t.Errorf("between games: %+v", across)
	}
	if b.countDone() != 1 || m.Balance() != "0.00" {
		t.Errorf("the other game moved %d times, the wallet holds %s", b.countDone(), m.Balance())
	}
	h.CheckInvariants()
}

// spec D4.11
func TestBalance_AboveTheExplainedSum_IsNotStored(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	name := fetchCredentials(m, first).Username
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	refresh := func() (money.Satang, bool) {
		m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK)
		s := slotsOf(m)[first]
		return s.Amount, s.Stale
	}
	checkShown := func(when string, baht int64, stale bool) {
		t.Helper()
		if amount, isStale := refresh(); amount != money.Baht(baht) || isStale != stale {
			t.Errorf("%s: %s, stale %t", when, amount, isStale)
		}
	}
	storeFeedRead(h, first, h.Clock.Now())

	a.payAll(money.Baht(900))
	checkShown("a win below the bound", 1000, false)
	a.payAll(money.Baht(5000))
	checkShown("a win that its play explains within the lag", 6000, false)
	h.Clock.Advance(9 * time.Minute)
	storeFeedRead(h, first, h.Clock.Now())
	checkShown("nine minutes later", 6000, false)
	h.Clock.Advance(2 * time.Minute)
	checkShown("while the feed has stopped", 6000, false)
	storeFeedRead(h, first, h.Clock.Now())
	checkShown("later than the lag", 6000, true)
	a.payAll(money.Baht(1_000_000))
	checkShown("far above the slot's bound", 6000, true)
	pushPlay(t, h, first, name, "W", h.Clock.Now(), 0, 1_005_900)
	checkShown("after the play was reported", 1_006_000, false)
	h.CheckInvariants()
}

func TestBalance_NearLargestInteger_IsNotStored(t *testing.T) {
	h, _, _, m := newEnvironmentWithExplainedMoney(t)

	if servertest.Value[bool](h, `select is_believed($1, $2, 9000000000000000000, 100000, 2000000, now())`, m.ID(), first) {
		t.Error("the balance is believed")
	}
}

// spec D4.13
func TestExplained_AccountOlderThanTheTable_StartsAtItsBalance(t *testing.T) {
	h, a, _, m := newEnvironmentWithExplainedMoney(t)
	name := fetchCredentials(m, first).Username
	transferMoney(m, "WALLET", first, 100).Want(http.StatusOK)
	a.payAll(money.Baht(5000))
	began := time.Now().Add(-time.Hour)
	h.Exec(`update game_explained set since = $2, start = 510000 - moved_in, explained = 510000 where member_id = $1 and slot_code = $3`, m.ID(), began, first)

	pushPlay(t, h, first, name, "OLD", began.Add(-time.Minute), 3000, 200) // its stake was taken before the start, so it is not in the balance
	if explained, _ := explainedSums(h, m, first); explained != money.Baht(5300) {
		t.Errorf("explained %s", explained)
	}
	pushPlay(t, h, first, name, "NEW", began.Add(time.Minute), 300, 0)
	if explained, open := explainedSums(h, m, first); explained != money.Baht(5000) || open != 0 {
		t.Errorf("explained %s, open %s", explained, open)
	}
}
