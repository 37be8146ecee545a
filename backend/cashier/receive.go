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
	// From is where it was paid from.
	From statement.Place
	// Name is the payer's, for who gives it back; the member's line does without.
	Name string
	Way  Way
	// Reference is the outside's own name for the payment.
	Reference string
	// Line is a line in progress that this completes; zero makes a new one.
	Line uuid.UUID
	// NewLine names the line that is made then; zero makes up a name.
	NewLine uuid.UUID
	// By is the cashier who decided, if one did.
	By *int64
	// Before, Under and With are sent along with what TakeTx asks and writes, which
	// saves them round trips of their own: Before the lock of the member's wallet,
	// Under it (it may set Line), and With the credit or hold, whose transfer they
	// know by its Key.
	Before, Under func(b *pgx.Batch)
	With          func(b *pgx.Batch, held bool)
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
func (s *Service) TakeTx(ctx context.Context, tx pgx.Tx, in *Incoming) (Received, error) {
	why, browsers, err := s.look(ctx, tx, in)
	if err != nil {
		return Received{}, err
	}
	if why != "" {
		return s.holdTx(ctx, tx, in, why, browsers)
	}
	to, err := s.Book.AccountOf(ctx, tx, in.Member.ID)
	if err != nil {
		return Received{}, err
	}
	settings, err := s.Content.RecentTx(ctx, tx)
	if err != nil {
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
	spin.MovedBatch(&b, in.Member.ID, in.Member.Currency, money.Signed(in.Amount))
	s.Turnover.OweBatch(&b, in.Member.ID, turnover.Deposit, in.Key, turnover.Times(settings.Turnover, in.Amount))
	line, err := s.write(ctx, tx, &b, in, browsers, push.DepositCredited, in.Key, statement.Change{Status: statement.Success})
	return Received{TransferID: posted.ID, Line: line}, err
}

// look locks the member's wallet, and answers why the money may not be theirs, or "",
// and the browsers that are to be told.
func (s *Service) look(ctx context.Context, tx pgx.Tx, in *Incoming) (why apperr.Code, browsers []uuid.UUID, err error) {
	var b pgx.Batch
	var said string
	if in.Before != nil {
		in.Before(&b)
	}
	s.Wallet.LookBatch(&b, in.Member.ID, &said, s.guards(in.Member.ID, in.Amount)...)
	if in.Under != nil {
		in.Under(&b)
	}
	s.Push.MembersBatch(&b, in.Member.ID, &browsers)
	err = tx.SendBatch(ctx, &b).Close()
	return apperr.Code(said), browsers, err
}

// holdTx keeps money aside that the member may not have.
func (s *Service) holdTx(ctx context.Context, tx pgx.Tx, in *Incoming, why apperr.Code, browsers []uuid.UUID) (Received, error) {
	hold, err := s.KeepAsideTx(ctx, tx, *in, why)
	if err != nil {
		return Received{}, err
	}
	line, err := s.write(ctx, tx, new(pgx.Batch), in, browsers, push.DepositHeld, uuid.Nil, statement.Change{Status: statement.Failed, Note: why})
	return Received{TransferID: hold, Line: line, Held: true}, err
}

// write sends a batch with all that goes with the money, the line last: it takes the
// member's sync version. transfer is the key of the line's transfer, if it has one.
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
		return statement.Line{}, fmt.Errorf("cashier: take %s %s: %w", in.Way, in.Reference, err)
	}
	return *line, nil
}

// lineBatch completes the line in progress that the money belongs to, or adds one.
// transfer is the key of its transfer, if it has one.
func (s *Service) lineBatch(b *pgx.Batch, in *Incoming, transfer uuid.UUID, c statement.Change) (*statement.Line, error) {
	if in.Line != uuid.Nil {
		c.FromPlace, c.Amount = &in.From, &in.Amount
		line := new(statement.Line)
		s.Statement.ChangeBatch(b, in.Member.ID, in.Line, transfer, c, line)
		return line, nil
	}
	line := &statement.Line{
		ID: in.NewLine, Type: statement.Deposit, Status: c.Status, FromPlace: in.From, ToPlace: statement.At(statement.Wallet),
		Amount: in.Amount, Currency: string(in.Member.Currency), Note: c.Note, CreatedAt: s.Clock(),
	}
	return line, s.Statement.AddBatch(b, in.Member.ID, transfer, line)
}

// AllowErrors are the codes of a call that asks for money, as AllowTx refuses it.
var AllowErrors = apperr.Codes{apperr.DepositLimit.With(apperr.Period, apperr.Left), apperr.InactiveUser, apperr.SelfExcluded}

// AllowTx refuses, before money is asked for, what would be held when it came:
// INACTIVE_USER, SELF_EXCLUDED, or DEPOSIT_LIMIT with the period and what it leaves.
func (s *Service) AllowTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) error {
	why, err := s.Wallet.LookTx(ctx, tx, member, s.guards(member, amount)...)
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

// guards say whether a member may be credited with an amount.
func (s *Service) guards(member int64, amount money.Satang) []pg.Guard {
	return []pg.Guard{s.Identity.MayMove(member), s.Care.NotExcluded(member), s.Care.Room(member, amount)}
}
