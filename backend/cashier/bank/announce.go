package bank

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

const (
	announcedFor = time.Hour
	// maxAnnounced keeps one member from claiming every amount there is.
	maxAnnounced = 5
)

// Announcement is the answer to a transfer that a member is about to make.
type Announcement struct {
	Statement statement.Line `json:"statement"`
}

// AnnounceTx notes a bank transfer that a member is about to make, as a line in
// progress. What comes by bank completes the oldest open one of its amount. A
// sixth open one is REQUEST_LIMIT.
func (s *Service) AnnounceTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) (int, Announcement, error) {
	m, err := s.Identity.Member(ctx, tx, member)
	if err != nil {
		return 0, Announcement{}, err
	}
	if err := s.Cashier.AllowTx(ctx, tx, m.ID, amount); err != nil {
		return 0, Announcement{}, err
	}
	q := db.New(tx)
	// The version first: it locks the member, so that the count holds.
	if _, err := pg.NextVersion(ctx, tx, member); err != nil {
		return 0, Announcement{}, err
	}
	open, err := q.AnnouncementCount(ctx, member)
	if err != nil {
		return 0, Announcement{}, err
	}
	if open >= maxAnnounced {
		return 0, Announcement{}, apperr.New(apperr.RequestLimit).WithRetryAfter(announcedFor)
	}
	line, err := s.Statement.AddTx(ctx, tx, member, statement.Line{
		Type: statement.Deposit, Status: statement.Pending, FromPlace: statement.Account(m.BankCode, ""), ToPlace: statement.At(statement.Wallet),
		Amount: amount, Currency: string(m.Currency), CreatedAt: s.Clock(),
	})
	if err != nil {
		return 0, Announcement{}, err
	}
	err = q.AnnouncementAdd(ctx, db.AnnouncementAddParams{
		LineID: line.ID, MemberID: member, Amount: amount, Currency: string(m.Currency), CreatedAt: line.CreatedAt,
	})
	return http.StatusOK, Announcement{line}, err
}

// announced has money complete the member's oldest open announcement of the amount,
// if there is one: under the lock of the wallet, as whatever moves its money.
func announced(in *cashier.Incoming) func(*pgx.Batch) {
	return func(b *pgx.Batch) {
		b.Queue(db.AnnouncementTake, in.Member.ID, int64(in.Amount), string(in.Member.Currency)).
			QueryRow(func(row pgx.Row) error { return pg.MayBeNone(row.Scan(&in.Line)) })
	}
}

// ExpireAnnouncements ends those whose transfer did not come within the hour.
func (s *Service) ExpireAnnouncements(ctx context.Context) error {
	old, err := s.q().AnnouncementsOver(ctx, s.Clock().Add(-announcedFor))
	if err != nil {
		return err
	}
	var failed error
	for _, a := range old { // one that cannot be ended holds up no other
		err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			// Who closes it owns its line: money may be completing it just now.
			if n, err := db.New(tx).AnnouncementClose(ctx, a.LineID); n == 0 || err != nil {
				return err
			}
			_, err := s.Statement.ChangeTx(ctx, tx, a.MemberID, a.LineID, statement.Change{Status: statement.Failed, Note: apperr.DepositNotSeen})
			return err
		})
		failed = errors.Join(failed, err)
	}
	return failed
}
