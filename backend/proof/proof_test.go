package proof_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// newProven returns a server with two members and a stored proof. Each member has a deposit, a game transfer and a
// withdrawal.
func newProven(t *testing.T) (h *servertest.Environment, first, second *servertest.Client) {
	t.Helper()
	t.Parallel()
	h = servertest.New(t)
	first, second = h.AddMember(), h.AddMember()
	for _, m := range []*servertest.Client{first, second} {
		m.WaitSlip(m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 1000})).ClientID)
		m.ActivateGame("joker2")
		m.MakeGameTransfer("WALLET", "joker2", 200)
		payout := m.Withdraw("proven", 100).Want(http.StatusOK).Cash().Statement
		m.WaitFinal(payout.ID, 50*time.Millisecond)
	}
	// A transaction of another test on the same cluster may have begun before the transfers, and may still be open.
	h.WaitUntil("a proof of all transfers", func() bool {
		h.CheckInvariants()
		return h.Count("select count(*) from transfer where tx >= (select tx_below from ledger_proof)") == 0
	})
	return h, first, second
}

const houseBalances = "house balances that are not the sum of their legs"

// lineTampered changes the amount of a member's line.
const lineTampered = "update statement_line set amount = amount + 1 where member_id = $1 and type = 'withdraw'"

// tamper changes rows as the owner of the tables can: without triggers.
func tamper(h *servertest.Environment, statement string, args ...any) {
	h.InTx(func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local session_replication_role = replica"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
}

// tamperTx is tamper in the transaction of the check. It fails the test if no row was changed.
func tamperTx(t *testing.T, tx pgx.Tx, statement string, args ...any) {
	t.Helper()
	if _, err := tx.Exec(t.Context(), "set local session_replication_role = replica"); err != nil {
		t.Fatal(err)
	}
	if tag, err := tx.Exec(t.Context(), statement, args...); err != nil || tag.RowsAffected() == 0 {
		t.Fatalf("%s: changed %d rows, %v", statement, tag.RowsAffected(), err)
	}
}

// rollingBack calls do in a transaction as of a check, and rolls it back.
func rollingBack(t *testing.T, h *servertest.Environment, do func(pgx.Tx)) {
	t.Helper()
	tx, err := h.Pool.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	do(tx)
}

func brokenTx(t *testing.T, tx pgx.Tx, check func(context.Context, pgx.Tx) ([]ledger.Finding, error)) map[string]int64 {
	t.Helper()
	return broken(t, func(ctx context.Context) ([]ledger.Finding, error) { return check(ctx, tx) })
}

// broken returns the counts that are not 0, by invariant.
func broken(t *testing.T, check func(context.Context) ([]ledger.Finding, error)) map[string]int64 {
	t.Helper()
	findings, err := check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int64{}
	for _, f := range findings {
		if f.Broken != 0 {
			out[f.Invariant] = f.Broken
		}
	}
	return out
}

func TestCheckChanged_NewDepositsPayoutsGameTransfersAndCoins_FindsNothing(t *testing.T) {
	h, first, second := newProven(t)
	first.Deposit(500)
	first.MakeGameTransfer("joker2", "WALLET", 50)
	first.Withdraw("later", 150).Want(http.StatusOK)
	first.CreditGift(money.Baht(20))
	second.GiveCoins(3)

	if found := broken(t, h.Proof().CheckChanged); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// Each row is changed after the proof, and the change is rolled back after the check. The member's later deposit makes
// the check read the member's rows.
func TestCheckChanged_RowsOfAChangedMemberTampered_CountsThem(t *testing.T) {
	h, first, _ := newProven(t)
	first.Deposit(500)
	for name, statement := range map[string]string{
		"a balance":                "update account set balance = balance + 5 where owner = $1 and role = 'wallet'",
		"a running balance":        "update transfer set debit_after = debit_after + 1 where debit_id = (select id from account where owner = $1 and role = 'wallet')",
		"a line's amount":          lineTampered,
		"a line that is gone":      "delete from statement_line where member_id = $1 and type = 'withdraw'",
		"a slip's amount":          "update slip set amount = amount + 1 where member_id = $1 and status = 'SUCCESS'",
		"a payout without a hold":  "update withdrawal set hold_id = hold_id + 100000 where member_id = $1",
		"a withdrawal that's gone": "delete from withdrawal where member_id = $1",
		"a game transfer's amount": "update game_transfer set amount = amount + 1 where member_id = $1",
		"a call that is gone":      "delete from game_leg where transfer_id in (select id from game_transfer where member_id = $1)",
		"explained sums":           "update game_explained set moved_in = moved_in + 1 where member_id = $1",
		"coins of no deposit":      "update coin_flow set net = net + 1 where member_id = $1",
	} {
		rollingBack(t, h, func(tx pgx.Tx) {
			tamperTx(t, tx, statement, first.ID())

			if found := brokenTx(t, tx, h.Proof().CheckChangedTx); len(found) == 0 {
				t.Errorf("%s: found nothing", name)
			}
		})
	}
}

func TestCheckChanged_AfterAWholeCheckOnItsConnection_ReadsTheCopies(t *testing.T) {
	h, _, second := newProven(t)
	conn, err := h.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	run := func(check func(context.Context, pgx.Tx) ([]ledger.Finding, error)) (found map[string]int64) {
		err := pgx.BeginTxFunc(t.Context(), conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
			found = brokenTx(t, tx, check)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	run(h.Proof().CheckChangedTx) // from now on, the connection has a schema for temporary tables
	tamper(h, lineTampered, second.ID())
	if found := run(h.Proof().CheckAllTx); len(found) == 0 {
		t.Fatal("the whole check found nothing")
	}

	if found := run(h.Proof().CheckChangedTx); len(found) != 0 {
		t.Errorf("the unchanged member's rows were read: %v", found)
	}
}

func TestCheckChanged_Findings_StoreNoProof(t *testing.T) {
	h, first, _ := newProven(t)
	first.Deposit(500)
	tamper(h, lineTampered, first.ID())
	const proven = "select (extract(epoch from proven_at) * 1000000)::bigint from ledger_proof"
	before := h.Count(proven)

	if found := broken(t, h.Proof().CheckChanged); len(found) == 0 {
		t.Error("found nothing")
	}

	if h.Count(proven) != before {
		t.Error("a check with findings was stored as a proof")
	}
	tamper(h, "update statement_line set amount = amount - 1 where member_id = $1 and type = 'withdraw'", first.ID())
	if found := broken(t, h.Proof().CheckChanged); len(found) != 0 || h.Count(proven) == before {
		t.Errorf("mended, found %v, or stored no proof", found)
	}
}

// A transfer between games moves money between house accounts only: its member has no new transfer.
func TestCheckChanged_NewTransferBetweenGames_FindsNothing(t *testing.T) {
	h, first, _ := newProven(t)
	first.ActivateGame("areaslot")

	first.MakeGameTransfer("joker2", "areaslot", 30)

	if found := broken(t, h.Proof().CheckChanged); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

func TestCheckChanged_HouseBalanceTampered_CountsItWithoutAChangedMember(t *testing.T) {
	h, _, _ := newProven(t)

	tamper(h, "update account set balance = balance + 5 where kind = 'bank_in' and currency = 'BAHT'")

	if found := broken(t, h.Proof().CheckChanged); found[houseBalances] != 1 {
		t.Errorf("found %v", found)
	}
}

func TestCheckChanged_NewTransferOfHouseAccountsOnly_IsChecked(t *testing.T) {
	h, _, _ := newProven(t)

	tamper(h, "insert into transfer (key, kind, debit_id, credit_id, amount, currency) select gen_random_uuid(), 'deposit', 1, house, 5, 'BAHT' from slot where code = 'joker2'")

	if found := broken(t, h.Proof().CheckChanged); len(found) != 1 {
		t.Errorf("found %v", found)
	}
}

func TestCheckChanged_MemberWithoutNewTransfers_IsLeftToTheWholeCheck(t *testing.T) {
	h, first, second := newProven(t)
	first.Deposit(500)

	tamper(h, lineTampered, second.ID())

	if found := broken(t, h.Proof().CheckChanged); len(found) != 0 {
		t.Errorf("the changed members' rows have %v", found)
	}
	if found := broken(t, h.Proof().CheckAll); len(found) == 0 {
		t.Error("the whole check found nothing")
	}
}

func TestCheckChanged_NoProofYet_ChecksAllRows(t *testing.T) {
	h, first, _ := newProven(t)
	h.Exec("delete from ledger_proof")

	tamper(h, lineTampered, first.ID())

	if found := broken(t, h.Proof().CheckChanged); len(found) == 0 {
		t.Error("found nothing")
	}
}

func TestCheckChanged_TransactionOpenDuringTheProof_IsCheckedByTheNext(t *testing.T) {
	h, first, _ := newProven(t)
	open, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = open.Rollback(context.Background()) }()
	// The id of the transaction is lower than those of later ones, which the next proof contains.
	for _, statement := range []string{
		"set local session_replication_role = replica",
		"insert into transfer (key, kind, debit_id, credit_id, amount, currency) select gen_random_uuid(), 'deposit', 1, house, 5, 'BAHT' from slot where code = 'joker2'",
	} {
		if _, err := open.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	first.Deposit(500)
	if found := broken(t, h.Proof().CheckAll); len(found) != 0 {
		t.Fatalf("before the commit: %v", found)
	}

	if err := open.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}

	// Only the calls of the game contradict the transfer. The balances of house accounts since the proof contain it.
	if found := broken(t, h.Proof().CheckChanged); len(found) != 1 || found[houseBalances] != 0 {
		t.Errorf("found %v", found)
	}
}
