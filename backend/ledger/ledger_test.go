package ledger_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

// newLedger returns a Service and the wallet of a new member with the given balance.
func newLedger(t testing.TB, pool *pgxpool.Pool, member int64, balance money.Satang) (*ledger.Service, ledger.AccountID) {
	t.Helper()
	ledgerService := ledger.New(pool)
	var id ledger.AccountID
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		var err error
		id, err = ledgerService.OpenTx(t.Context(), tx, member, ledger.BAHT)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if balance > 0 {
		if _, err := post(t, pool, ledgerService, depositOf(id, balance)); err != nil {
			t.Fatal(err)
		}
	}
	return ledgerService, id
}

// post posts a transfer in its own transaction.
func post(t testing.TB, pool *pgxpool.Pool, ledgerService *ledger.Service, transfer ledger.Transfer) (posted ledger.Posted, err error) {
	t.Helper()
	err = inTx(t, pool, func(tx pgx.Tx) error {
		posted, err = ledgerService.PostTx(t.Context(), tx, transfer)
		return err
	})
	return posted, err
}

// inTx runs do in a transaction. A violated constraint is returned as the error of ledger.Refusal.
func inTx(t testing.TB, pool *pgxpool.Pool, do func(pgx.Tx) error) error {
	t.Helper()
	return ledger.Refusal(pg.InTx(t.Context(), pool, do))
}

func depositOf(to ledger.AccountID, amount money.Satang) ledger.Transfer {
	return ledger.Transfer{
		Key: uuid.New(), Kind: ledger.Deposit, Debit: ledger.BankIn.In(ledger.BAHT), Credit: to,
		Amount: amount, Currency: ledger.BAHT,
	}
}

func holdOf(from ledger.AccountID, amount money.Satang) ledger.Transfer {
	return ledger.Transfer{
		Key: uuid.New(), Kind: ledger.Hold, Debit: from, Credit: ledger.WithdrawalsPending.In(ledger.BAHT),
		Amount: amount, Currency: ledger.BAHT,
	}
}

func balanceOf(t testing.TB, pool *pgxpool.Pool, ledgerService *ledger.Service, member int64) money.Satang {
	t.Helper()
	w, err := ledgerService.Wallet(t.Context(), pool, member)
	if err != nil {
		t.Fatal(err)
	}
	return w.Balance
}

// checkInvariants fails the test if any invariant of the ledger is broken.
func checkInvariants(t testing.TB, ledgerService *ledger.Service) {
	t.Helper()
	findings, err := ledgerService.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Broken != 0 {
			t.Errorf("%s: %d", f.Invariant, f.Broken)
		}
	}
}

func TestPost_ReusedKey_ReturnsErrKeyReused(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(100))
	first := holdOf(wallet, money.Baht(10))
	if _, err := post(t, pool, ledgerService, first); err != nil {
		t.Fatal(err)
	}
	other := depositOf(wallet, money.Baht(10))
	other.Key = first.Key

	for name, again := range map[string]ledger.Transfer{"the same transfer": first, "another transfer": other} {
		if _, err := post(t, pool, ledgerService, again); !errors.Is(err, ledger.ErrKeyReused) {
			t.Errorf("%s: %v", name, err)
		}
	}

	if got := balanceOf(t, pool, ledgerService, 1); got != money.Baht(90) {
		t.Errorf("balance %s", got)
	}
	checkInvariants(t, ledgerService)
}

// spec D3.2, P8.10
func TestPost_MoreThanBalance_ReturnsErrNotEnough(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(100))

	_, err := post(t, pool, ledgerService, holdOf(wallet, money.Baht(100)+1))

	if !errors.Is(err, ledger.ErrNotEnough) || balanceOf(t, pool, ledgerService, 1) != money.Baht(100) {
		t.Fatalf("got %v, balance %s", err, balanceOf(t, pool, ledgerService, 1))
	}
}

func TestPost_InvalidAmountOrAccounts_ReturnsErrInvalid(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, 0)
	toItself := holdOf(wallet, 1)
	toItself.Credit = wallet

	for name, transfer := range map[string]ledger.Transfer{
		"nothing": depositOf(wallet, 0), "less than nothing": depositOf(wallet, -1), "more than the maximum": depositOf(wallet, money.Max+1), "to itself": toItself,
	} {
		if _, err := post(t, pool, ledgerService, transfer); !errors.Is(err, ledger.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, amount := range []money.Satang{1, money.Max} {
		if _, err := post(t, pool, ledgerService, depositOf(wallet, amount)); err != nil {
			t.Errorf("%d: %v", amount, err)
		}
	}
	checkInvariants(t, ledgerService)
}

// spec D3.1
func TestPost_AccountOfAnotherCurrency_ReturnsErrNoAccount(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(100))
	kip := holdOf(wallet, money.Baht(1))
	kip.Currency, kip.Credit = ledger.LAK, ledger.WithdrawalsPending.In(ledger.LAK)
	mixed := holdOf(wallet, money.Baht(1))
	mixed.Credit = ledger.WithdrawalsPending.In(ledger.LAK)
	from := depositOf(wallet, money.Baht(1))
	from.Debit = ledger.BankIn.In(ledger.LAK)
	unknownAccount := depositOf(987654321, money.Baht(1))

	for name, transfer := range map[string]ledger.Transfer{
		"wallet of another currency": kip, "to a house account of another currency": mixed, "from a house account of another currency": from, "unknown account": unknownAccount,
	} {
		if _, err := post(t, pool, ledgerService, transfer); !errors.Is(err, ledger.ErrNoAccount) {
			t.Errorf("%s: %v", name, err)
		}
	}
	checkInvariants(t, ledgerService)
}

func TestHold_AlreadyVoided_ReturnsErrResolved(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(100))
	hold, err := post(t, pool, ledgerService, holdOf(wallet, money.Baht(60)))
	if err != nil {
		t.Fatal(err)
	}
	void := func() error {
		return inTx(t, pool, func(tx pgx.Tx) error {
			_, err := ledgerService.VoidTx(t.Context(), tx, uuid.New(), hold.ID)
			return err
		})
	}
	settle := func() error {
		return inTx(t, pool, func(tx pgx.Tx) error {
			_, err := ledgerService.SettleTx(t.Context(), tx, uuid.New(), hold.ID, ledger.BankOut.In(ledger.BAHT))
			return err
		})
	}
	if err := void(); err != nil {
		t.Fatal(err)
	}

	for name, err := range map[string]error{"voiding": void(), "settling": settle()} {
		if !errors.Is(err, ledger.ErrResolved) {
			t.Errorf("%s a voided hold: %v", name, err)
		}
	}

	if got := balanceOf(t, pool, ledgerService, 1); got != money.Baht(100) {
		t.Errorf("balance %s", got)
	}
	checkInvariants(t, ledgerService)
}

// spec D3.1, P8.10
func TestTransfers_UpdateOrDelete_IsRejected(t *testing.T) {
	pool := pgtest.New(t)
	newLedger(t, pool, 1, money.Baht(100))

	for _, statement := range []string{"update transfer set amount = 1", "delete from transfer", "truncate transfer"} {
		if _, err := pool.Exec(t.Context(), statement); err == nil {
			t.Errorf("%q was allowed", statement)
		}
	}
}

func mustUpdateHouseBalances(t *testing.T, ledgerService *ledger.Service) int64 {
	t.Helper()
	n, err := ledgerService.UpdateHouseBalances(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestUpdateHouseBalances_TransferCommittedLate_IsAddedLater(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, 0)
	late, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = late.Rollback(t.Context()) }()
	if _, err := ledgerService.PostTx(t.Context(), late, depositOf(wallet, money.Baht(7))); err != nil {
		t.Fatal(err)
	}
	_, other := newLedger(t, pool, 2, money.Baht(5))
	added := mustUpdateHouseBalances(t, ledgerService)
	if err := late.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := post(t, pool, ledgerService, depositOf(other, money.Baht(1))); err != nil {
		t.Fatal(err)
	}

	// The loop is long because transactions of other tests in the same cluster delay the update.
	for range 600 {
		if added += mustUpdateHouseBalances(t, ledgerService); added >= 3 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}

	if added != 3 {
		t.Fatalf("the updates added %d of 3 transfers", added)
	}
	var bank money.Satang
	if err := pool.QueryRow(t.Context(), "select balance from account where id = $1", ledger.BankIn.In(ledger.BAHT)).Scan(&bank); err != nil || bank != -money.Baht(13) {
		t.Fatalf("the balance of BankIn is %s, %v", bank, err)
	}
	checkInvariants(t, ledgerService)
}
