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

// Type is the type of a line.
type Type string

// Types of lines, as the wire names them.
const (
	Deposit     Type = "deposit"
	Bonus       Type = "bonus"
	FinishBonus Type = "finish_bonus"
	Withdraw    Type = "withdraw"
	Transfer    Type = "transfer"
)

// Status is the status of a line. A PENDING line names its hold; it names no transfer if no money has
// moved yet. A SUCCESS line names the final transfer. A FAILED line names the void of its hold, or no
// transfer.
type Status string

// Statuses of a line.
const (
	Pending Status = "PENDING"
	Success Status = "SUCCESS"
	Failed  Status = "FAILED"
)

// Link names the reward that a line came from.
type Link struct {
	Description string `json:"description"`
}

// Links are the rewards that a line may have come from. At most one is set.
type Links struct {
	Bonus     *Link `json:"bonus,omitempty"`
	Promotion *Link `json:"promotion,omitempty"`
	Invite    *Link `json:"invite,omitempty"`
	Refund    *Link `json:"refund,omitempty"`
	LuckyDraw *Link `json:"luckydraw,omitempty"`
}

// Line is a statement line, as stored and on the wire. Amount is in satang; on the wire it is in the main
// unit.
type Line struct {
	ID        uuid.UUID    `json:"_id"`
	Type      Type         `json:"statementType" enum:"deposit,bonus,finish_bonus,withdraw,transfer"`
	Status    Status       `json:"status" enum:"PENDING,SUCCESS,FAILED"`
	FromPlace Place        `json:"fromPlace"`
	ToPlace   Place        `json:"toPlace"`
	From      string       `json:"from" doc:"The text of fromPlace."` // From and To are written by the Service
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

// Service reads and writes the statement lines.
type Service struct {
	pool *pgxpool.Pool
	now  clock.Clock
	// LineOwners are the domains that own lines; they add to Detail.
	LineOwners []LineOwner
}

// New returns the statement of a migrated database.
func New(pool *pgxpool.Pool, now clock.Clock) *Service { return &Service{pool: pool, now: now} }

// AddTx writes a line in the caller's transaction, and returns it with its version. A line without an ID gets
// one. Call AddTx last: it increments the member's sync version, which blocks the member's sync until the
// commit.
func (s *Service) AddTx(ctx context.Context, tx pgx.Tx, member int64, l Line) (Line, error) {
	l.fillDerived()
	links, err := json.Marshal(l.Links)
	if err != nil {
		return l, err
	}
	pg.MarkChanged(tx, member)
	l.Version, err = db.New(tx).InsertLine(ctx, db.InsertLineParams{
		ID: l.ID, MemberID: member, Type: string(l.Type), Status: string(l.Status),
		FromKind: string(l.FromPlace.Kind), FromCode: l.FromPlace.Code, FromAccount: l.FromPlace.account,
		ToKind: string(l.ToPlace.Kind), ToCode: l.ToPlace.Code, ToAccount: l.ToPlace.account,
		Amount: l.Amount, Currency: l.Currency, Note: string(l.Note), Links: links, TransferID: l.TransferID, CanCancel: l.CanCancel, CreatedAt: l.CreatedAt,
	})
	return l, err
}

// fillDerived sets a missing ID and the texts of the places.
func (l *Line) fillDerived() {
	if l.ID == uuid.Nil {
		l.ID = uuid.New()
	}
	l.From, l.To = l.FromPlace.Text(), l.ToPlace.Text()
}

// AddBatch is AddTx for a batch: the line is written, and gets its version, when the batch is sent.
// transfer is the key of the line's ledger transfer, whose ID is not known before. The line is written
// only if the guards allow it, as the transfer is. The caller calls pg.MarkChanged.
func (s *Service) AddBatch(batch *pgx.Batch, member int64, transfer uuid.UUID, l *Line) error {
	l.fillDerived()
	links, err := json.Marshal(l.Links)
	if err != nil {
		return err
	}
	batch.Queue(db.InsertLineByKey, [16]byte(l.ID), member, string(l.Type), string(l.Status),
		string(l.FromPlace.Kind), l.FromPlace.Code, l.FromPlace.account, string(l.ToPlace.Kind), l.ToPlace.Code, l.ToPlace.account,
		int64(l.Amount), l.Currency, string(l.Note), links, l.CanCancel, l.CreatedAt, [16]byte(transfer)).
		QueryRow(func(row pgx.Row) error { return pg.IgnoreNoRows(row.Scan(&l.Version)) })
	return nil
}

// Change is a change of a PENDING line.
type Change struct {
	Status Status
	// Event is the event to store. It is required if the line stays PENDING. Otherwise it may be empty, and
	// follows from Status and Note.
	Event Event
	Note  apperr.Code
	// TransferID names the final transfer of a SUCCESS line, or the void of a FAILED line's hold. It
	// is nil for a failure without a hold.
	TransferID *int64
	// FromPlace, ToPlace and Amount replace the line's values, unless nil. ChangeBatch ignores ToPlace.
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

// ErrSettled means that the member has no such PENDING line.
var ErrSettled = errors.New("statement: no such line in progress")

// ChangeTx changes a PENDING line in the caller's transaction, and increments the member's sync
// version. It returns the changed line, or ErrSettled if the member has no such PENDING line.
func (s *Service) ChangeTx(ctx context.Context, tx pgx.Tx, member int64, id uuid.UUID, c Change) (Line, error) {
	pg.MarkChanged(tx, member)
	kind, code, account := c.FromPlace.parts()
	endKind, endCode, endAccount := c.ToPlace.parts()
	row, err := db.New(tx).ChangeLine(ctx, db.ChangeLineParams{
		ID: id, MemberID: member, Status: string(c.Status), Note: string(c.Note), TransferID: c.TransferID,
		NewKind: kind, NewCode: code, NewAccount: account, EndKind: endKind, EndCode: endCode, EndAccount: endAccount, NewAmount: (*int64)(c.Amount), CanCancel: c.CanCancel,
		Event: string(c.resultingEvent()), Now: s.now(),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return Line{}, ErrSettled
	}
	if err != nil {
		return Line{}, err
	}
	return fromRow(db.StatementLine(row))
}

// ChangeBatch is ChangeTx for a batch: l is set to the changed line when the batch is sent. transfer is the
// key of the line's transfer, as in AddBatch, or uuid.Nil for none.
func (s *Service) ChangeBatch(batch *pgx.Batch, member int64, id, transfer uuid.UUID, c Change, l *Line) {
	kind, code, account := c.FromPlace.parts()
	batch.Queue(db.ChangeLineByKey, string(c.Status), string(c.Note), transfer, c.CanCancel, kind, code, account, (*int64)(c.Amount), id, member, string(c.resultingEvent()), s.now()).
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

// FindLine returns one of a member's lines. found is false if the member has no line with this id.
func (s *Service) FindLine(ctx context.Context, q pg.DB, member int64, id uuid.UUID) (l Line, found bool, err error) {
	row, err := db.New(q).GetLine(ctx, db.GetLineParams{ID: id, MemberID: member})
	if errors.Is(err, pgx.ErrNoRows) {
		return Line{}, false, nil
	}
	if err != nil {
		return Line{}, false, err
	}
	l, err = fromRow(row)
	return l, err == nil, err
}

// LinesSince returns the lines that changed after a sync version: at most limit of them, the oldest change
// first.
func (s *Service) LinesSince(ctx context.Context, q pg.DB, member, after int64, limit int) ([]Line, error) {
	rows, err := db.New(q).ListLinesSince(ctx, db.ListLinesSinceParams{MemberID: member, After: after, PageSize: int32(limit)})
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
		FromPlace: storedPlace(r.FromKind, r.FromCode, r.FromAccount), ToPlace: storedPlace(r.ToKind, r.ToCode, r.ToAccount),
		Note: apperr.Code(r.Note), CreatedAt: r.CreatedAt.UTC(), Version: r.Version, CanCancel: r.CanCancel, TransferID: r.TransferID,
	}
	l.fillDerived()
	return l, json.Unmarshal(r.Links, &l.Links)
}
