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
	announcementLife = time.Hour
	// maxAnnouncements is a member's maximum number of open announcements. It prevents members from announcing
	// every possible amount.
	maxAnnouncements = 5
)

// Announcement is the response to a member who announces a bank transfer.
type Announcement struct {
	Statement statement.Line `json:"statement"`
}

// AnnounceTx stores a bank transfer that a member is about to make, as a PENDING line. It returns the HTTP
// status and the response, or REQUEST_LIMIT if maxAnnouncements announcements are open. The member's next
// transfer of this amount completes the oldest open announcement.
func (s *Service) AnnounceTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) (int, Announcement, error) {
	m, err := s.Identity.Member(ctx, tx, member)
	if err != nil {
		return 0, Announcement{}, err
	}
	if err := s.Cashier.CheckDepositTx(ctx, tx, m.ID, amount); err != nil {
		return 0, Announcement{}, err
	}
	q := db.New(tx)
	// NextVersion locks the member's row, so the count below cannot change.
	if _, err := pg.NextVersion(ctx, tx, member); err != nil {
		return 0, Announcement{}, err
	}
	open, err := q.CountAnnouncements(ctx, member)
	if err != nil {
		return 0, Announcement{}, err
	}
	if open >= maxAnnouncements {
		return 0, Announcement{}, apperr.New(apperr.RequestLimit).WithRetryAfter(announcementLife)
	}
	line, err := s.Statement.AddTx(ctx, tx, member, statement.Line{
		Type: statement.Deposit, Status: statement.Pending, FromPlace: statement.AccountPlace(m.BankCode, ""), ToPlace: statement.PlaceOf(statement.Wallet),
		Amount: amount, Currency: string(m.Currency), CreatedAt: s.Clock(),
	})
	if err != nil {
		return 0, Announcement{}, err
	}
	err = q.InsertAnnouncement(ctx, db.InsertAnnouncementParams{
		LineID: line.ID, MemberID: member, Amount: amount, Currency: string(m.Currency), CreatedAt: line.CreatedAt,
	})
	return http.StatusOK, Announcement{line}, err
}

// newAnnouncementHook returns a hook for ReceiveTx that runs under the wallet's lock. If the member has
// announced the amount, the hook sets in.Line to the oldest open announcement.
func newAnnouncementHook(in *cashier.Incoming) func(*pgx.Batch) {
	return func(b *pgx.Batch) {
		b.Queue(db.CompleteAnnouncement, in.Member.ID, int64(in.Amount), string(in.Member.Currency)).
			QueryRow(func(row pgx.Row) error { return pg.IgnoreNoRows(row.Scan(&in.Line)) })
	}
}

// ExpireAnnouncements fails announcements that no transfer completed within an hour.
func (s *Service) ExpireAnnouncements(ctx context.Context) error {
	old, err := s.q().ListEndedAnnouncements(ctx, s.Clock().Add(-announcementLife))
	if err != nil {
		return err
	}
	var errs error
	for _, a := range old { // an error with one announcement does not block the others
		err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			// Money may be completing this line now: only the transaction that closes the announcement
			// changes the line.
			if n, err := db.New(tx).CloseAnnouncement(ctx, a.LineID); n == 0 || err != nil {
				return err
			}
			_, err := s.Statement.ChangeTx(ctx, tx, a.MemberID, a.LineID, statement.Change{Status: statement.Failed, Note: apperr.DepositNotSeen})
			return err
		})
		errs = errors.Join(errs, err)
	}
	return errs
}
