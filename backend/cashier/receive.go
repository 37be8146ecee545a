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
	"krapao/backend/rewards/spin"
	"krapao/backend/rewards/turnover"
	"krapao/backend/statement"
)

// Way is the payment method of incoming money.
type Way string

// The methods that several packages use. Another method declares its own Way.
const (
	WaySlip Way = "slip"
	WayFeed Way = "feed"
	WayQR   Way = "qr"
	WayGift Way = "gift"
)

// Incoming is money that arrived for a member.
type Incoming struct {
	Member identity.Member
	// Key is the transfer's key in the ledger: one for each payment, forever.
	Key uuid.UUID
	// House is the house account to debit.
	House  ledger.House
	Amount money.Satang
	// From is the place that the money came from.
	From statement.Place
	// Name is the payer's name, for the cashier who returns the money. The member's line does not show it.
	Name string
	Way  Way
	// Reference is the provider's name for the payment.
	Reference string
	// Line is the PENDING line that the payment completes. If it is zero, TakeTx adds a new line.
	Line uuid.UUID
	// NewLine is the id of the new line. If it is zero, the id is random.
	NewLine uuid.UUID
	// By is the cashier who decided, if any.
	By *int64
	// Before, Under and With are hooks that queue statements in the batches of TakeTx, which saves round
	// trips. Before runs before the lock of the member's wallet. Under runs under the lock, and may set Line.
	// With runs together with the credit or the hold; Key is the key of that transfer.
	Before, Under func(b *pgx.Batch)
	With          func(b *pgx.Batch, held bool)
}

// Received is the result of TakeTx.
type Received struct {
	// TransferID is the credit, or the hold until the money is returned.
	TransferID int64
	Line       statement.Line
	// Held means that the member was not credited.
	Held bool
}

// TakeTx credits incoming money. If the member is not active, or the amount is above their limit, TakeTx
// holds the money until a cashier has returned it. Statement line, push and sync version are written in the
// same transaction. The caller must ensure that a payment is credited once: a second TakeTx with the same Key
// violates a constraint and aborts the transaction.
func (s *Service) TakeTx(ctx context.Context, tx pgx.Tx, in *Incoming) (Received, error) {
	why, browsers, err := s.judge(ctx, tx, in)
	if err != nil {
		return Received{}, err
	}
	if why != "" {
		return s.holdTx(ctx, tx, in, why, browsers)
	}
	to, err := s.Ledger.AccountOf(ctx, tx, in.Member.ID)
	if err != nil {
		return Received{}, err
	}
	settings, err := s.Content.RecentTx(ctx, tx)
	if err != nil {
		return Received{}, err
	}
	var b pgx.Batch
	var posted ledger.Posted
	err = s.Ledger.PostBatch(&b, ledger.Transfer{
		Key: in.Key, Kind: ledger.Deposit, Debit: in.House.In(in.Member.Currency), Credit: to.ID, Amount: in.Amount, Currency: in.Member.Currency,
	}, &posted)
	if err != nil {
		return Received{}, err
	}
	s.Care.DepositedBatch(ctx, &b, in.Member.ID, in.Amount)
	spin.MovedBatch(&b, in.Member.ID, in.Member.Currency, money.Signed(in.Amount))
	s.Turnover.OweBatch(&b, in.Member.ID, turnover.Deposit, in.Key, turnover.Times(settings.Turnover, in.Amount))
	line, err := s.write(ctx, tx, &b, in, browsers, push.DepositCredited, in.Key, statement.Change{Status: statement.Success})
	return Received{TransferID: posted.ID, Line: line}, err
}

// judge locks the member's wallet. It returns the code of the guard that forbids a credit, or "", and the
// browsers to notify.
func (s *Service) judge(ctx context.Context, tx pgx.Tx, in *Incoming) (why apperr.Code, browsers []uuid.UUID, err error) {
	var b pgx.Batch
	var said string
	if in.Before != nil {
		in.Before(&b)
	}
	s.Wallet.LockAndCheckBatch(&b, in.Member.ID, &said, s.guards(in.Member.ID, in.Amount)...)
	if in.Under != nil {
		in.Under(&b)
	}
	s.Push.MembersBatch(&b, in.Member.ID, &browsers)
	err = tx.SendBatch(ctx, &b).Close()
	return apperr.Code(said), browsers, err
}

// holdTx holds money that the member may not have.
func (s *Service) holdTx(ctx context.Context, tx pgx.Tx, in *Incoming, why apperr.Code, browsers []uuid.UUID) (Received, error) {
	hold, err := s.KeepAsideTx(ctx, tx, *in, why)
	if err != nil {
		return Received{}, err
	}
	line, err := s.write(ctx, tx, new(pgx.Batch), in, browsers, push.DepositHeld, uuid.Nil, statement.Change{Status: statement.Failed, Note: why})
	return Received{TransferID: hold, Line: line, Held: true}, err
}

// write sends b with the push and the line. The line is last, since it increments the member's sync version.
// transfer is the key of the line's transfer, or zero.
func (s *Service) write(ctx context.Context, tx pgx.Tx, b *pgx.Batch, in *Incoming, browsers []uuid.UUID, news push.Kind, transfer uuid.UUID, c statement.Change) (statement.Line, error) {
	err := s.Push.NotifyThoseTx(ctx, tx, browsers, push.Notice{
		Kind: news, Args: map[string]string{"amount": in.Amount.String(), "currency": string(in.Member.Currency)},
	})
	if err != nil {
		return statement.Line{}, err
	}
	if in.With != nil {
		in.With(b, news == push.DepositHeld)
	}
	line, err := s.lineBatch(b, in, transfer, c)
	if err != nil {
		return statement.Line{}, err
	}
	pg.Touch(tx, in.Member.ID)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return statement.Line{}, fmt.Errorf("cashier: credit %s %s: %w", in.Way, in.Reference, err)
	}
	return *line, nil
}

// lineBatch completes the PENDING line that the money belongs to, or adds one. transfer is the key of its
// transfer, or zero.
func (s *Service) lineBatch(b *pgx.Batch, in *Incoming, transfer uuid.UUID, c statement.Change) (*statement.Line, error) {
	if in.Line != uuid.Nil {
		c.FromPlace, c.Amount = &in.From, &in.Amount
		line := new(statement.Line)
		s.Statement.ChangeBatch(b, in.Member.ID, in.Line, transfer, c, line)
		return line, nil
	}
	line := &statement.Line{
		ID: in.NewLine, Type: statement.Deposit, Status: c.Status, FromPlace: in.From, ToPlace: statement.PlaceOf(statement.Wallet),
		Amount: in.Amount, Currency: string(in.Member.Currency), Note: c.Note, CreatedAt: s.Clock(),
	}
	return line, s.Statement.AddBatch(b, in.Member.ID, transfer, line)
}

// AllowErrors are the codes with which AllowTx refuses.
var AllowErrors = apperr.Codes{apperr.DepositLimit.With(apperr.Period, apperr.Left), apperr.InactiveUser, apperr.SelfExcluded}

// AllowTx refuses a request for money that TakeTx would hold. It returns INACTIVE_USER, SELF_EXCLUDED, or
// DEPOSIT_LIMIT with the limit's period and what is left of it.
func (s *Service) AllowTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) error {
	why, err := s.Wallet.LockAndCheckTx(ctx, tx, member, s.guards(member, amount)...)
	switch {
	case err != nil || why == "":
		return err
	case why == apperr.DepositLimit:
		passed, err := s.Care.PassedTx(ctx, tx, member, amount)
		if err != nil {
			return err
		}
		return passed
	}
	return apperr.New(why)
}

// guards returns the guards that may forbid crediting an amount to a member.
func (s *Service) guards(member int64, amount money.Satang) []pg.Guard {
	return []pg.Guard{s.Identity.MayMove(member), s.Care.NotExcluded(member), s.Care.Room(member, amount)}
}
