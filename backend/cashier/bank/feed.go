package bank

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// Told is a transfer into an account of ours, as its bank tells of it.
type Told struct {
	TransRef    string       `json:"transRef"`
	FromBank    string       `json:"fromBank"` // three digits
	FromAccount string       `json:"fromAccount"`
	FromName    string       `json:"fromName"`
	ToBank      string       `json:"toBank"` // three digits
	ToAccountNo string       `json:"toAccountNo"`
	Amount      money.Satang `json:"amount"`
	At          time.Time    `json:"at"`
}

// reasonReviewed is why a transfer waits whose slip waits for a cashier already;
// else it waits because nobody could tell its payer (match.Why).
const reasonReviewed = "SLIP_IN_REVIEW"

// States of a transfer told by a bank, beside stateDone as of a slip.
const (
	feedNew       = "NEW"
	feedUnmatched = "UNMATCHED"
)

// errNotOurs tells of a transfer into an account that is none of ours.
var errNotOurs = errors.New("bank: not an account of ours")

// matchFeed is the job that finds whose a told transfer is.
type matchFeed struct {
	Bank     string `json:"bank"`
	TransRef string `json:"transRef"`
}

// Kind names the job in the queue's table.
func (matchFeed) Kind() string { return "feed.match" }

type feedMatcher struct {
	river.WorkerDefaults[matchFeed]
	s *Service
}

// Work runs the job.
func (w *feedMatcher) Work(ctx context.Context, job *river.Job[matchFeed]) error {
	wait, err := w.s.Content.Pause(ctx, content.WayFeed)
	if err == nil && wait > 0 {
		err = river.JobSnooze(wait)
	}
	if err != nil {
		return err
	}
	return w.s.match(ctx, job.Args.Bank, job.Args.TransRef)
}

// Hear keeps what a bank tells of, once, and has its payer found. The same
// transfer again is fine; errNotOurs if it went to an account of nobody here.
func (s *Service) Hear(ctx context.Context, t Told) error {
	accounts, err := s.Content.Accounts(ctx, s.Pool)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		if a.BankNumber == t.ToBank && a.No == t.ToAccountNo {
			return s.hear(ctx, t, a.Currency)
		}
	}
	return errNotOurs
}

func (s *Service) hear(ctx context.Context, t Told, currency string) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		added, err := db.New(tx).FeedAdd(ctx, db.FeedAddParams{
			Bank: t.FromBank, TransRef: t.TransRef, Account: t.FromAccount, Name: t.FromName, ToBank: t.ToBank, ToAccount: t.ToAccountNo,
			Amount: t.Amount, Currency: currency, At: t.At, ReceivedAt: s.Clock(), ID: uuid.New(),
		})
		if added == 0 || err != nil {
			return err
		}
		return s.Queue.InsertTx(ctx, tx, matchFeed{t.FromBank, t.TransRef}, nil)
	})
}

// match credits a told transfer to its payer, or leaves it for a cashier.
func (s *Service) match(ctx context.Context, bank, ref string) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		row, err := q.FeedLock(ctx, db.FeedLockParams{Bank: bank, TransRef: ref})
		if err != nil || row.State != feedNew {
			return err
		}
		member, proves, why, err := s.payerOf(ctx, tx, row)
		if err != nil {
			return err
		}
		if why != "" {
			return s.unmatchedTx(ctx, tx, row, string(why))
		}
		taken, held, err := s.creditFeedTx(ctx, tx, row, member, nil)
		switch {
		case err != nil:
			return err
		case !taken:
			return s.unmatchedTx(ctx, tx, row, reasonReviewed)
		case proves && !held:
			return s.Cashier.ProveTx(ctx, tx, member, cashier.WayFeed)
		}
		return nil
	})
}

// unmatchedTx leaves a transfer for a cashier, unless a slip was credited for it.
func (s *Service) unmatchedTx(ctx context.Context, tx pgx.Tx, row db.BankFeed, reason string) error {
	q := db.New(tx)
	claim, err := q.ClaimLock(ctx, db.ClaimLockParams{Bank: row.Bank, TransRef: row.TransRef})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
	case err != nil:
		return err
	case claim.TransferID != nil:
		now := s.Clock()
		return q.FeedSettled(ctx, db.FeedSettledParams{Bank: row.Bank, TransRef: row.TransRef, MemberID: claim.MemberID, DoneAt: &now})
	default:
		reason = reasonReviewed
	}
	return q.FeedUnmatched(ctx, db.FeedUnmatchedParams{Bank: row.Bank, TransRef: row.TransRef, Reason: reason})
}

// creditFeedTx takes a transfer for a member; not taken where a slip has claimed
// it, held where the member may not have it.
func (s *Service) creditFeedTx(ctx context.Context, tx pgx.Tx, row db.BankFeed, member identity.Member, by *int64) (taken, held bool, err error) {
	if taken, err = s.claimFeedTx(ctx, tx, row, &member.ID, viaOf(by)); err != nil || !taken {
		return false, false, err
	}
	from, err := s.feedSender(ctx, tx, row)
	if err != nil {
		return false, false, err
	}
	line, err := s.announcedTx(ctx, tx, member, row.Amount)
	if err != nil {
		return false, false, err
	}
	got, err := s.Cashier.TakeTx(ctx, tx, cashier.Incoming{
		Member: member, Line: line, Key: depositKey(row.Bank, row.TransRef), House: ledger.BankIn, Amount: row.Amount,
		From: from, Way: cashier.WayFeed, Reference: row.Bank + " " + row.TransRef, By: by,
	})
	if err != nil {
		return false, false, err
	}
	return true, got.Held, s.feedDoneTx(ctx, tx, row, &member.ID, got.TransferID, by)
}

func (s *Service) claimFeedTx(ctx context.Context, tx pgx.Tx, row db.BankFeed, member *int64, via string) (bool, error) {
	n, err := db.New(tx).ClaimTake(ctx, db.ClaimTakeParams{Bank: row.Bank, TransRef: row.TransRef, MemberID: member, Via: via})
	return n == 1, err
}

func (s *Service) feedDoneTx(ctx context.Context, tx pgx.Tx, row db.BankFeed, member *int64, transfer int64, by *int64) error {
	q, now := db.New(tx), s.Clock()
	n, err := q.ClaimCredit(ctx, db.ClaimCreditParams{Bank: row.Bank, TransRef: row.TransRef, TransferID: &transfer})
	if err != nil {
		return err
	}
	if n != 1 {
		return errors.New("bank: the claim of a told transfer is gone")
	}
	return q.FeedDone(ctx, db.FeedDoneParams{
		Bank: row.Bank, TransRef: row.TransRef, Reason: row.Reason, MemberID: member, TransferID: &transfer, DecidedBy: by, DoneAt: &now,
	})
}

func viaOf(by *int64) string {
	if by != nil {
		return "cashier"
	}
	return "feed"
}

func (s *Service) feedSender(ctx context.Context, q pg.DB, row db.BankFeed) (statement.Place, error) {
	bank, known, err := s.Content.BankByNumber(ctx, q, row.Bank)
	if err != nil || !known {
		return statement.Account(row.Bank, row.Account), err
	}
	return statement.Account(bank.Code, row.Account), nil
}

// Unmatched is a transfer into an account of ours whose payer nobody could
// tell. It is what a proposal about one keeps.
type Unmatched struct {
	ID          uuid.UUID    `json:"id"`
	Reason      string       `json:"reason"` // NOBODY, SEVERAL, SLIP_IN_REVIEW
	Bank        string       `json:"bank"`   // the sender's, three digits
	BankCode    string       `json:"bankCode,omitempty"`
	Account     string       `json:"account"`
	Name        string       `json:"name"`
	Reference   string       `json:"reference"`
	ToBank      string       `json:"toBank"`
	ToAccountNo string       `json:"toAccountNo"`
	Amount      money.Satang `json:"amount"`
	Currency    string       `json:"currency"`
	At          time.Time    `json:"at"`
	Since       time.Time    `json:"since"`
	Held        bool         `json:"held,omitempty"` // of one just credited: it waits to be given back
}

func unmatchedOf(r db.BankFeed) Unmatched {
	return Unmatched{
		ID: r.ID, Reason: r.Reason, Bank: r.Bank, Account: r.Account, Name: r.Name, Reference: r.TransRef, ToBank: r.ToBank,
		ToAccountNo: r.ToAccount, Amount: r.Amount, Currency: r.Currency, At: r.At.UTC(), Since: r.ReceivedAt.UTC(),
	}
}

// creditUnmatchedTx credits a transfer to the member that a cashier found. Where
// what the bank shows contradicts the member it is NOT_MATCH (409), unless two
// people have said so.
// NO_DATA if it does not wait (any more), SLIP_REFNO_DUPLICATED (409) if a slip
// of it waits: that one is to be decided.
func (s *Service) creditUnmatchedTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, member identity.Member, by int64, two bool) (Unmatched, error) {
	row, err := s.unmatchedLock(ctx, tx, id)
	if err != nil {
		return Unmatched{}, err
	}
	if string(member.Currency) != row.Currency {
		return Unmatched{}, apperr.Field(apperr.InvalidUserInfo, "memberId")
	}
	if !two && contradicts(row, member) {
		return Unmatched{}, apperr.New(apperr.NoteNotMatch).WithStatus(http.StatusConflict)
	}
	taken, held, err := s.creditFeedTx(ctx, tx, row, member, &by)
	if err == nil && !taken {
		err = errClaimed()
	}
	told := unmatchedOf(row)
	told.Held = held
	return told, err
}

// returnUnmatchedTx puts a transfer that is nobody's among the money to give
// back. Errors as creditUnmatchedTx.
func (s *Service) returnUnmatchedTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, by int64) (Unmatched, error) {
	row, err := s.unmatchedLock(ctx, tx, id)
	if err != nil {
		return Unmatched{}, err
	}
	taken, err := s.claimFeedTx(ctx, tx, row, nil, viaOf(&by))
	if err != nil {
		return Unmatched{}, err
	}
	if !taken {
		return Unmatched{}, errClaimed()
	}
	hold, err := s.Cashier.KeepAsideTx(ctx, tx, cashier.Incoming{
		Member: identity.Member{Currency: ledger.Currency(row.Currency)}, Key: depositKey(row.Bank, row.TransRef), House: ledger.BankIn, Amount: row.Amount,
		From: statement.Account(row.Bank, row.Account), Name: row.Name, Way: cashier.WayFeed, Reference: row.Bank + " " + row.TransRef,
	}, apperr.NoteNotMatch)
	if err != nil {
		return Unmatched{}, err
	}
	return unmatchedOf(row), s.feedDoneTx(ctx, tx, row, nil, hold, &by)
}

func (s *Service) unmatchedLock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (db.BankFeed, error) {
	row, err := db.New(tx).FeedLockByID(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && row.State == stateDone) {
		return row, apperr.New(apperr.NoData)
	}
	return row, err
}

// errClaimed refuses a transfer that a slip has claimed.
func errClaimed() error { return apperr.New(apperr.NoteDuplicated).WithStatus(http.StatusConflict) }
