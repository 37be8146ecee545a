package cashier

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/push"
	"krapao/backend/statement"
)

// Way is how money reached us.
type Way string

// The ways in.
const (
	WaySlip Way = "slip"
	WayFeed Way = "feed"
	WayQR   Way = "qr"
	WayGift Way = "gift"
)

// Incoming is money that reached us from outside for a member.
type Incoming struct {
	Member Member
	// Key is the ledger's: one for each outside payment, for ever.
	Key uuid.UUID
	// House is where the outside's side is booked.
	House  ledger.House
	Amount money.Satang
	// From names the payer as the member reads it: "KTB xxx4821".
	From string
	Way  Way
	// Reference is the outside's own name for the payment.
	Reference string
	// Line is a line in progress that this completes; zero makes a new one.
	Line uuid.UUID
	// NewLine names the line that is made then; zero makes up a name.
	NewLine uuid.UUID
	// By is the cashier who decided, if one did.
	By *int64
}

// Received is what became of money that came.
type Received struct {
	// TransferID is the credit, or the hold until it is given back.
	TransferID int64
	Line       statement.Line
	// Held says that the member was not credited.
	Held bool
}

// TakeTx credits money that came, or, where the member may not have it (beyond
// a limit that they set, or no longer active), holds it until a cashier has
// given it back. Line, push and sync version are written in the same
// transaction. The caller has made sure that the payment is taken once: a
// second TakeTx with the same Key is a violation that ends the transaction.
func (s *Service) TakeTx(ctx context.Context, tx pgx.Tx, in Incoming) (Received, error) {
	why, err := s.refusedTx(ctx, tx, in.Member, in.Amount)
	if err != nil {
		return Received{}, err
	}
	if why != nil {
		return s.holdTx(ctx, tx, in, why.Code)
	}
	wallet, err := s.Book.Wallet(ctx, tx, in.Member.ID, in.Member.Currency)
	if err != nil {
		return Received{}, err
	}
	posted, err := s.Book.PostTx(ctx, tx, ledger.Transfer{
		Key: in.Key, Kind: ledger.Deposit, Debit: in.House.In(in.Member.Currency), Credit: wallet.ID, Amount: in.Amount, Currency: in.Member.Currency,
	})
	if err != nil {
		return Received{}, fmt.Errorf("cashier: credit %s %s: %w", in.Way, in.Reference, err)
	}
	if err := db.New(tx).DayAdd(ctx, db.DayAddParams{MemberID: in.Member.ID, Day: DayOf(s.Clock()), Deposited: int64(in.Amount)}); err != nil {
		return Received{}, err
	}
	if err := s.notify(ctx, tx, in, push.DepositCredited); err != nil {
		return Received{}, err
	}
	line, err := s.lineTx(ctx, tx, in, statement.Change{Status: statement.Success, TransferID: &posted.ID})
	return Received{TransferID: posted.ID, Line: line}, err
}

// holdTx keeps money aside that the member may not have.
func (s *Service) holdTx(ctx context.Context, tx pgx.Tx, in Incoming, why apperr.Code) (Received, error) {
	hold, err := s.keepAsideTx(ctx, tx, in, why)
	if err != nil {
		return Received{}, err
	}
	if err := s.notify(ctx, tx, in, push.DepositHeld); err != nil {
		return Received{}, err
	}
	line, err := s.lineTx(ctx, tx, in, statement.Change{Status: statement.Failed, Note: why})
	return Received{TransferID: hold, Line: line, Held: true}, err
}

func (s *Service) notify(ctx context.Context, tx pgx.Tx, in Incoming, kind push.Kind) error {
	return s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: in.Member.ID}, push.Notice{
		Kind: kind, Args: map[string]string{"amount": in.Amount.String(), "currency": string(in.Member.Currency)},
	})
}

// lineTx completes the line in progress that the money belongs to, or adds one.
func (s *Service) lineTx(ctx context.Context, tx pgx.Tx, in Incoming, c statement.Change) (statement.Line, error) {
	id, err := s.announcedTx(ctx, tx, in)
	if err != nil {
		return statement.Line{}, err
	}
	if id != uuid.Nil {
		c.From, c.Amount = in.From, &in.Amount
		return s.Statement.ChangeTx(ctx, tx, in.Member.ID, id, c)
	}
	return s.Statement.AddTx(ctx, tx, in.Member.ID, statement.Line{
		ID: in.NewLine, Type: statement.Deposit, Status: c.Status, From: in.From, To: statement.Wallet, Amount: in.Amount,
		Currency: string(in.Member.Currency), Note: c.Note, TransferID: c.TransferID, CreatedAt: s.Clock(),
	})
}

// CountWithdrawnTx adds a paid withdrawal to the member's days.
func (s *Service) CountWithdrawnTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) error {
	return db.New(tx).DayAdd(ctx, db.DayAddParams{MemberID: member, Day: DayOf(s.Clock()), Withdrawn: int64(amount)})
}

// DayOf is the day of Bangkok that a moment belongs to, as a date.
func DayOf(at time.Time) time.Time {
	return dateOf(at.In(bangkok))
}

func dateOf(local time.Time) time.Time {
	return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
}
