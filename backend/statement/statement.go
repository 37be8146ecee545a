package statement

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/statement/internal/db"
)

// Type of a line.
type Type string

// Types of lines, as the wire names them.
const (
	Deposit     Type = "deposit"
	Bonus       Type = "bonus"
	FinishBonus Type = "finish_bonus"
	Withdraw    Type = "withdraw"
	Transfer    Type = "transfer"
)

// Status of a line. A PENDING line names a hold, or nothing while it only
// announces money, SUCCESS the final transfer, FAILED the void of its hold, or
// nothing.
type Status string

// Statuses of a line.
const (
	Pending Status = "PENDING"
	Success Status = "SUCCESS"
	Failed  Status = "FAILED"
)

// Link describes what a line came from.
type Link struct {
	Description string `json:"description"`
}

// Links of a line, at most one of them set.
type Links struct {
	Bonus     *Link `json:"bonus,omitempty"`
	Promotion *Link `json:"promotion,omitempty"`
	Invite    *Link `json:"invite,omitempty"`
	Refund    *Link `json:"refund,omitempty"`
	LuckyDraw *Link `json:"luckydraw,omitempty"`
}

// Line is one line, as stored and as the wire shows it. Amount is in
// hundredths inside and in the main unit on the wire.
type Line struct {
	ID        uuid.UUID    `json:"_id"`
	Type      Type         `json:"statementType" enum:"deposit,bonus,finish_bonus,withdraw,transfer"`
	Status    Status       `json:"status" enum:"PENDING,SUCCESS,FAILED"`
	FromPlace Place        `json:"fromPlace"`
	ToPlace   Place        `json:"toPlace"`
	From      string       `json:"from" doc:"The text of fromPlace."` // From and To are written by the Book
	To        string       `json:"to" doc:"The text of toPlace."`
	Amount    money.Satang `json:"amount"`
	Currency  string       `json:"currency"`
	Note      apperr.Code  `json:"note,omitempty" doc:"Why a line failed: a code of the catalogue."`
	CreatedAt time.Time    `json:"createdAt"`
	Version   int64        `json:"version" doc:"Grows with every change of the member's data."`
	CanCancel bool         `json:"canCancel" doc:"A withdrawal that was not sent yet."`
	Links
	// TransferID names the transfer or hold in the ledger.
	TransferID *int64 `json:"-"`
}

// Book reads and writes the lines.
type Book struct {
	pool *pgxpool.Pool
	now  clock.Clock
	// Owners are the domains that lines belong to, which know more of them.
	Owners []Owner
}

// New opens the history on a migrated database.
func New(pool *pgxpool.Pool, now clock.Clock) *Book { return &Book{pool: pool, now: now} }

// AddTx writes a line in the caller's transaction. It takes the member's next
// sync version, so it belongs last. The line's ID is made when it has none.
func (b *Book) AddTx(ctx context.Context, tx pgx.Tx, member int64, l Line) (Line, error) {
	l.name()
	links, err := json.Marshal(l.Links)
	if err != nil {
		return l, err
	}
	pg.Touch(tx, member)
	l.Version, err = db.New(tx).LineInsert(ctx, db.LineInsertParams{
		ID: l.ID, MemberID: member, Type: string(l.Type), Status: string(l.Status),
		FromKind: string(l.FromPlace.Kind), FromCode: l.FromPlace.Code, FromAccount: l.FromPlace.account,
		ToKind: string(l.ToPlace.Kind), ToCode: l.ToPlace.Code, ToAccount: l.ToPlace.account,
		Amount: l.Amount, Currency: l.Currency, Note: string(l.Note), Links: links, TransferID: l.TransferID, CanCancel: l.CanCancel, CreatedAt: l.CreatedAt,
	})
	return l, err
}

// name fills in a line's ID and the texts of its places.
func (l *Line) name() {
	if l.ID == uuid.Nil {
		l.ID = uuid.New()
	}
	l.From, l.To = l.FromPlace.Text(), l.ToPlace.Text()
}

// AddBatch is AddTx for a batch: the line is written when the batch is sent, and
// has its version by then. Its transfer is named by the key that it was posted
// under, so that both can be in one batch. Like the transfer, the line is written
// only if the guards allow it. The caller calls pg.Touch.
func (b *Book) AddBatch(batch *pgx.Batch, member int64, transfer uuid.UUID, l *Line) error {
	l.name()
	links, err := json.Marshal(l.Links)
	if err != nil {
		return err
	}
	batch.Queue(db.LineInsertOf, [16]byte(l.ID), member, string(l.Type), string(l.Status),
		string(l.FromPlace.Kind), l.FromPlace.Code, l.FromPlace.account, string(l.ToPlace.Kind), l.ToPlace.Code, l.ToPlace.account,
		int64(l.Amount), l.Currency, string(l.Note), links, l.CanCancel, l.CreatedAt, [16]byte(transfer)).
		QueryRow(func(row pgx.Row) error { return pg.MayBeNone(row.Scan(&l.Version)) })
	return nil
}

// Change is how a line in progress goes on.
type Change struct {
	Status Status
	// Event is what happened. Whoever leaves a line in progress names it; an end names
	// itself.
	Event Event
	Note  apperr.Code
	// TransferID names the final transfer of a success, or the void of a failure's
	// hold; nil for a failure that moved nothing.
	TransferID *int64
	// FromPlace, ToPlace and Amount replace what the line says, unless nil. A batch
	// has no ToPlace.
	FromPlace *Place
	ToPlace   *Place
	Amount    *money.Satang
	CanCancel bool
}

func (p *Place) parts() (kind, code, account *string) {
	if p == nil {
		return nil, nil, nil
	}
	return (*string)(&p.Kind), &p.Code, &p.account
}

// ErrSettled tells that a line is no longer in progress, or not the member's.
var ErrSettled = errors.New("statement: no such line in progress")

// ChangeTx changes a line in progress, in the caller's transaction, and takes
// the member's next sync version. ErrSettled if it is not in progress.
func (b *Book) ChangeTx(ctx context.Context, tx pgx.Tx, member int64, id uuid.UUID, c Change) (Line, error) {
	pg.Touch(tx, member)
	kind, code, account := c.FromPlace.parts()
	endKind, endCode, endAccount := c.ToPlace.parts()
	row, err := db.New(tx).LineChange(ctx, db.LineChangeParams{
		ID: id, MemberID: member, Status: string(c.Status), Note: string(c.Note), TransferID: c.TransferID,
		NewKind: kind, NewCode: code, NewAccount: account, EndKind: endKind, EndCode: endCode, EndAccount: endAccount, NewAmount: (*int64)(c.Amount), CanCancel: c.CanCancel,
		Event: string(c.event()), Now: b.now(),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return Line{}, ErrSettled
	}
	if err != nil {
		return Line{}, err
	}
	return fromRow(db.StatementLine(row))
}

// ChangeBatch is ChangeTx for a batch: l is the line as it became when the batch is
// sent. Its transfer is named by its key, as in AddBatch; uuid.Nil for none.
func (b *Book) ChangeBatch(batch *pgx.Batch, member int64, id, transfer uuid.UUID, c Change, l *Line) {
	kind, code, account := c.FromPlace.parts()
	batch.Queue(db.LineChangeOf, string(c.Status), string(c.Note), transfer, c.CanCancel, kind, code, account, (*int64)(c.Amount), id, member, string(c.event()), b.now()).
		Query(func(rows pgx.Rows) error {
			row, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[db.StatementLine])
			if errors.Is(err, pgx.ErrNoRows) {
				return ErrSettled
			}
			if err == nil {
				*l, err = fromRow(row)
			}
			return err
		})
}

// Line returns one of a member's lines; found is false if there is none.
func (b *Book) Line(ctx context.Context, q pg.DB, member int64, id uuid.UUID) (l Line, found bool, err error) {
	row, err := db.New(q).LineByID(ctx, db.LineByIDParams{ID: id, MemberID: member})
	if errors.Is(err, pgx.ErrNoRows) {
		return Line{}, false, nil
	}
	if err != nil {
		return Line{}, false, err
	}
	l, err = fromRow(row)
	return l, err == nil, err
}

// Since returns the lines that changed after a sync version, oldest change first.
func (b *Book) Since(ctx context.Context, q pg.DB, member, after int64, limit int) ([]Line, error) {
	rows, err := db.New(q).LinesSince(ctx, db.LinesSinceParams{MemberID: member, After: after, PageSize: int32(limit)})
	if err != nil {
		return nil, err
	}
	return fromRows(rows)
}

func fromRows(rows []db.StatementLine) ([]Line, error) {
	out := make([]Line, 0, len(rows))
	for _, r := range rows {
		l, err := fromRow(r)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

func fromRow(r db.StatementLine) (Line, error) {
	l := Line{
		ID: r.ID, Type: Type(r.Type), Status: Status(r.Status), Amount: r.Amount, Currency: r.Currency,
		FromPlace: placeOf(r.FromKind, r.FromCode, r.FromAccount), ToPlace: placeOf(r.ToKind, r.ToCode, r.ToAccount),
		Note: apperr.Code(r.Note), CreatedAt: r.CreatedAt.UTC(), Version: r.Version, CanCancel: r.CanCancel, TransferID: r.TransferID,
	}
	l.name()
	return l, json.Unmarshal(r.Links, &l.Links)
}
