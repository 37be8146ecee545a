package home_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games"
	"krapao/backend/home"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

func syncMember(c *servertest.Client, t *testing.T, cursor string) home.Changes {
	t.Helper()
	var out home.Changes
	c.Call("GET", "/api/sync?cursor="+cursor, nil).Want(http.StatusOK).Into(&out)
	return out
}

// depositTx deposits an amount and its statement line in tx.
func depositTx(t *testing.T, h *servertest.Environment, tx pgx.Tx, member int64, amount money.Satang) {
	t.Helper()
	ctx := context.Background()
	wallet, err := h.Ledger.Wallet(ctx, tx, member)
	if err != nil {
		t.Fatal(err)
	}
	posted, err := h.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: uuid.New(), Kind: ledger.Deposit, Debit: ledger.BankIn.In(ledger.BAHT), Credit: wallet.ID, Amount: amount, Currency: ledger.BAHT,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Server.Statement.AddTx(ctx, tx, member, statement.Line{
		Type: statement.Deposit, Status: statement.Success, FromPlace: statement.AccountPlace("KTB", ""), ToPlace: statement.PlaceOf(statement.Wallet), Amount: amount, Currency: "BAHT",
		TransferID: &posted.ID, CreatedAt: clock.Clock(h.Clock.Now)(),
	})
	if err != nil {
		t.Fatal(err)
	}
}

// spec D7.3
func TestSync_CommitsOutOfOrder_SkipsNoLine(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	id := m.ID()
	// The first transaction adds its transfer and statement line, and does not commit yet.
	slow, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.Rollback(context.Background()) }()
	depositTx(t, h, slow, id, money.Baht(1))
	// The second transaction starts later and could commit first.
	done := make(chan error, 1)
	go func() {
		done <- pg.InTx(context.Background(), h.Pool, func(tx pgx.Tx) error { depositTx(t, h, tx, id, money.Baht(2)); return nil })
	}()
	h.WaitUntil("the second transaction waiting for the first one's lock, or committed", func() bool { return len(done) > 0 || pgtest.HasWaiter(t, h.Pool) })
	meanwhile := syncMember(m, t, "")
	if err := slow.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}

	after := syncMember(m, t, meanwhile.Cursor)

	if got := len(meanwhile.Statements) + len(after.Statements); got != 2 {
		t.Fatalf("%d of 2 lines arrived", got)
	}
	if again := syncMember(m, t, after.Cursor); len(again.Statements) != 0 || again.Cursor != after.Cursor {
		t.Errorf("nothing changed, and yet %+v", again)
	}
}

func TestSync_ConcurrentWriters_ReturnsEachLineOnce(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	id := m.ID()
	const writers, each = 4, 25
	done := make(chan struct{})
	for range writers {
		go func() {
			for range each {
				_ = pg.InTx(context.Background(), h.Pool, func(tx pgx.Tx) error { depositTx(t, h, tx, id, money.Baht(1)); return nil })
			}
			done <- struct{}{}
		}()
	}
	seen := map[uuid.UUID]int{}
	cursor, left := "", writers
	readAll := func() {
		for more := true; more; {
			c := syncMember(m, t, cursor)
			for _, l := range c.Statements {
				seen[l.ID]++
			}
			cursor, more = c.Cursor, c.More
		}
	}
	for left > 0 {
		readAll()
		select {
		case <-done:
			left--
		default:
		}
	}
	readAll()

	if len(seen) != writers*each {
		t.Errorf("%d of %d lines arrived", len(seen), writers*each)
	}
	for line, n := range seen {
		if n != 1 {
			t.Errorf("line %s arrived %d times", line, n)
		}
	}
}

// spec D7.1, D7.10
func TestSync_ManyChanges_ReturnsPages(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	id := m.ID()
	for range 450 {
		if err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error { depositTx(t, h, tx, id, money.Baht(1)); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	first := syncMember(m, t, "")
	second := syncMember(m, t, first.Cursor)
	third := syncMember(m, t, second.Cursor)

	if !first.More || !second.More || third.More || len(first.Statements)+len(second.Statements)+len(third.Statements) != 450 {
		t.Fatalf("%d %t, %d %t, %d %t", len(first.Statements), first.More, len(second.Statements), second.More, len(third.Statements), third.More)
	}
}

// spec D7.4a, D7.4b
func TestSync_OtherEpoch_ResetsAndReturnsEverything(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	before := syncMember(m, t, "")
	if _, err := h.Pool.Exec(t.Context(), `update sync_epoch set epoch = 'restored'`); err != nil {
		t.Fatal(err)
	}

	after := syncMember(m, t, before.Cursor)
	ahead := syncMember(m, t, "restored.999999")

	version := servertest.Value[int64](h, `select version from member_version where member_id = $1`, m.ID())
	if !strings.HasPrefix(after.Cursor+".", fmt.Sprintf("restored.%d.", version)) || epochOf(before.Cursor) == "restored" {
		t.Errorf("at version %d the cursor was %q, and is %q", version, before.Cursor, after.Cursor)
	}
	if !before.Reset || !after.Reset || after.Profile == nil || !ahead.Reset {
		t.Fatalf("before %t, after %t, ahead %t", before.Reset, after.Reset, ahead.Reset)
	}
	m.Call("GET", "/api/sync?cursor=nonsense", nil).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
}

// spec D7.1, D7.9
func TestSync_AfterChanges_ReturnsOnlyChangedData(t *testing.T) {
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	start := syncMember(m, t, "")
	other.SubmitSlip(other.Transfer(servertest.Transfer{Amount: 10}))
	quiet := syncMember(m, t, start.Cursor)
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 20}))
	m.Call("PUT", "/api/account/profile", map[string]string{"name": "ใหม่"}).Want(http.StatusOK)
	if _, err := h.Pool.Exec(t.Context(), `update source set th = 'เพื่อน' where code = 'FRIEND'`); err != nil {
		t.Fatal(err)
	}

	busy := syncMember(m, t, quiet.Cursor)

	if quiet.Profile != nil || len(quiet.Slips)+len(quiet.Statements) != 0 {
		t.Errorf("another member's changes arrived: %+v", quiet)
	}
	if busy.Profile == nil || busy.Profile.Name != "ใหม่" || len(busy.Slips) != 1 || len(busy.Statements) != 1 || busy.Wallet.Amount != money.Baht(20) {
		t.Errorf("own changes: %+v", busy)
	}
	if len(quiet.Lookups) != 0 {
		t.Errorf("lookups that the cursor knows: %v", quiet.Lookups)
	}
	if busy.Lookups["sources"] == start.Lookups["sources"] || busy.Lookups["banks"] != start.Lookups["banks"] {
		t.Errorf("lookups before %v, after %v", start.Lookups, busy.Lookups)
	}
}

// spec D7.1, D7.3, D7.9
func TestSync_SlipChangedState_ReturnsItWithNewerVersion(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	transfer := m.Transfer(servertest.Transfer{Amount: 100})
	h.Fault("slip", "http500", "", 1000, 0)
	id := uuid.New()
	m.Upload(id, time.Time{}, m.Picture(transfer.Slip.JPG)).Want(http.StatusAccepted)
	uploaded := syncMember(m, t, "")
	h.WaitForScheduledCheck()
	h.Clock.Advance(31 * time.Minute)
	h.RunDelayedJobs()
	m.WaitSlip(id)
	waiting := syncMember(m, t, uploaded.Cursor)
	h.AddOperator("cashier").Call("POST", "/api/operator/items/SLIP/"+id.String()+"/settle", map[string]any{"amount": 100}).Want(http.StatusOK)

	settled := syncMember(m, t, waiting.Cursor)

	if len(uploaded.Slips) != 1 || len(waiting.Slips) != 1 || len(settled.Slips) != 1 {
		t.Fatalf("%+v, then %+v, then %+v", uploaded.Slips, waiting.Slips, settled.Slips)
	}
	first, second, third := uploaded.Slips[0], waiting.Slips[0], settled.Slips[0]
	if first.Review || !second.Review || third.Status != "SUCCESS" || third.ClientID != id {
		t.Errorf("%+v, then %+v, then %+v", first, second, third)
	}
	if first.Version <= 0 || second.Version <= first.Version || third.Version <= second.Version {
		t.Errorf("versions %d, %d, %d", first.Version, second.Version, third.Version)
	}
}

// spec D7.3
func TestSync_ProviderReportsOtherBalance_ReturnsGames(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(100))
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	version := func() int64 { return h.Count(`select version from game_account where member_id = $1`, m.ID()) }
	opened := version()
	m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "circus", "amount": 40}).Want(http.StatusOK)
	moved := version()
	var account games.Credentials
	m.Call("GET", "/api/wallet/account/circus", nil).Want(http.StatusOK).Into(&account)
	before := syncMember(m, t, "")

	// Neither change is a transfer, whose statement line would add the games anyway.
	h.Control("POST", "/games/circus/play", map[string]any{"username": account.Username, "bet": 30, "payout": 0}, nil)
	m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK)
	lost := syncMember(m, t, before.Cursor)
	h.Fault("game:circus", "http500", "", 1000, 0)
	h.Clock.Advance(time.Minute)
	m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK)
	unavailable := syncMember(m, t, lost.Cursor)

	if moved <= opened {
		t.Errorf("version %d when the account was opened, %d with money", opened, moved)
	}
	if got := circusSlot(lost); got == nil || got.Amount != money.Baht(10) || got.Stale || len(lost.Statements) != 0 {
		t.Errorf("after a loss: %+v", got)
	}
	if got := circusSlot(unavailable); got == nil || !got.Stale {
		t.Errorf("while the provider does not respond: %+v", got)
	}
}

func circusSlot(c home.Changes) *games.Slot {
	for i := range c.Slots {
		if c.Slots[i].Code == "circus" {
			return &c.Slots[i]
		}
	}
	return nil
}

// spec D7.2a
func TestSync_GameAccountChanged_ReturnsGames(t *testing.T) {
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	m.CreditWallet(money.Baht(100))
	start := syncMember(m, t, "")
	other.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	quiet := syncMember(m, t, start.Cursor)
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	opened := syncMember(m, t, quiet.Cursor)
	m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "circus", "amount": 40}).Want(http.StatusOK)

	moved := syncMember(m, t, opened.Cursor)

	if len(start.Slots) == 0 || len(quiet.Slots) != 0 {
		t.Errorf("%d games at first, %d while nothing changed", len(start.Slots), len(quiet.Slots))
	}
	for amount, changes := range map[money.Satang]home.Changes{0: opened, money.Baht(40): moved} {
		if len(changes.Slots) != len(start.Slots) {
			t.Errorf("%d games with %s in one", len(changes.Slots), amount)
		}
		for _, s := range changes.Slots {
			if s.IsActive != (s.Code == "circus") || s.IsActive && s.Amount != amount {
				t.Errorf("%+v", s)
			}
		}
	}
}

// spec 1.5
func TestLoad_SignedIn_ReturnsEachPart(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(25))
	var load map[string]any
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&load)

	for _, part := range []string{"profile", "bankAccount", "wallet", "invite", "slots"} {
		if load[part] == nil {
			t.Errorf("%s is missing", part)
		}
	}
	if wallet, _ := load["wallet"].(map[string]any); wallet["amount"] != 25.0 || wallet["currency"] != "BAHT" {
		t.Errorf("the wallet is %v", wallet)
	}
}

// The server checks for a promotion every few seconds,
// and a phone may sync before that.
// spec D7.6
func TestSync_DatabasePromoted_ResetsBeforeCursorIsRead(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	before := syncMember(m, t, "")
	h.Exec("update sync_epoch set timeline = timeline - 1") // as a promoted standby sees it

	after := syncMember(m, t, before.Cursor)
	settled := syncMember(m, t, after.Cursor)

	if !after.Reset || after.Profile == nil || epochOf(after.Cursor) == epochOf(before.Cursor) {
		t.Errorf("after the promotion: reset %t, from %s to %s", after.Reset, before.Cursor, after.Cursor)
	}
	if settled.Reset || settled.Cursor != after.Cursor {
		t.Errorf("reset twice: %s, then %s", after.Cursor, settled.Cursor)
	}
	if n := h.Count("select count(*) from payout_wait where since is not null"); n != 1 {
		t.Errorf("%d pauses of payouts", n)
	}
}

func epochOf(cursor string) string {
	epoch, _, _ := strings.Cut(cursor, ".")
	return epoch
}
