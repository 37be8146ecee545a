package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger/internal/db"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// The refusals of the ledger. Each leaves no trace.
var (
	ErrNotEnough = errors.New("ledger: not enough money")
	ErrNoAccount = errors.New("ledger: no such account in this currency")
	ErrKeyReused = errors.New("ledger: the key was used for another transfer")
	ErrResolved  = errors.New("ledger: the hold was settled or voided before")
	ErrNotAHold  = errors.New("ledger: no open hold of that id")
	ErrInvalid   = errors.New("ledger: an amount above zero between two different accounts is needed")
)

// Kind says why money moved.
type Kind string

// Kinds of transfers.
const (
	Deposit    Kind = "deposit"
	Hold       Kind = "hold"
	Settle     Kind = "settle"
	Void       Kind = "void"
	Adjustment Kind = "adjustment"
	DemoGrant  Kind = "demo"
)

// Transfer is what a caller wants moved. Amount is in hundredths.
type Transfer struct {
	// Key makes a repeat harmless: the same key with the same content answers
	// the first one's Posted. Keys are kept for ever.
	Key           uuid.UUID
	Kind          Kind
	Debit, Credit AccountID
	Amount        money.Satang
	Currency      Currency
	resolves      *int64
}

// Posted is a transfer that happened. The balances after it are set for
// members' accounts only.
type Posted struct {
	Transfer
	ID          int64
	DebitAfter  *money.Satang
	CreditAfter *money.Satang
	CreatedAt   time.Time
}

// Book is the ledger. Its zero value is of no use; see New.
type Book struct {
	pool  *pgxpool.Pool
	known known
}

// New opens the ledger on a migrated database.
func New(pool *pgxpool.Pool) *Book { return &Book{pool: pool} }

// Post moves money in a transaction of its own. Each of with runs in it after
// the transfer: a statement line, an outbox row. It answers ErrNotEnough,
// ErrNoAccount, ErrKeyReused or ErrInvalid, or the first one's answer when the
// key was posted before (then with does not run again).
func (b *Book) Post(ctx context.Context, t Transfer, with ...func(pgx.Tx, Posted) error) (Posted, error) {
	var posted Posted
	var err error
	if len(with) == 0 {
		// One statement is a transaction by itself: no begin, no commit to wait for.
		err = pg.Again(ctx, func() error { posted, err = b.move(ctx, b.pool, t); return err })
	} else {
		err = pg.InTx(ctx, b.pool, func(tx pgx.Tx) error {
			if posted, err = b.move(ctx, tx, t); err != nil {
				return err
			}
			for _, do := range with {
				if err := do(tx, posted); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return b.Explain(ctx, t, err)
	}
	return posted, nil
}

// PostTx moves money in the caller's transaction. On a violation that
// transaction is dead: roll back, and ask Explain what it was.
func (b *Book) PostTx(ctx context.Context, tx pgx.Tx, t Transfer) (Posted, error) {
	return b.move(ctx, tx, t)
}

// PostBatch is PostTx for a batch: the transfer is moved when the batch is sent,
// and posted is set by then; it is empty where the transaction's verdict is
// against it.
func (b *Book) PostBatch(batch *pgx.Batch, t Transfer, posted *Posted) error {
	if !t.valid() {
		return ErrInvalid
	}
	*posted = Posted{Transfer: t}
	batch.Queue(db.TransferPost, [16]byte(t.Key), string(t.Kind), int64(t.Debit), int64(t.Credit), int64(t.Amount), string(t.Currency), t.resolves).
		QueryRow(func(row pgx.Row) error {
			return pg.MayBeNone(row.Scan(&posted.ID, &posted.DebitAfter, &posted.CreditAfter, &posted.CreatedAt))
		})
	return nil
}

func (t Transfer) valid() bool { return t.Amount > 0 && t.Amount <= money.Max && t.Debit != t.Credit }

func (b *Book) move(ctx context.Context, q pg.DB, t Transfer) (Posted, error) {
	if !t.valid() {
		return Posted{}, ErrInvalid
	}
	row, err := db.New(q).TransferPost(ctx, db.TransferPostParams{
		DebitID: int64(t.Debit), CreditID: int64(t.Credit), Amount: int64(t.Amount), Currency: string(t.Currency),
		Key: t.Key, Kind: string(t.Kind), ResolvesID: t.resolves,
	})
	if err != nil {
		return Posted{}, err
	}
	return Posted{Transfer: t, ID: row.ID, DebitAfter: row.DebitAfter, CreditAfter: row.CreditAfter, CreatedAt: row.CreatedAt}, nil
}

// Explain tells what a violation inside PostTx meant, after the rollback: the
// first one's Posted if the key had been posted with the same content, else
// one of this package's errors. An err that is no violation of the ledger's
// comes back as it is.
func (b *Book) Explain(ctx context.Context, t Transfer, err error) (Posted, error) {
	verdict := meaning(err)
	if verdict == nil {
		return Posted{}, err
	}
	row, lookup := db.New(b.pool).TransferByKey(ctx, t.Key)
	switch {
	case errors.Is(lookup, pgx.ErrNoRows):
		return Posted{}, verdict
	case lookup != nil:
		return Posted{}, lookup
	}
	first := fromRow(row)
	if !first.same(t) {
		return Posted{}, ErrKeyReused
	}
	return first, nil
}

// Refusal answers which of this package's errors a violation inside PostTx was,
// or err itself where it was none. Unlike Explain it looks nothing up, so a
// transaction that made sure of its key by itself (web.Once) can ask it
// without a second connection; of a key posted before it knows ErrKeyReused only.
func Refusal(err error) error {
	if verdict := meaning(err); verdict != nil {
		return verdict
	}
	return err
}

// meaning translates a violated constraint, by its name.
func meaning(err error) error {
	switch name := pg.CheckViolation(err) + pg.UniqueViolation(err); name {
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

// same tells whether a kept transfer is what t asks for.
func (p Posted) same(t Transfer) bool {
	sameHold := (p.resolves == nil) == (t.resolves == nil) && (p.resolves == nil || *p.resolves == *t.resolves)
	return sameHold && p.Kind == t.Kind && p.Debit == t.Debit && p.Credit == t.Credit && p.Amount == t.Amount && p.Currency == t.Currency
}

func fromRow(row db.Transfer) Posted {
	return Posted{
		Transfer: Transfer{
			Key: row.Key, Kind: Kind(row.Kind), Debit: AccountID(row.DebitID), Credit: AccountID(row.CreditID),
			Amount: row.Amount, Currency: Currency(row.Currency), resolves: row.ResolvesID,
		},
		ID: row.ID, DebitAfter: row.DebitAfter, CreditAfter: row.CreditAfter, CreatedAt: row.CreatedAt,
	}
}

// ByKey answers the transfer posted under a key; found is false if there is none.
func (b *Book) ByKey(ctx context.Context, q pg.DB, key uuid.UUID) (p Posted, found bool, err error) {
	row, err := db.New(q).TransferByKey(ctx, key)
	if errors.Is(err, pgx.ErrNoRows) {
		return Posted{}, false, nil
	}
	if err != nil {
		return Posted{}, false, fmt.Errorf("ledger: look a key up: %w", err)
	}
	return fromRow(row), true, nil
}
