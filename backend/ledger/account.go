package ledger

import (
	"context"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// Currency of an account and of all its transfers.
type Currency string

// The currencies of the house. LAK is the Laos variant's.
const (
	BAHT Currency = "BAHT"
	LAK  Currency = "LAK"
)

// AccountID names an account. Below 1000 it is the house's.
type AccountID int64

// House is a house account of each currency.
type House int64

// The house accounts, as the migrations seed them.
const (
	BankIn             House = 1 // members' bank transfers to us
	Adjustments        House = 2 // corrections by two people
	WithdrawalsPending House = 3 // suspense: held, not yet paid out
	BankOut            House = 4 // paid out
	ReturnsPending     House = 5 // suspense: money to give back
	Demo               House = 6 // where the demo seed's money comes from

	// The companies that money comes in by.
	QRKBank   House = 7
	QRWW      House = 8
	QRPaytimz House = 9
	QRPayoneX House = 10
	QRZPay    House = 11
	TrueMoney House = 12

	Returned House = 13 // given back to whom it came from
)

const firstMemberAccount = 1000

// In answers the house account of a currency.
func (h House) In(c Currency) AccountID {
	if c == LAK {
		return AccountID(h) + 500
	}
	return AccountID(h)
}

// IsHouse tells the house's accounts from members'.
func (id AccountID) IsHouse() bool { return id < firstMemberAccount }

// OpenTx opens a member's wallet in a currency; opening twice answers the same one.
func (b *Book) OpenTx(ctx context.Context, tx pgx.Tx, member int64, c Currency) (AccountID, error) {
	id, err := db.New(tx).AccountOpen(ctx, db.AccountOpenParams{Owner: member, Currency: string(c)})
	return AccountID(id), err
}

// knownMost bounds how many accounts a Book remembers: some megabytes.
const knownMost = 1 << 16

// known remembers which account is whose. That never changes.
type known struct {
	mu  sync.RWMutex
	ids map[owned]AccountID
}

type owned struct {
	member   int64
	currency Currency
}

// AccountOf answers which account a member's wallet is, or ErrNoAccount. It
// looks in the database only when this Book was never asked before, so it is
// not to be asked in a transaction that opens the account and may fail.
func (b *Book) AccountOf(ctx context.Context, q pg.DB, member int64, c Currency) (AccountID, error) {
	whose := owned{member, c}
	b.known.mu.RLock()
	id, ok := b.known.ids[whose]
	b.known.mu.RUnlock()
	if ok {
		return id, nil
	}
	w, err := b.Wallet(ctx, q, member, c)
	if err != nil {
		return 0, err
	}
	b.known.mu.Lock()
	defer b.known.mu.Unlock()
	if b.known.ids == nil || len(b.known.ids) >= knownMost {
		b.known.ids = map[owned]AccountID{} // rarely: the busy ones are soon there again
	}
	b.known.ids[whose] = w.ID
	return w.ID, nil
}

// Wallet is a member's account with its balance, in hundredths.
type Wallet struct {
	ID      AccountID
	Balance money.Satang
}

// Wallet answers a member's wallet, or ErrNoAccount. q is a pool or a transaction.
func (b *Book) Wallet(ctx context.Context, q pg.DB, member int64, c Currency) (Wallet, error) {
	row, err := db.New(q).AccountOfMember(ctx, db.AccountOfMemberParams{Owner: member, Currency: string(c)})
	if errors.Is(err, pgx.ErrNoRows) {
		return Wallet{}, ErrNoAccount
	}
	return Wallet{ID: AccountID(row.ID), Balance: row.Balance}, err
}

// HouseBalance answers a house account's balance, the unfolded transfers included.
func (b *Book) HouseBalance(ctx context.Context, id AccountID) (money.Satang, error) {
	balance, err := db.New(b.pool).HouseBalance(ctx, int64(id))
	return money.Satang(balance), err
}
