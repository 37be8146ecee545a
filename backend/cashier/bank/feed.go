package bank

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/match"
	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// TransferReport is a bank's report of a transfer into an account of ours.
type TransferReport struct {
	TransRef    string       `json:"transRef"`
	FromBank    string       `json:"fromBank"` // the bank's number: content.Bank
	FromAccount string       `json:"fromAccount"`
	FromName    string       `json:"fromName"`
	ToBank      string       `json:"toBank"`
	ToAccountNo string       `json:"toAccountNo"`
	Amount      money.Satang `json:"amount"`
	At          time.Time    `json:"at"`
}

// reasonReviewed means that the transfer's slip already waits for a cashier. All other reasons are a
// match.Reason.
const reasonReviewed = "SLIP_IN_REVIEW"

// States of a reported transfer. The last state is stateDone, as for slips.
const (
	feedNew       = "NEW"
	feedUnmatched = "UNMATCHED"
)

// errNotOurAccount means that a transfer went into an account that is not ours.
var errNotOurAccount = errors.New("bank: not an account of ours")

// matchFeed is the job that finds the payer of a reported transfer.
type matchFeed struct {
	Bank     string `json:"bank"`
	TransRef string `json:"transRef"`
}

// Kind returns the job's name in the queue.
func (matchFeed) Kind() string { return "feed.match" }

type matchFeedWorker struct {
	river.WorkerDefaults[matchFeed]
	s *Service
}

// Work runs the job.
func (w *matchFeedWorker) Work(ctx context.Context, job *river.Job[matchFeed]) error {
	wait, err := w.s.Content.PauseWait(ctx, content.ServiceFeed)
	if err == nil && wait > 0 {
		err = river.JobSnooze(wait)
	}
	if err != nil {
		return err
	}
	return w.s.MatchTransfer(ctx, job.Args.Bank, job.Args.TransRef)
}

// StoreReport stores a bank's report of a transfer, and enqueues the job that finds its payer. A repeated
// report has no effect. StoreReport returns errNotOurAccount if the transfer went into an account that is not
// ours.
func (s *Service) StoreReport(ctx context.Context, t TransferReport) error {
	accounts, err := s.Content.Accounts(ctx, s.Pool)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		if a.BankNumber == t.ToBank && a.No == t.ToAccountNo {
			return s.storeReportIn(ctx, t, a.Currency)
		}
	}
	return errNotOurAccount
}

func (s *Service) storeReportIn(ctx context.Context, t TransferReport, currency string) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		added, err := db.New(tx).InsertFeedRow(ctx, db.InsertFeedRowParams{
			Bank: t.FromBank, TransRef: t.TransRef, Account: t.FromAccount, Name: t.FromName, ToBank: t.ToBank, ToAccount: t.ToAccountNo,
			Amount: t.Amount, Currency: currency, At: t.At, ReceivedAt: s.Clock(), ID: uuid.New(),
		})
		if added == 0 || err != nil {
			return err
		}
		return s.Queue.InsertTx(ctx, tx, matchFeed{t.FromBank, t.TransRef}, nil)
	})
}

// MatchTransfer credits a reported transfer to its payer, or leaves it for a cashier. It does nothing if the
// transfer is already decided.
func (s *Service) MatchTransfer(ctx context.Context, bank, ref string) error {
	row, err := s.q().GetFeedRowByRef(ctx, db.GetFeedRowByRefParams{Bank: bank, TransRef: ref})
	if err != nil || row.State != feedNew {
		return err
	}
	member, proof, reason, err := s.findPayer(ctx, row)
	if err != nil {
		return err
	}
	if reason == "" {
		err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			_, err := s.creditFeedTx(ctx, tx, row, member, matchSource{proof: proof})
			return err
		})
		switch {
		case errors.Is(err, errDecided):
			return nil
		case !errors.Is(err, errClaimedBySlip):
			return err
		}
		reason = reasonReviewed
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := db.New(tx).LockFeedRow(ctx, db.LockFeedRowParams{Bank: bank, TransRef: ref})
		if err != nil || row.State != feedNew {
			return err
		}
		return s.leaveUnmatchedTx(ctx, tx, row, string(reason))
	})
}

// leaveUnmatchedTx leaves a transfer for a cashier. If its slip has been credited, leaveUnmatchedTx ends the
// transfer instead.
func (s *Service) leaveUnmatchedTx(ctx context.Context, tx pgx.Tx, row db.BankFeed, reason string) error {
	q := db.New(tx)
	claim, err := q.ClaimLock(ctx, db.ClaimLockParams{Bank: row.Bank, TransRef: row.TransRef})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
	case err != nil:
		return err
	case claim.TransferID != nil:
		now := s.Clock()
		return q.SettleFeedRow(ctx, db.SettleFeedRowParams{Bank: row.Bank, TransRef: row.TransRef, MemberID: claim.MemberID, DoneAt: &now})
	default:
		reason = reasonReviewed
	}
	return q.MarkFeedRowUnmatched(ctx, db.MarkFeedRowUnmatchedParams{Bank: row.Bank, TransRef: row.TransRef, Reason: reason})
}

// matchSource describes how the member of a reported transfer was found.
type matchSource struct {
	by    *int64         // the cashier who found the member, nil for the rules
	proof *cashier.Proof // what the credit proves, nil for nothing
}

// errClaimedBySlip means that a slip has claimed the transfer.
var errClaimedBySlip = errors.New("bank: a slip has claimed the transfer")

// creditFeedTx credits a transfer to a member, or holds the money, and returns whether it is held. It returns
// errClaimedBySlip if a slip has claimed the transfer. If the rules found the member, there are two more
// errors. errDecided means that the transfer has been decided. If the member's bank account has changed since
// it was read, creditFeedTx returns an error, and the job applies the rules again.
func (s *Service) creditFeedTx(ctx context.Context, tx pgx.Tx, row db.BankFeed, member identity.Member, source matchSource) (held bool, err error) {
	from, err := s.payerPlace(ctx, tx, member, row.Bank, row.Account, source.by == nil)
	if err != nil {
		return false, err
	}
	in := &cashier.Incoming{
		Member: member, Key: depositKey(row.Bank, row.TransRef), HouseAccount: ledger.BankIn, Amount: row.Amount,
		From: from, Method: cashier.MethodFeed, Reference: row.Bank + " " + row.TransRef, By: source.by,
	}
	in.QueueBeforeLock = func(b *pgx.Batch) {
		if source.by == nil {
			queueCheckNew(b, row)
		}
		b.Queue(db.ClaimInsert, row.Bank, row.TransRef, member.ID, viaOf(source.by), nil).Exec(func(result pgconn.CommandTag) error {
			if result.RowsAffected() == 0 {
				return errClaimedBySlip
			}
			return nil
		})
	}
	in.QueueUnderLock = func(b *pgx.Batch) {
		if source.by == nil {
			queueCheckAccount(b, member)
		}
		newAnnouncementHook(in)(b)
	}
	in.QueueWithPosting = func(b *pgx.Batch, held bool) {
		s.queueFeedDone(ctx, b, row, &member.ID, source.by)
		if source.proof != nil && !held {
			s.Cashier.StoreProofBatch(ctx, b, *source.proof)
		}
	}
	got, err := s.Cashier.ReceiveTx(ctx, tx, in)
	return got.Held, err
}

// queueCheckNew locks a reported transfer. The batch returns errDecided if its state is not NEW any more.
func queueCheckNew(b *pgx.Batch, row db.BankFeed) {
	b.Queue(db.GetFeedState, row.Bank, row.TransRef).QueryRow(func(r pgx.Row) error {
		var state string
		if err := r.Scan(&state); err != nil || state == feedNew {
			return err
		}
		return errDecided
	})
}

// queueCheckAccount makes the batch fail if the member's account has changed since it was compared.
func queueCheckAccount(b *pgx.Batch, m identity.Member) {
	same := identity.AccountUnchangedGuard(m)
	b.Queue(same.Query, same.Args...).QueryRow(func(r pgx.Row) error {
		if err := r.Scan(new(string)); err != nil {
			return pg.IgnoreNoRows(err)
		}
		return fmt.Errorf("bank: member %d: %w", m.ID, same.Stale)
	})
}

// queueFeedDone ends a reported transfer as credited or held, with the ledger transfer that was posted under
// its key.
func (s *Service) queueFeedDone(ctx context.Context, b *pgx.Batch, row db.BankFeed, member, by *int64) {
	key := depositKey(row.Bank, row.TransRef)
	queueClaimCredit(b, key, row.Bank, row.TransRef)
	_ = db.New(pg.InBatch(b)).MarkFeedRowDone(ctx, db.MarkFeedRowDoneParams{
		Bank: row.Bank, TransRef: row.TransRef, Reason: row.Reason, MemberID: member, Key: key, DecidedBy: by, DoneAt: s.Clock(),
	})
}

// queueClaimCredit stores in the claim the transfer that was credited.
func queueClaimCredit(b *pgx.Batch, key uuid.UUID, bank, transRef string) {
	b.Queue(db.ClaimCredit, [16]byte(key), bank, transRef).Exec(func(result pgconn.CommandTag) error {
		if result.RowsAffected() != 1 {
			return fmt.Errorf("bank: the claim of %s %s is missing", bank, transRef)
		}
		return nil
	})
}

func viaOf(by *int64) string {
	if by != nil {
		return "cashier"
	}
	return "feed"
}

// payerPlace returns the paying account as the member sees it. The member's own account shows its last
// digits; any other account shows the digits that its bank shows. isOwn means that the rules found the
// account to be the member's own. If a cashier found the member, the account counts as the member's only if
// enough digits are shown.
func (s *Service) payerPlace(ctx context.Context, q pg.DB, m identity.Member, bank, shown string, isOwn bool) (statement.Place, error) {
	if m.BankNumber == bank {
		mask := match.ReadMask(shown)
		if mask.IsAccount(m.AccountNo) || isOwn && mask.Fit(m.AccountNo) != match.Differs {
			return statement.OwnAccountPlace(m.BankCode, m.AccountNo), nil
		}
		return statement.AccountPlace(m.BankCode, shown), nil
	}
	named, known, err := s.Content.BankByNumber(ctx, q, bank)
	if err != nil || !known {
		return statement.AccountPlace(bank, shown), err
	}
	return statement.AccountPlace(named.Code, shown), nil
}
