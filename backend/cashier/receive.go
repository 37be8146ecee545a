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

// PaymentMethod is the payment method of incoming money.
type PaymentMethod string

// The methods that several packages use. Another method declares its own PaymentMethod.
const (
	MethodSlip PaymentMethod = "slip"
	MethodFeed PaymentMethod = "feed"
	MethodQR   PaymentMethod = "qr"
	MethodGift PaymentMethod = "gift"
)

// Incoming is money that arrived for a member.
type Incoming struct {
	Member identity.Member
	// Key is the transfer's key in the ledger: one for each payment, forever.
	Key uuid.UUID
	// HouseAccount is the house account to debit.
	HouseAccount ledger.HouseAccount
	Amount       money.Satang
	// From is the place that the money came from.
	From statement.Place
	// Name is the payer's name, for the cashier who returns the money. The member's line does not show it.
	Name   string
	Method PaymentMethod
	// Reference is the provider's name for the payment.
	Reference string
	// Line is the PENDING line that the payment completes. If it is zero, ReceiveTx adds a new line.
	Line uuid.UUID
	// NewLine is the id of the new line. If it is zero, the id is random.
	NewLine uuid.UUID
	// By is the cashier who decided, if any.
	By *int64
	// QueueBeforeLock, QueueUnderLock and QueueWithPosting are hooks that queue statements in the batches of
	// ReceiveTx, which saves round trips. QueueBeforeLock runs before the lock of the member's wallet.
	// QueueUnderLock runs under the lock, and may set Line. QueueWithPosting runs together with the credit or
	// the hold; Key is the key of that transfer.
	QueueBeforeLock, QueueUnderLock func(b *pgx.Batch)
	QueueWithPosting                func(b *pgx.Batch, held bool)
}

// Received is the result of ReceiveTx.
type Received struct {
	// TransferID is the credit, or the hold until the money is returned.
	TransferID int64
	Line       statement.Line
	// Held means that the member was not credited.
	Held bool
}

// ReceiveTx credits incoming money. If the member is not active, or the amount is above their limit, ReceiveTx
// holds the money until a cashier has returned it. Statement line, push and sync version are written in the
// same transaction. The caller must ensure that a payment is credited once: a second ReceiveTx with the same Key
// violates a constraint and aborts the transaction.
func (s *Service) ReceiveTx(ctx context.Context, tx pgx.Tx, in *Incoming) (Received, error) {
	refusal, browsers, err := s.lockAndCheck(ctx, tx, in)
	if err != nil {
		return Received{}, err
	}
	if refusal != "" {
		return s.holdTx(ctx, tx, in, refusal, browsers)
	}
	to, err := s.Ledger.AccountOf(ctx, tx, in.Member.ID)
	if err != nil {
		return Received{}, err
	}
	settings, err := s.Content.RecentSettingsTx(ctx, tx)
	if err != nil {
		return Received{}, err
	}
	var b pgx.Batch
	var posted ledger.Posted
	err = s.Ledger.PostBatch(&b, ledger.Transfer{
		Key: in.Key, Kind: ledger.Deposit, Debit: in.HouseAccount.In(in.Member.Currency), Credit: to.ID, Amount: in.Amount, Currency: in.Member.Currency,
	}, &posted)
	if err != nil {
		return Received{}, err
	}
	s.Care.AddDepositBatch(ctx, &b, in.Member.ID, in.Amount)
	spin.CountMoneyBatch(&b, in.Member.ID, in.Member.Currency, money.Signed(in.Amount))
	s.Turnover.RequireBatch(&b, in.Member.ID, turnover.Deposit, in.Key, turnover.MultiplyUp(settings.Turnover, in.Amount))
	line, err := s.writeDeposit(ctx, tx, &b, in, browsers, push.DepositCredited, in.Key, statement.Change{Status: statement.Success})
	return Received{TransferID: posted.ID, Line: line}, err
}

// lockAndCheck locks the member's wallet. It returns the code of the guard that forbids a credit, or "", and the
// browsers to notify.
func (s *Service) lockAndCheck(ctx context.Context, tx pgx.Tx, in *Incoming) (refusal apperr.Code, browsers []uuid.UUID, err error) {
	var b pgx.Batch
	var code string
	if in.QueueBeforeLock != nil {
		in.QueueBeforeLock(&b)
	}
	s.Wallet.LockAndCheckBatch(&b, in.Member.ID, &code, s.creditGuards(in.Member.ID, in.Amount)...)
	if in.QueueUnderLock != nil {
		in.QueueUnderLock(&b)
	}
	s.Push.ReadSubscriptionsBatch(&b, in.Member.ID, &browsers)
	err = tx.SendBatch(ctx, &b).Close()
	return apperr.Code(code), browsers, err
}

// holdTx holds money that the member may not have.
func (s *Service) holdTx(ctx context.Context, tx pgx.Tx, in *Incoming, refusal apperr.Code, browsers []uuid.UUID) (Received, error) {
	hold, err := s.HoldForReturnTx(ctx, tx, *in, refusal)
	if err != nil {
		return Received{}, err
	}
	line, err := s.writeDeposit(ctx, tx, new(pgx.Batch), in, browsers, push.DepositHeld, uuid.Nil, statement.Change{Status: statement.Failed, Note: refusal})
	return Received{TransferID: hold, Line: line, Held: true}, err
}

// writeDeposit sends b with the push and the line. The line is last, since it increments the member's sync
// version. transfer is the key of the line's transfer, or zero.
func (s *Service) writeDeposit(ctx context.Context, tx pgx.Tx, b *pgx.Batch, in *Incoming, browsers []uuid.UUID, kind push.Kind, transfer uuid.UUID, c statement.Change) (statement.Line, error) {
	err := s.Push.NotifySubscriptionsTx(ctx, tx, browsers, push.Notice{
		Kind: kind, Args: map[string]string{"amount": in.Amount.String(), "currency": string(in.Member.Currency)},
	})
	if err != nil {
		return statement.Line{}, err
	}
	if in.QueueWithPosting != nil {
		in.QueueWithPosting(b, kind == push.DepositHeld)
	}
	line, err := s.queueLine(b, in, transfer, c)
	if err != nil {
		return statement.Line{}, err
	}
	pg.MarkChanged(tx, in.Member.ID)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return statement.Line{}, fmt.Errorf("cashier: credit %s %s: %w", in.Method, in.Reference, err)
	}
	return *line, nil
}

// queueLine completes the PENDING line that the money belongs to, or adds a new line. transfer is the key of
// the line's transfer, or zero.
func (s *Service) queueLine(b *pgx.Batch, in *Incoming, transfer uuid.UUID, c statement.Change) (*statement.Line, error) {
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

// DepositErrors are the codes with which CheckDepositTx refuses.
var DepositErrors = apperr.Codes{apperr.DepositLimit.With(apperr.Period, apperr.Left), apperr.InactiveUser, apperr.SelfExcluded}

// CheckDepositTx refuses a request for money that ReceiveTx would hold. It returns INACTIVE_USER,
// SELF_EXCLUDED, or DEPOSIT_LIMIT with the limit's period and the amount that is left.
func (s *Service) CheckDepositTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) error {
	refusal, err := s.Wallet.LockAndCheckTx(ctx, tx, member, s.creditGuards(member, amount)...)
	switch {
	case err != nil || refusal == "":
		return err
	case refusal == apperr.DepositLimit:
		exceeded, err := s.Care.LimitErrorTx(ctx, tx, member, amount)
		if err != nil {
			return err
		}
		return exceeded
	}
	return apperr.New(refusal)
}

// creditGuards returns the guards that may forbid crediting an amount to a member.
func (s *Service) creditGuards(member int64, amount money.Satang) []pg.Guard {
	return []pg.Guard{s.Identity.MayMoveGuard(member), s.Care.NoBreakGuard(member), s.Care.DepositLimitGuard(member, amount)}
}
