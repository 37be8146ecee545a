package cashier

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/internal/db"
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
	m, err := s.MemberOf(ctx, tx, member)
	if err != nil {
		return 0, Announcement{}, err
	}
	if err := s.AllowTx(ctx, tx, m, amount); err != nil {
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
		Type: statement.Deposit, Status: statement.Pending, From: m.BankCode, To: statement.Wallet, Amount: amount,
		Currency: string(m.Currency), CreatedAt: s.Clock(),
	})
	if err != nil {
		return 0, Announcement{}, err
	}
	err = q.AnnouncementAdd(ctx, db.AnnouncementAddParams{
		LineID: line.ID, MemberID: member, Amount: amount, Currency: string(m.Currency), CreatedAt: line.CreatedAt,
	})
	return http.StatusOK, Announcement{line}, err
}

// announcedTx answers the line that incoming money completes, or none: the one
// that it names, else, of a bank transfer, the member's oldest open
// announcement of the amount.
func (s *Service) announcedTx(ctx context.Context, tx pgx.Tx, in Incoming) (uuid.UUID, error) {
	if in.Line != uuid.Nil || (in.Way != WaySlip && in.Way != WayFeed) {
		return in.Line, nil
	}
	q := db.New(tx)
	id, err := q.AnnouncementOldest(ctx, db.AnnouncementOldestParams{MemberID: in.Member.ID, Amount: in.Amount, Currency: string(in.Member.Currency)})
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, nil
	}
	if err != nil {
		return uuid.Nil, err
	}
	_, err = q.AnnouncementClose(ctx, id)
	return id, err
}

// ExpireAnnouncements ends those whose transfer did not come within the hour.
func (s *Service) ExpireAnnouncements(ctx context.Context) error {
	old, err := s.q().AnnouncementsOver(ctx, s.Clock().Add(-announcedFor))
	if err != nil {
		return err
	}
	for _, a := range old {
		err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			// Who closes it owns its line: money may be completing it just now.
			if n, err := db.New(tx).AnnouncementClose(ctx, a.LineID); n == 0 || err != nil {
				return err
			}
			_, err := s.Statement.ChangeTx(ctx, tx, a.MemberID, a.LineID, statement.Change{Status: statement.Failed, Note: apperr.DepositNotSeen})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
