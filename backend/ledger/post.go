package ledger

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger/internal/db"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// The refusals of the ledger. After each of them nothing is stored.
var (
	ErrNotEnough = errors.New("ledger: not enough money")
	ErrNoAccount = errors.New("ledger: no such account in this currency")
	ErrKeyReused = errors.New("ledger: the key was used before")
	ErrResolved  = errors.New("ledger: the hold was settled or voided before")
	ErrNotAHold  = errors.New("ledger: no hold with that id")
	ErrInvalid   = errors.New("ledger: an amount above zero between two different accounts is needed")
)

// Kind is the reason why money moved.
type Kind string

// Kinds of transfers.
const (
	Deposit    Kind = "deposit"
	Hold       Kind = "hold"
	Settle     Kind = "settle"
	Void       Kind = "void"
	Adjustment Kind = "adjustment"
	DemoGrant  Kind = "demo"
	GameMove   Kind = "game"   // from a game to a wallet, or a correction of a provider's move
	Reward     Kind = "reward" // from its house account, or back to it
	CoinMove   Kind = "coin"
	Advance    Kind = "advance" // lent for a payout that our ledger had lost, or paid back
)

// Transfer is a transfer to post. Amount is in satang.
type Transfer struct {
	// Key makes the transfer happen once: posting a second transfer with the same key returns
	// ErrKeyReused. Keys are stored forever.
	Key           uuid.UUID
	Kind          Kind
	Debit, Credit AccountID
	Amount        money.Satang
	Currency      Currency
	resolves      *int64
}

// Posted is a posted transfer. DebitAfter and CreditAfter are set only for members' accounts.
type Posted struct {
	Transfer
	ID          int64
	DebitAfter  *money.Satang
	CreditAfter *money.Satang
	CreatedAt   time.Time
}

// Service is the ledger. Create it with New; the zero value is not usable.
type Service struct {
	pool  *pgxpool.Pool
	cache walletCache
}

// New returns the ledger of a migrated database.
func New(pool *pgxpool.Pool) *Service { return &Service{pool: pool} }

// PostTx moves money in the caller's transaction. A violation aborts the transaction; the caller rolls back,
// and gets the meaning from Refusal. A transfer that is not valid is ErrInvalid.
func (s *Service) PostTx(ctx context.Context, tx pgx.Tx, t Transfer) (Posted, error) {
	if !t.isValid() {
		return Posted{}, ErrInvalid
	}
	row, err := db.New(tx).PostTransfer(ctx, db.PostTransferParams{
		DebitID: int64(t.Debit), CreditID: int64(t.Credit), Amount: int64(t.Amount), Currency: string(t.Currency),
		Key: t.Key, Kind: string(t.Kind), ResolvesID: t.resolves,
	})
	if err != nil {
		return Posted{}, err
	}
	return Posted{Transfer: t, ID: row.ID, DebitAfter: row.DebitAfter, CreditAfter: row.CreditAfter, CreatedAt: row.CreatedAt}, nil
}

// PostBatch is PostTx for a batch: the money moves when the batch is sent, and posted is set then. If the
// transaction has a verdict, no money moves, and posted has only the transfer.
func (s *Service) PostBatch(batch *pgx.Batch, t Transfer, posted *Posted) error {
	if !t.isValid() {
		return ErrInvalid
	}
	*posted = Posted{Transfer: t}
	batch.Queue(db.PostTransfer, [16]byte(t.Key), string(t.Kind), int64(t.Debit), int64(t.Credit), int64(t.Amount), string(t.Currency), t.resolves).
		QueryRow(func(row pgx.Row) error {
			return pg.IgnoreNoRows(row.Scan(&posted.ID, &posted.DebitAfter, &posted.CreditAfter, &posted.CreatedAt))
		})
	return nil
}

func (t Transfer) isValid() bool { return t.Amount > 0 && t.Amount <= money.Max && t.Debit != t.Credit }

// Refusal returns the error of this package that a violation inside PostTx means, or err itself if it is no
// such violation. It makes no query: a key that was posted before is ErrKeyReused, whatever the content.
// Callers detect a repeat by a key of their own (wallet.RunCommand, web.Once) or by a row that they claimed.
func Refusal(err error) error {
	if refusal := errorOfConstraint(err); refusal != nil {
		return refusal
	}
	return err
}

// errorOfConstraint returns the error for a violated constraint, by the constraint's name, or nil.
func errorOfConstraint(err error) error {
	switch name := pg.ViolatedCheck(err) + pg.ViolatedUnique(err); name {
	case "":
		return nil
	case "account_not_below_floor":
		return ErrNotEnough
	case "transfer_member_account", "transfer_house_currency":
		return ErrNoAccount
	case "transfer_resolves_once":
		return ErrResolved
	case "transfer_key_once":
		return ErrKeyReused
	case "transfer_amount_positive", "transfer_two_accounts":
		return ErrInvalid
	default:
		return nil
	}
}

func postedOf(row db.Transfer) Posted {
	return Posted{
		Transfer: Transfer{
			Key: row.Key, Kind: Kind(row.Kind), Debit: AccountID(row.DebitID), Credit: AccountID(row.CreditID),
			Amount: row.Amount, Currency: Currency(row.Currency), resolves: row.ResolvesID,
		},
		ID: row.ID, DebitAfter: row.DebitAfter, CreditAfter: row.CreditAfter, CreatedAt: row.CreatedAt,
	}
}
