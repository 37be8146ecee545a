package bank

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/slip"
	"krapao/backend/push"
	"krapao/backend/statement"
)

// The reasons why a slip waits for a cashier. A slip that may not be the member's own has one of the reasons
// match.Several, match.TooLittle and match.OtherName.
const (
	reasonLate            = "LATE_UPLOAD"
	reasonVerifierDown    = "VERIFIER_DOWN"
	reasonDuplicate       = "VERIFIER_SAW_IT"
	reasonStalled         = "CHECK_STALLED"
	reasonPictureGone     = "PICTURE_GONE"
	reasonUploadMayBeLost = "WENT_BACK" // our ledger may have lost the upload, which was in time
)

// errDecided means that another job or an operator has already decided the slip or transfer.
var errDecided = errors.New("bank: the slip or transfer was already decided")

// depositSpace is the namespace of the ledger keys of bank deposits. There is one key per bank transfer, so
// even two claims could not credit it twice.
var depositSpace = uuid.MustParse("0d3f3c3e-8f0e-4a58-9d6b-6c2f8a4a7e10")

func depositKey(bank, transRef string) uuid.UUID {
	return uuid.NewSHA1(depositSpace, []byte(bank+"\x00"+transRef))
}

// slipOutcome is how a slip ends.
type slipOutcome struct {
	status string
	note   apperr.Code
	amount *money.Satang
	facts  *slip.Facts
	by     *int64 // the cashier who decided, nil for the rules
	credit *int64 // the ledger transfer, nil if no money moved
	line   *uuid.UUID
}

// changeSlip runs do on the locked slip if the slip is in state. If not, it returns errDecided; for the state
// CHECKING it returns nil.
func (s *Service) changeSlip(ctx context.Context, id uuid.UUID, state string, do func(pgx.Tx, db.Slip) error) error {
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := db.New(tx).LockSlip(ctx, id)
		if err != nil {
			return err
		}
		if row.State != state {
			return errDecided
		}
		return do(tx, row)
	})
	if errors.Is(err, errDecided) && state == stateChecking {
		return nil
	}
	return err
}

// failSlip ends a slip with its note. If the verifier returned the amount, the member's statement also shows
// the failed deposit.
func (s *Service) failSlip(ctx context.Context, id uuid.UUID, note apperr.Code, f *slip.Facts) error {
	return s.changeSlip(ctx, id, stateChecking, func(tx pgx.Tx, row db.Slip) error {
		return s.failSlipTx(ctx, tx, row, note, f, nil)
	})
}

func (s *Service) failSlipTx(ctx context.Context, tx pgx.Tx, row db.Slip, note apperr.Code, f *slip.Facts, by *int64) error {
	d := slipOutcome{status: statusFailed, note: note, amount: row.Amount, facts: f, by: by}
	if f != nil {
		d.amount = &f.Amount
	}
	if d.amount != nil {
		line, err := s.addSlipLine(ctx, tx, row, f, statement.Line{Status: statement.Failed, Amount: *d.amount, Note: note})
		if err != nil {
			return err
		}
		d.line = &line.ID
	}
	if err := s.notifyTx(ctx, tx, row, push.SlipRefused, d.amount); err != nil {
		return err
	}
	return s.storeOutcome(ctx, tx, row, d)
}

// notifyTx sends the member a push with a slip's outcome.
func (s *Service) notifyTx(ctx context.Context, tx pgx.Tx, row db.Slip, kind push.Kind, amount *money.Satang) error {
	notice := push.Notice{Kind: kind}
	if amount != nil {
		notice.Args = map[string]string{"amount": amount.String(), "currency": row.Currency}
	}
	return s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: row.MemberID}, notice)
}

// errCodeReplaced ends a check: another worker has stored a different code of the picture in the slip, and is
// verifying that code. The job runs again.
var errCodeReplaced = errors.New("bank: the slip has another code now")

// hasSameCode returns whether a slip still has the code that was asked about. If not, amount and claim would
// belong to two transfers.
func hasSameCode(row, asked db.Slip) bool {
	return row.SendingBank == asked.SendingBank && row.TransRef == asked.TransRef
}

// creditSlip credits a slip: claim, transfer, line and slip are written in one transaction. If the transfer was
// claimed before, the slip fails as a duplicate. asked is the slip as read before the verifier was asked, and
// f the verifier's data. proof is what f proves about the member, or nil.
func (s *Service) creditSlip(ctx context.Context, asked db.Slip, f slip.Facts, proof *cashier.Proof) error {
	return s.changeSlip(ctx, asked.ID, stateChecking, func(tx pgx.Tx, row db.Slip) error {
		if !hasSameCode(row, asked) {
			return errCodeReplaced
		}
		isClaimed, err := s.claimTransfer(ctx, tx, row)
		if err != nil {
			return err
		}
		if !isClaimed {
			return s.failSlipTx(ctx, tx, row, apperr.NoteDuplicated, &f, nil)
		}
		held, err := s.creditSlipTx(ctx, tx, row, f.Amount, &f, nil)
		if err != nil || held || proof == nil {
			return err
		}
		return s.Cashier.StoreProofTx(ctx, tx, *proof)
	})
}

// claimTransfer claims the transfer for a slip. It returns false if the transfer is already claimed.
func (s *Service) claimTransfer(ctx context.Context, tx pgx.Tx, row db.Slip) (bool, error) {
	n, err := db.New(tx).ClaimInsert(ctx, db.ClaimInsertParams{
		Bank: row.SendingBank, TransRef: row.TransRef, MemberID: &row.MemberID, Via: string(cashier.MethodSlip), SlipID: &row.ID,
	})
	return n == 1, err
}

// claimForReview returns whether a slip in review may be credited: it has the transfer's claim, or the
// transfer was free and is claimed now.
func (s *Service) claimForReview(ctx context.Context, tx pgx.Tx, row db.Slip) (bool, error) {
	if isClaimed, err := s.claimTransfer(ctx, tx, row); isClaimed || err != nil {
		return isClaimed, err
	}
	c, err := db.New(tx).ClaimLock(ctx, db.ClaimLockParams{Bank: row.SendingBank, TransRef: row.TransRef})
	if errors.Is(err, pgx.ErrNoRows) { // released at this moment: the cashier repeats the action
		return false, nil
	}
	return err == nil && c.TransferID == nil && c.SlipID != nil && *c.SlipID == row.ID, err
}

// creditSlipTx credits the money of a slip that has the claim. If the member is not allowed to receive the
// money, the money is held for return, the slip fails with the reason, and held is true.
func (s *Service) creditSlipTx(ctx context.Context, tx pgx.Tx, row db.Slip, amount money.Satang, f *slip.Facts, by *int64) (held bool, err error) {
	member, err := s.Identity.Member(ctx, tx, row.MemberID)
	if err != nil {
		return false, err
	}
	from, err := s.slipPayer(ctx, tx, row, f, member, by == nil)
	if err != nil {
		return false, err
	}
	in := &cashier.Incoming{
		Member: member, Key: depositKey(row.SendingBank, row.TransRef), HouseAccount: ledger.BankIn, Amount: amount,
		From: from, Method: cashier.MethodSlip, Reference: row.SendingBank + " " + row.TransRef, By: by,
	}
	in.QueueUnderLock = newAnnouncementHook(in)
	in.QueueWithPosting = func(b *pgx.Batch, _ bool) {
		queueClaimCredit(b, in.Key, row.SendingBank, row.TransRef)
		now := s.Clock()
		// The bank may have reported the transfer too, and MatchTransfer found no payer.
		_ = db.New(pg.InBatch(b)).SettleFeedRow(ctx, db.SettleFeedRowParams{Bank: row.SendingBank, TransRef: row.TransRef, MemberID: &row.MemberID, DoneAt: &now})
	}
	got, err := s.Cashier.ReceiveTx(ctx, tx, in)
	if err != nil {
		return false, fmt.Errorf("bank: credit slip %s: %w", row.ID, err)
	}
	d := slipOutcome{status: statusSuccess, amount: &amount, facts: f, by: by, credit: &got.TransferID, line: &got.Line.ID}
	if got.Held {
		d.status, d.note, d.credit = statusFailed, got.Line.Note, nil
	}
	return got.Held, s.storeOutcome(ctx, tx, row, d)
}

// reviewReason is why a slip waits for a cashier, with the data that the cashier sees.
type reviewReason struct {
	reason string
	facts  *slip.Facts // the verifier's data, if any
	slip   *db.Slip    // the slip with the transfer that facts belong to
	isOwn  bool        // the transfer is the member's own
	candidates
}

// sendToReview hands a slip to a cashier. If the transfer is known to be the member's own, it is claimed, so
// that nothing else credits it. Otherwise the transfer stays free until the cashier settles the slip: the slip
// may be a stranger's, and must not block the owner's slip.
func (s *Service) sendToReview(ctx context.Context, id uuid.UUID, r reviewReason) error {
	return s.changeSlip(ctx, id, stateChecking, func(tx pgx.Tx, row db.Slip) error {
		if r.slip != nil && !hasSameCode(row, *r.slip) {
			return errCodeReplaced
		}
		free, err := s.claimOrCheckFree(ctx, tx, row, r.isOwn)
		if err != nil {
			return err
		}
		if r.facts != nil && !free {
			return s.failSlipTx(ctx, tx, row, apperr.NoteDuplicated, r.facts, nil)
		}
		version, err := pg.NextVersion(ctx, tx, row.MemberID)
		if err != nil {
			return err
		}
		var amount *money.Satang
		if r.facts != nil {
			amount = &r.facts.Amount
		}
		return db.New(tx).SendSlipToReview(ctx, db.SendSlipToReviewParams{
			ID: row.ID, Reason: r.reason, Amount: amount, Answer: encodeFacts(r.facts), Version: version, OtherMembers: append([]string{}, r.others...), NeedsSecondPerson: r.needsSecondPerson,
		})
	})
}

// claimOrCheckFree returns whether a slip's transfer can still be credited. If the transfer is the member's own
// (isOwn), claimOrCheckFree also claims it.
func (s *Service) claimOrCheckFree(ctx context.Context, tx pgx.Tx, row db.Slip, isOwn bool) (bool, error) {
	if isOwn {
		return s.claimTransfer(ctx, tx, row)
	}
	c, err := db.New(tx).ClaimLock(ctx, db.ClaimLockParams{Bank: row.SendingBank, TransRef: row.TransRef})
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	return c.TransferID == nil, err
}

func (s *Service) storeOutcome(ctx context.Context, tx pgx.Tx, row db.Slip, d slipOutcome) error {
	version, err := pg.NextVersion(ctx, tx, row.MemberID)
	if err != nil {
		return err
	}
	now := s.Clock()
	return db.New(tx).EndSlip(ctx, db.EndSlipParams{
		ID: row.ID, Status: d.status, Note: string(d.note), Amount: d.amount, Answer: encodeFacts(d.facts),
		TransferID: d.credit, DecidedBy: d.by, Version: version, DoneAt: &now, LineID: d.line,
	})
}

// addSlipLine adds a statement line for a slip.
func (s *Service) addSlipLine(ctx context.Context, tx pgx.Tx, row db.Slip, f *slip.Facts, l statement.Line) (statement.Line, error) {
	member, err := s.Identity.Member(ctx, tx, row.MemberID)
	if err != nil {
		return l, err
	}
	if l.FromPlace, err = s.slipPayer(ctx, tx, row, f, member, false); err != nil {
		return l, err
	}
	l.Type, l.ToPlace, l.Currency, l.CreatedAt = statement.Deposit, statement.PlaceOf(statement.Wallet), row.Currency, s.Clock()
	return s.Statement.AddTx(ctx, tx, row.MemberID, l)
}
