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

// The currencies of the house. LAK is the Laos variant's. An amount of COIN is whole
// coins, not hundredths.
const (
	BAHT Currency = "BAHT"
	LAK  Currency = "LAK"
	COIN Currency = "COIN"
)

// WalletCurrencies are the currencies of members' wallets.
var WalletCurrencies = []Currency{BAHT, LAK}

// AccountID names an account. Below 1000 it is the house's.
type AccountID int64

// House is a house account of each currency.
type House int64

// The house accounts, as the migrations open them: each as n for BAHT and n + 500
// for LAK, with a role. A domain that alone books on one names it itself.
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
	Disputes House = 14 // what game companies did beside their word

	// Where rewards come from, by their kind.
	Bonuses    House = 15
	Promotions House = 16
	Invites    House = 17
	Refunds    House = 18
	LuckyDraws House = 19
	CoinMint   House = 20 // coins; of the currency COIN only

	Claims House = 21 // what members owe for payouts that our book had lost (package wallet)
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

// PointsTx answers a member's account of the role points of a kind and currency, with
// its balance, and opens it where there is none. What lies in it is a claim that is not
// in the wallet: coins, refunds. The caller holds the wallet's lock.
func (b *Book) PointsTx(ctx context.Context, tx pgx.Tx, member int64, kind string, c Currency) (Wallet, error) {
	row, err := db.New(tx).PointsOpen(ctx, db.PointsOpenParams{Owner: member, Kind: kind, Currency: string(c)})
	return Wallet{ID: AccountID(row.ID), Currency: c, Balance: row.Balance}, err
}

// Points answers what lies in such an account; 0 where there is none. q is a pool or a
// transaction.
func (b *Book) Points(ctx context.Context, q pg.DB, member int64, kind string, c Currency) (money.Satang, error) {
	sum, err := db.New(q).PointsOf(ctx, db.PointsOfParams{Owner: member, Kind: kind, Currency: string(c)})
	return money.Satang(sum), err
}

// Wallet is a member's account with its balance, in hundredths. A member has one.
type Wallet struct {
	ID       AccountID
	Currency Currency
	Balance  money.Satang
}

// Wallet answers a member's wallet, or ErrNoAccount. q is a pool or a transaction.
func (b *Book) Wallet(ctx context.Context, q pg.DB, member int64) (Wallet, error) {
	row, err := db.New(q).WalletOf(ctx, member)
	return walletOf(db.WalletLockRow(row), err)
}

// knownMost bounds how many wallets a Book remembers: some megabytes.
const knownMost = 1 << 16

// known remembers which account is a member's, and of which currency. That never
// changes.
type known struct {
	mu      sync.RWMutex
	wallets map[int64]Wallet
}

// AccountOf answers a member's wallet without its balance, or ErrNoAccount. It
// looks in the database only when this Book was never asked before, so it is
// not to be asked in a transaction that opens the account and may fail.
func (b *Book) AccountOf(ctx context.Context, q pg.DB, member int64) (Wallet, error) {
	b.known.mu.RLock()
	w, ok := b.known.wallets[member]
	b.known.mu.RUnlock()
	if ok {
		return w, nil
	}
	w, err := b.Wallet(ctx, q, member)
	if err != nil {
		return Wallet{}, err
	}
	w.Balance = 0
	b.known.mu.Lock()
	defer b.known.mu.Unlock()
	if b.known.wallets == nil || len(b.known.wallets) >= knownMost {
		b.known.wallets = map[int64]Wallet{} // rarely: the busy ones are soon there again
	}
	b.known.wallets[member] = w
	return w, nil
}

// LockBatch is LockTx for a batch; w is set when the batch is sent. A member
// without a wallet leaves it empty.
func (b *Book) LockBatch(batch *pgx.Batch, member int64, w *Wallet) {
	batch.Queue(db.WalletLock, member).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&w.ID, &w.Currency, &w.Balance)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNoAccount
		}
		return err
	})
}

// Enough guards an amount that is to leave a member's wallet: MONEY_NOT_ENOUGH.
func (b *Book) Enough(member int64, amount money.Satang) pg.Guard {
	return pg.Guard{Query: db.GuardEnough, Args: []any{member, int64(amount)}}
}

// ErrBalanceChanged is what Still finds.
var ErrBalanceChanged = errors.New("ledger: the wallet has another balance by now")

// Still guards what was reckoned from a wallet's balance: ErrBalanceChanged where it is
// another one by now.
func (b *Book) Still(member int64, balance money.Satang) pg.Guard {
	return pg.Guard{Query: db.GuardBalance, Args: []any{member, int64(balance)}, Stale: ErrBalanceChanged}
}

// LockTx is Wallet, and keeps everybody else from the member's money until the
// transaction ends. Whoever moves it, or changes what may move, takes this lock
// before any other row of the member: so one of two at once sees what the other did.
func (b *Book) LockTx(ctx context.Context, tx pgx.Tx, member int64) (Wallet, error) {
	return walletOf(db.New(tx).WalletLock(ctx, member))
}

func walletOf(row db.WalletLockRow, err error) (Wallet, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return Wallet{}, ErrNoAccount
	}
	return Wallet{ID: AccountID(row.ID), Currency: Currency(row.Currency), Balance: row.Balance}, err
}
