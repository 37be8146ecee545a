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

// Currency is the currency of an account and of all its transfers.
type Currency string

// The currencies. LAK is for the Laos variant. An amount of COIN is in whole coins, not hundredths.
const (
	BAHT Currency = "BAHT"
	LAK  Currency = "LAK"
	COIN Currency = "COIN"
)

// WalletCurrencies are the currencies of members' wallets.
var WalletCurrencies = []Currency{BAHT, LAK}

// AccountID names an account. IDs below 1000 are house accounts.
type AccountID int64

// HouseAccount is the purpose of a house account, for example BankIn. Each purpose has one account per
// currency: see In.
type HouseAccount int64

// The house accounts, as the migrations create them. The value is the account's id for BAHT; the LAK
// account has the value + 500. The account's role is also set in the migrations. A house account that
// only one domain uses is declared in that domain.
const (
	BankIn             HouseAccount = 1 // members' bank transfers to us
	Adjustments        HouseAccount = 2 // corrections; two operators approve each
	WithdrawalsPending HouseAccount = 3 // suspense: held, not yet paid out
	BankOut            HouseAccount = 4 // paid out
	ReturnsPending     HouseAccount = 5 // suspense: money to return
	Demo               HouseAccount = 6 // source of the money that the demo seed gives to members

	// The sources of deposits through providers: one account per provider.
	QRKBank   HouseAccount = 7
	QRWW      HouseAccount = 8
	QRPaytimz HouseAccount = 9
	QRPayoneX HouseAccount = 10
	QRZPay    HouseAccount = 11
	TrueMoney HouseAccount = 12

	Returned HouseAccount = 13 // returned to its payer
	Disputes HouseAccount = 14 // money that game providers moved against their own response

	// The accounts that rewards are paid from, by kind.
	Bonuses    HouseAccount = 15
	Promotions HouseAccount = 16
	Invites    HouseAccount = 17
	Refunds    HouseAccount = 18
	LuckyDraws HouseAccount = 19
	CoinMint   HouseAccount = 20 // coins; of the currency COIN only

	Claims HouseAccount = 21 // amounts that members owe after payouts that our ledger lost (package wallet, Advances)
)

const firstMemberAccount = 1000

// In returns the ID of the house account in a currency.
func (h HouseAccount) In(c Currency) AccountID {
	if c == LAK {
		return AccountID(h) + 500
	}
	return AccountID(h)
}

// IsHouseAccount returns whether the account is a house account.
func (id AccountID) IsHouseAccount() bool { return id < firstMemberAccount }

// OpenTx opens a member's wallet in a currency. If the wallet exists, OpenTx returns its ID.
func (s *Service) OpenTx(ctx context.Context, tx pgx.Tx, member int64, c Currency) (AccountID, error) {
	id, err := db.New(tx).OpenAccount(ctx, db.OpenAccountParams{Owner: member, Currency: string(c)})
	return AccountID(id), err
}

// OpenPointsTx returns a member's points account of a kind and currency, with its balance. If there is
// none, OpenPointsTx opens it. A points account has the amount that the member may claim but has not
// received in the wallet yet: coins, refunds. The caller holds the wallet's lock.
func (s *Service) OpenPointsTx(ctx context.Context, tx pgx.Tx, member int64, kind string, c Currency) (Wallet, error) {
	row, err := db.New(tx).OpenPointsAccount(ctx, db.OpenPointsAccountParams{Owner: member, Kind: kind, Currency: string(c)})
	return Wallet{ID: AccountID(row.ID), Currency: c, Balance: row.Balance}, err
}

// PointsBalance returns the balance of a points account, or 0 if there is none. q is a pool or a transaction.
func (s *Service) PointsBalance(ctx context.Context, q pg.DB, member int64, kind string, c Currency) (money.Satang, error) {
	sum, err := db.New(q).SumPoints(ctx, db.SumPointsParams{Owner: member, Kind: kind, Currency: string(c)})
	return money.Satang(sum), err
}

// Wallet is a member's account with its balance in satang. A member has one.
type Wallet struct {
	ID       AccountID
	Currency Currency
	Balance  money.Satang
}

// Wallet returns a member's wallet, or ErrNoAccount. q is a pool or a transaction.
func (s *Service) Wallet(ctx context.Context, q pg.DB, member int64) (Wallet, error) {
	row, err := db.New(q).GetWallet(ctx, member)
	return walletOf(db.LockWalletRow(row), err)
}

// maxCachedWallets is the maximum number of wallets that a Service caches: some megabytes.
const maxCachedWallets = 1 << 16

// walletCache caches each member's account and its currency. Both never change.
type walletCache struct {
	mu      sync.RWMutex
	wallets map[int64]Wallet
}

// AccountOf returns a member's wallet without its balance, or ErrNoAccount. It queries the database
// only for a member that this Service has not seen yet. Do not call it in the transaction that opens the
// account. If that transaction fails, the Service would cache an account that does not exist.
func (s *Service) AccountOf(ctx context.Context, q pg.DB, member int64) (Wallet, error) {
	s.cache.mu.RLock()
	w, ok := s.cache.wallets[member]
	s.cache.mu.RUnlock()
	if ok {
		return w, nil
	}
	w, err := s.Wallet(ctx, q, member)
	if err != nil {
		return Wallet{}, err
	}
	w.Balance = 0
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	if s.cache.wallets == nil || len(s.cache.wallets) >= maxCachedWallets {
		s.cache.wallets = map[int64]Wallet{} // happens rarely; active members soon fill the map again
	}
	s.cache.wallets[member] = w
	return w, nil
}

// LockBatch is LockTx for a batch. It sets w when the batch is sent; the batch returns ErrNoAccount for a
// member without a wallet.
func (s *Service) LockBatch(batch *pgx.Batch, member int64, w *Wallet) {
	batch.Queue(db.LockWallet, member).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&w.ID, &w.Currency, &w.Balance)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNoAccount
		}
		return err
	})
}

// BalanceSufficesGuard returns a guard that forbids taking an amount from a member's wallet if the balance is
// lower. Its code is MONEY_NOT_ENOUGH.
func (s *Service) BalanceSufficesGuard(member int64, amount money.Satang) pg.Guard {
	return pg.Guard{Query: db.GuardEnough, Args: []any{member, int64(amount)}}
}

// ErrBalanceChanged is the Stale error of the guard BalanceUnchangedGuard.
var ErrBalanceChanged = errors.New("ledger: the wallet has another balance now")

// BalanceUnchangedGuard returns a guard for a command that was computed from the wallet's balance. The
// guard returns ErrBalanceChanged if the balance is a different one now.
func (s *Service) BalanceUnchangedGuard(member int64, balance money.Satang) pg.Guard {
	return pg.Guard{Query: db.GuardBalance, Args: []any{member, int64(balance)}, Stale: ErrBalanceChanged}
}

// LockTx returns a member's wallet, and locks the member's money until the transaction ends. Every
// transaction that moves this money, or changes what may move, acquires this lock before any other row of the
// member. So of two concurrent transactions, the second sees what the first wrote.
func (s *Service) LockTx(ctx context.Context, tx pgx.Tx, member int64) (Wallet, error) {
	return walletOf(db.New(tx).LockWallet(ctx, member))
}

func walletOf(row db.LockWalletRow, err error) (Wallet, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return Wallet{}, ErrNoAccount
	}
	return Wallet{ID: AccountID(row.ID), Currency: Currency(row.Currency), Balance: row.Balance}, err
}
