package cashier

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/push"
	"krapao/backend/statement"
)

// Way is how money reached us.
type Way string

// The ways in of which others speak; any other names itself.
const (
	WaySlip Way = "slip"
	WayFeed Way = "feed"
	WayQR   Way = "qr"
	WayGift Way = "gift"
)

// Incoming is money that reached us from outside for a member.
type Incoming struct {
	Member identity.Member
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
	why, err := s.refusedTx(ctx, tx, in.Member.ID, in.Amount)
	if err != nil {
		return Received{}, err
	}
	if why != nil {
		return s.holdTx(ctx, tx, in, why.Code)
	}
	to, err := s.Book.AccountOf(ctx, tx, in.Member.ID)
	if err != nil {
		return Received{}, err
	}
	if err := s.notify(ctx, tx, in, push.DepositCredited); err != nil {
		return Received{}, err
	}
	var b pgx.Batch
	var posted ledger.Posted
	err = s.Book.PostBatch(&b, ledger.Transfer{
		Key: in.Key, Kind: ledger.Deposit, Debit: in.House.In(in.Member.Currency), Credit: to.ID, Amount: in.Amount, Currency: in.Member.Currency,
	}, &posted)
	if err != nil {
		return Received{}, err
	}
	s.Care.DepositedBatch(ctx, &b, in.Member.ID, in.Amount)
	line, err := s.lineBatch(&b, in, in.Key, statement.Change{Status: statement.Success})
	if err != nil {
		return Received{}, err
	}
	pg.Touch(tx, in.Member.ID)
	if err := tx.SendBatch(ctx, &b).Close(); err != nil {
		return Received{}, fmt.Errorf("cashier: credit %s %s: %w", in.Way, in.Reference, err)
	}
	return Received{TransferID: posted.ID, Line: *line}, nil
}

// holdTx keeps money aside that the member may not have.
func (s *Service) holdTx(ctx context.Context, tx pgx.Tx, in Incoming, why apperr.Code) (Received, error) {
	hold, err := s.KeepAsideTx(ctx, tx, in, why)
	if err != nil {
		return Received{}, err
	}
	if err := s.notify(ctx, tx, in, push.DepositHeld); err != nil {
		return Received{}, err
	}
	var b pgx.Batch
	line, err := s.lineBatch(&b, in, uuid.Nil, statement.Change{Status: statement.Failed, Note: why})
	if err != nil {
		return Received{}, err
	}
	pg.Touch(tx, in.Member.ID)
	if err := tx.SendBatch(ctx, &b).Close(); err != nil {
		return Received{}, err
	}
	return Received{TransferID: hold, Line: *line, Held: true}, nil
}

func (s *Service) notify(ctx context.Context, tx pgx.Tx, in Incoming, kind push.Kind) error {
	return s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: in.Member.ID}, push.Notice{
		Kind: kind, Args: map[string]string{"amount": in.Amount.String(), "currency": string(in.Member.Currency)},
	})
}

// lineBatch completes the line in progress that the money belongs to, or adds one.
// transfer is the key of its transfer, if it has one.
func (s *Service) lineBatch(b *pgx.Batch, in Incoming, transfer uuid.UUID, c statement.Change) (*statement.Line, error) {
	if in.Line != uuid.Nil {
		c.From, c.Amount = in.From, &in.Amount
		line := new(statement.Line)
		s.Statement.ChangeBatch(b, in.Member.ID, in.Line, transfer, c, line)
		return line, nil
	}
	line := &statement.Line{
		ID: in.NewLine, Type: statement.Deposit, Status: c.Status, From: in.From, To: statement.Wallet, Amount: in.Amount,
		Currency: string(in.Member.Currency), Note: c.Note, CreatedAt: s.Clock(),
	}
	return line, s.Statement.AddBatch(b, in.Member.ID, transfer, line)
}

// AllowTx refuses, before money is asked for, what would be held when it came:
// INACTIVE_USER, or DEPOSIT_LIMIT with the period and what it leaves.
func (s *Service) AllowTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) error {
	why, err := s.refusedTx(ctx, tx, member, amount)
	if err != nil || why == nil {
		return err
	}
	return why
}

// refusedTx tells why a member may not be credited with an amount, or nil. What it
// looked at stays so until the transaction ends.
func (s *Service) refusedTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) (*apperr.Error, error) {
	why, err := s.Wallet.LookTx(ctx, tx, member, s.Identity.MayMove(member), s.Care.Room(member, amount))
	switch {
	case err != nil || why == "":
		return nil, err
	case why == apperr.DepositLimit:
		return s.Care.PassedTx(ctx, tx, member, amount)
	}
	return apperr.New(why), nil
}
