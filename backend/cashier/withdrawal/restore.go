package withdrawal

import (
	"context"
	"errors"
	"regexp"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/payout"
	"krapao/backend/rewards/spin"
	"krapao/backend/statement"
	"krapao/backend/wallet"
	"krapao/backend/wallet/reconcile"
)

// OwnReferencePattern matches the references that we make: UUIDs of version 5, or of version 7 by older
// servers. It is valid in Go and in PostgreSQL. We never made a payout under a name of another form.
const OwnReferencePattern = `^[0-9a-f]{8}-[0-9a-f]{4}-[57][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`

var ownReference = regexp.MustCompile(OwnReferencePattern)

// lossSlack is the tolerated difference between the provider's clock and ours.
const lossSlack = time.Hour

// mayBeOurs returns whether our ledger may have lost a payout: its reference has our form, and it was made
// when our ledger may have lost data.
func mayBeOurs(loss wallet.Loss, p payout.ListedPayout) bool {
	return !loss.From.IsZero() && ownReference.MatchString(p.Reference) && !p.At.Before(loss.From.Add(-lossSlack))
}

// restoreLost restores a payout that the provider has and our ledger has lost: it holds the amount in the
// wallet of the member with that account. done is false if no member has the account. Then two operators
// decide which member the payout belongs to.
func (s *Service) restoreLost(ctx context.Context, report *reconcile.Report, p payout.ListedPayout) (done bool, err error) {
	loss, err := s.Wallet.ReadLoss(ctx, s.Pool)
	if err != nil || !mayBeOurs(loss, p) || p.Amount <= 0 || p.Amount > money.Max {
		return false, err
	}
	owner, err := s.q().GetAccountOwner(ctx, db.GetAccountOwnerParams{BankNumber: p.Bank, AccountNo: p.AccountNo})
	if err != nil {
		return false, pg.IgnoreNoRows(err)
	}
	m, err := s.Identity.Member(ctx, s.Pool, owner)
	if err != nil || string(m.Currency) != currencyOf(p.Currency) {
		return false, err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		done = false
		if err := s.restoreTx(ctx, tx, idOf(p.Reference), m, p, nil); err != nil {
			return err
		}
		done = true
		return nil
	})
	if errors.Is(err, statement.ErrSettled) {
		return false, nil // the line with this id has ended: operators decide
	}
	if done {
		report.Resolved++
		if p.Outcome == payout.Paid {
			report.OurSum += p.Amount
		}
		report.AddNote("%s: lost here, and made by the provider: %s held in the wallet of %s", p.Reference, p.Amount, m.PublicID)
	}
	return done, err
}

// errTimelineChanged aborts a transaction if the database has another timeline by now: the rows that it read
// may be lost.
var errTimelineChanged = errors.New("withdrawal: the database has another timeline now")

// restoreTx writes a payout that our ledger lost as a withdrawal under its old id, with its hold. attributed
// is when its owner became certain, or nil if the owner is not certain.
func (s *Service) restoreTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, m identity.Member, p payout.ListedPayout, attributed *time.Time) error {
	promoted, err := pg.IsPromoted(ctx, tx)
	if err == nil && promoted {
		err = errTimelineChanged
	}
	if err != nil {
		return err
	}
	from, err := s.Ledger.LockTx(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	if _, err := db.New(tx).GetWithdrawal(ctx, id); !errors.Is(err, pgx.ErrNoRows) {
		return err // another comparison has already restored it
	}
	held, err := s.holdLostTx(ctx, tx, id, m.ID, p.Amount)
	if err != nil {
		return err
	}
	code := m.BankCode
	if m.BankNumber != p.Bank {
		code = p.Bank
	}
	at := p.At.UTC()
	err = errors.Join(
		db.New(tx).InsertRestoredWithdrawal(ctx, db.InsertRestoredWithdrawalParams{
			ID: id, MemberID: m.ID, Amount: p.Amount, Currency: string(from.Currency), HoldID: held.ID, BankCode: code, BankNumber: p.Bank,
			AccountNo: p.AccountNo, AccountName: p.Name, At: at, Now: s.Clock(), AttributedAt: attributed,
		}),
		db.New(tx).AddToPayoutDay(ctx, db.AddToPayoutDayParams{MemberID: m.ID, Day: clock.DayOf(at), Amount: p.Amount}),
		s.Queue.InsertTx(ctx, tx, payoutJob{ID: id}, nil),
	)
	if err != nil {
		return err
	}
	return s.restoreLineTx(ctx, tx, statement.Line{
		ID: id, Type: statement.Withdraw, Status: statement.Pending, FromPlace: statement.PlaceOf(statement.Wallet), ToPlace: statement.OwnAccountPlace(code, p.AccountNo),
		Amount: p.Amount, Currency: string(from.Currency), CreatedAt: at, TransferID: &held.ID,
	}, m.ID)
}

// holdLostTx holds the amount of a lost payout in its member's wallet. An advance lends the
// shortfall, and unsent withdrawals of the member are voided to make up for it.
func (s *Service) holdLostTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, member int64, amount money.Satang) (ledger.Posted, error) {
	from, err := s.Ledger.LockTx(ctx, tx, member)
	if err != nil {
		return ledger.Posted{}, err
	}
	if from.Balance < amount {
		shortfall := amount - from.Balance
		if err := s.Wallet.LendAdvanceTx(ctx, tx, id, member, from, shortfall); err != nil {
			return ledger.Posted{}, err
		}
		if err := s.voidUnsentToCoverTx(ctx, tx, member, shortfall); err != nil {
			return ledger.Posted{}, err
		}
	}
	held, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: keyOf(id, "restore"), Kind: ledger.Hold, Debit: from.ID, Credit: ledger.WithdrawalsPending.In(from.Currency), Amount: amount, Currency: from.Currency,
	})
	if err != nil {
		return held, err
	}
	return held, spin.CountMoneyTx(ctx, tx, member, from.Currency, -money.Signed(amount))
}

// restoreLineTx writes the line of a restored withdrawal. If the member has repeated the call, and that call
// is gathering money from games, the gathering ends. Its line becomes the line of the restored withdrawal.
func (s *Service) restoreLineTx(ctx context.Context, tx pgx.Tx, line statement.Line, member int64) error {
	gather, err := db.New(tx).LockGathering(ctx, line.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		_, err = s.Statement.AddTx(ctx, tx, member, line)
		return err
	}
	if err != nil {
		return err
	}
	if gather.DoneAt == nil {
		if err := db.New(tx).EndGathering(ctx, db.EndGatheringParams{ID: line.ID, Now: s.Clock()}); err != nil {
			return err
		}
	}
	_, err = s.Statement.ChangeTx(ctx, tx, member, line.ID, statement.Change{
		Status: statement.Pending, Event: statement.Sent, TransferID: line.TransferID, ToPlace: &line.ToPlace, Amount: &line.Amount,
	})
	return err
}

// voidUnsentToCoverTx voids the member's unsent withdrawals, the newest first, until their sum covers
// shortfall: the amount in satang that the wallet lacked for a lost payout.
func (s *Service) voidUnsentToCoverTx(ctx context.Context, tx pgx.Tx, member int64, shortfall money.Satang) error {
	rows, err := db.New(tx).ListUnsentWithdrawals(ctx, member)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if shortfall <= 0 {
			return nil
		}
		shortfall -= min(shortfall, row.Amount)
		if err := s.requestVoidTx(ctx, tx, row, outcome{memberCode: apperr.WithdrawGaveWay}); err != nil {
			return err
		}
	}
	return nil
}

// attributeRestored attributes a restored payout to its member. Callers use it after the member repeated the
// call with the same content, or if account and name fit.
func (s *Service) attributeRestored(ctx context.Context, id uuid.UUID) error {
	_, err := s.q().AttributeWithdrawal(ctx, db.AttributeWithdrawalParams{ID: id, Now: s.Clock()})
	return err
}

// AttributeFittingRestored attributes restored payouts whose account and name fully match their member's. The
// server calls it after a comparison that ran at least an hour after the pause: late lists have arrived by
// then.
func (s *Service) AttributeFittingRestored(ctx context.Context) error {
	ids, err := s.q().ListRestoredThatFitMember(ctx)
	for _, id := range ids {
		err = errors.Join(err, s.attributeRestored(ctx, id))
	}
	return err
}
