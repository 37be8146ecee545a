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

// open answers a book and the wallet of a new member with the given balance.
func open(t testing.TB, pool *pgxpool.Pool, member int64, balance money.Satang) (*ledger.Book, ledger.AccountID) {
	t.Helper()
	book := ledger.New(pool)
	var id ledger.AccountID
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		var err error
		id, err = book.OpenTx(t.Context(), tx, member, ledger.BAHT)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if balance > 0 {
		if _, err := book.Post(t.Context(), deposit(id, balance)); err != nil {
			t.Fatal(err)
		}
	}
	return book, id
}

func deposit(to ledger.AccountID, amount money.Satang) ledger.Transfer {
	return ledger.Transfer{
		Key: uuid.New(), Kind: ledger.Deposit, Debit: ledger.BankIn.In(ledger.BAHT), Credit: to,
		Amount: amount, Currency: ledger.BAHT,
	}
}

func spend(from ledger.AccountID, amount money.Satang) ledger.Transfer {
	return ledger.Transfer{
		Key: uuid.New(), Kind: ledger.Hold, Debit: from, Credit: ledger.WithdrawalsPending.In(ledger.BAHT),
		Amount: amount, Currency: ledger.BAHT,
	}
}

func balanceOf(t testing.TB, pool *pgxpool.Pool, book *ledger.Book, member int64) money.Satang {
	t.Helper()
	w, err := book.Wallet(t.Context(), pool, member)
	if err != nil {
		t.Fatal(err)
	}
	return w.Balance
}

// sound fails the test when any invariant of the books is broken.
func sound(t testing.TB, book *ledger.Book) {
	t.Helper()
	findings, err := book.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Broken != 0 {
			t.Errorf("%s: %d", f.Invariant, f.Broken)
		}
	}
}

func TestARepeatedKeyAnswersTheFirstTransfer(t *testing.T) {
	pool := pgtest.New(t)
	book, wallet := open(t, pool, 1, money.Baht(100))
	all := spend(wallet, money.Baht(100))
	first, err := book.Post(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}

	again, err := book.Post(t.Context(), all)

	if err != nil || again.ID != first.ID {
		t.Fatalf("the repeat of a transfer that emptied the wallet got %d, %v", again.ID, err)
	}
	sound(t, book)
}

func TestAKeyWithOtherContentIsRefused(t *testing.T) {
	pool := pgtest.New(t)
	book, wallet := open(t, pool, 1, money.Baht(100))
	first := spend(wallet, money.Baht(10))
	if _, err := book.Post(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	first.Amount = money.Baht(11)

	_, err := book.Post(t.Context(), first)

	if !errors.Is(err, ledger.ErrKeyReused) || balanceOf(t, pool, book, 1) != money.Baht(90) {
		t.Fatalf("got %v, balance %s", err, balanceOf(t, pool, book, 1))
	}
}

// spec D3.2, P8.10
func TestABalanceNeverGoesBelowZero(t *testing.T) {
	pool := pgtest.New(t)
	book, wallet := open(t, pool, 1, money.Baht(100))

	_, err := book.Post(t.Context(), spend(wallet, money.Baht(100)+1))

	if !errors.Is(err, ledger.ErrNotEnough) || balanceOf(t, pool, book, 1) != money.Baht(100) {
		t.Fatalf("got %v, balance %s", err, balanceOf(t, pool, book, 1))
	}
}

func TestATransferMovesSomethingFromOneAccountToAnother(t *testing.T) {
	pool := pgtest.New(t)
	book, wallet := open(t, pool, 1, 0)
	toItself := spend(wallet, 1)
	toItself.Credit = wallet

	for name, transfer := range map[string]ledger.Transfer{
		"nothing": deposit(wallet, 0), "less than nothing": deposit(wallet, -1), "more than there is": deposit(wallet, money.Max+1), "to itself": toItself,
	} {
		if _, err := book.Post(t.Context(), transfer); !errors.Is(err, ledger.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, amount := range []money.Satang{1, money.Max} {
		if _, err := book.Post(t.Context(), deposit(wallet, amount)); err != nil {
			t.Errorf("%d: %v", amount, err)
		}
	}
	sound(t, book)
}

// spec D3.1
func TestATransferNeedsBothAccountsInItsCurrency(t *testing.T) {
	pool := pgtest.New(t)
	book, wallet := open(t, pool, 1, money.Baht(100))
	kip := spend(wallet, money.Baht(1))
	kip.Currency, kip.Credit = ledger.LAK, ledger.WithdrawalsPending.In(ledger.LAK)
	mixed := spend(wallet, money.Baht(1))
	mixed.Credit = ledger.WithdrawalsPending.In(ledger.LAK)
	nobody := deposit(987654321, money.Baht(1))

	for name, transfer := range map[string]ledger.Transfer{"wallet of another currency": kip, "house of another currency": mixed, "unknown account": nobody} {
		if _, err := book.Post(t.Context(), transfer); !errors.Is(err, ledger.ErrNoAccount) {
			t.Errorf("%s: %v", name, err)
		}
	}
	sound(t, book)
}

func TestAHoldIsSettledOrVoidedOnce(t *testing.T) {
	pool := pgtest.New(t)
	book, wallet := open(t, pool, 1, money.Baht(100))
	hold, err := book.Post(t.Context(), spend(wallet, money.Baht(60)))
	if err != nil {
		t.Fatal(err)
	}
	key := uuid.New()
	voided, err := book.Void(t.Context(), key, hold.ID)
	if err != nil {
		t.Fatal(err)
	}

	again, errAgain := book.Void(t.Context(), key, hold.ID)
	_, errSettle := book.Settle(t.Context(), uuid.New(), hold.ID, ledger.BankOut.In(ledger.BAHT))

	if errAgain != nil || again.ID != voided.ID {
		t.Errorf("the void's repeat got %d, %v", again.ID, errAgain)
	}
	if !errors.Is(errSettle, ledger.ErrResolved) {
		t.Errorf("settling a voided hold got %v", errSettle)
	}
	if got := balanceOf(t, pool, book, 1); got != money.Baht(100) {
		t.Errorf("balance %s", got)
	}
	sound(t, book)
}

// spec D3.1, P8.10
func TestTransfersAreAppendOnly(t *testing.T) {
	pool := pgtest.New(t)
	open(t, pool, 1, money.Baht(100))

	for _, act := range []string{"update transfer set amount = 1", "delete from transfer", "truncate transfer"} {
		if _, err := pool.Exec(t.Context(), act); err == nil {
			t.Errorf("%q was allowed", act)
		}
	}
}

func fold(t *testing.T, book *ledger.Book) int64 {
	t.Helper()
	n, err := book.Fold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestFoldingLosesNoTransferThatCommitsLate(t *testing.T) {
	pool := pgtest.New(t)
	book, wallet := open(t, pool, 1, 0)
	late, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = late.Rollback(t.Context()) }()
	if _, err := book.PostTx(t.Context(), late, deposit(wallet, money.Baht(7))); err != nil {
		t.Fatal(err)
	}
	_, other := open(t, pool, 2, money.Baht(5))
	folded := fold(t, book)
	if err := late.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := book.Post(t.Context(), deposit(other, money.Baht(1))); err != nil {
		t.Fatal(err)
	}

	// Other tests' transactions in the same cluster hold the fold up too.
	for range 600 {
		if folded += fold(t, book); folded >= 3 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}

	if folded != 3 {
		t.Fatalf("the folds took %d of 3 transfers", folded)
	}
	if got, err := book.HouseBalance(t.Context(), ledger.BankIn.In(ledger.BAHT)); err != nil || got != -money.Baht(13) {
		t.Fatalf("the bank stands at %s, %v", got, err)
	}
	sound(t, book)
}
