package wallet

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/wallet/internal/db"
)

// Why money waits at the doors.
const (
	Restored = "RESTORED"  // our book came back from a backup
	Promoted = "PROMOTED"  // a standby took over, perhaps without the last of it
	WentBack = "WENT_BACK" // an operator says so: a disk's snapshot, for one
)

// The times of a wait.
const (
	settling = time.Minute    // longer than a call that our book lost can be on its way
	promoLag = 24 * time.Hour // more than a standby lags behind
	askFor   = 24 * time.Hour // after a wait: a withdrawal is voided only when the provider was asked
	holdFor  = 240 * time.Hour
)

// Wait is why and since when nothing is sent to a company: our book went back in
// time, and nobody has held it against theirs yet.
type Wait struct {
	Since  time.Time `json:"since"`
	Reason string    `json:"reason" enum:"RESTORED,PROMOTED,WENT_BACK"`
	// LostFrom is a moment before which our book has lost nothing.
	LostFrom time.Time `json:"-"`
}

// Waits answers the wait, or nil where money goes out.
func (s *Service) Waits(ctx context.Context, q pg.DB) (*Wait, error) {
	row, err := db.New(q).PayoutWait(ctx)
	if err != nil || row.Since == nil {
		return nil, err
	}
	return &Wait{Since: row.Since.UTC(), Reason: row.Reason, LostFrom: *row.LostFrom}, nil
}

// Loss is what our book may lack, during a wait and for a while after it.
type Loss struct {
	// From is a moment before which our book has lost nothing. What a provider did since, and our
	// book does not have, is held in its member's wallet. It is zero ten days after the wait.
	From time.Time
	// Before is when the wait began, or ended: what was asked for before it may have been sent by
	// what our book lost. It is zero a day after the wait.
	Before time.Time
	// Ended is when the wait ended; zero while it goes on.
	Ended time.Time
	// Landed is when all that our book had lost had come to an end: a minute after the wait began.
	// It is zero ten days after the wait, and of a wait that nobody has noted down.
	Landed time.Time
}

// Loss answers what our book may lack by now.
func (s *Service) Loss(ctx context.Context, q pg.DB) (Loss, error) {
	row, err := db.New(q).PayoutWait(ctx)
	if err != nil {
		return Loss{}, err
	}
	var l Loss
	now := s.Clock()
	if row.EndedAt != nil && now.Before(row.EndedAt.Add(holdFor)) {
		l.From, l.Ended = *row.EndedLostFrom, *row.EndedAt
		if row.EndedSince != nil {
			l.Landed = row.EndedSince.Add(settling)
		}
		if now.Before(row.EndedAt.Add(askFor)) {
			l.Before = *row.EndedAt
		}
	}
	if row.Since != nil {
		l.Ended, l.Before, l.Landed = time.Time{}, *row.Since, row.Since.Add(settling)
		if l.From.IsZero() || row.LostFrom.Before(l.From) {
			l.From = *row.LostFrom
		}
	}
	promoted, err := pg.Promoted(ctx, q)
	if err != nil || !promoted {
		return l, err
	}
	// Nobody has noted it down yet.
	l.Before, l.Ended = now, time.Time{}
	if from := now.Add(-promoLag); l.From.IsZero() || from.Before(l.From) {
		l.From = from
	}
	return l, nil
}

// WentBack says that our book went back in time, and nothing may be sent now. A
// promotion counts before anybody has noted it down: its first send must not be ahead
// of the one who does.
func (s *Service) WentBack(ctx context.Context, q pg.DB) (bool, error) {
	wait, err := s.Waits(ctx, q)
	if err != nil || wait != nil {
		return wait != nil, err
	}
	return pg.Promoted(ctx, q)
}

// waitRetry is when a call comes again that is not served while our book may lack something.
const waitRetry = 15 * time.Second

// Ready is a 503 with Retry-After while payouts wait: no reward begins on a book that may lack
// what the member has had.
func (s *Service) Ready(ctx context.Context) error {
	back, err := s.WentBack(ctx, s.Pool)
	if err == nil && back {
		err = apperr.New(apperr.Internal).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(waitRetry)
	}
	return err
}

// Still are guards that speak while nothing may be sent: WentBack, for a batch.
func (s *Service) Still() []pg.Guard {
	return []pg.Guard{{Query: db.GuardWait, Args: []any{WentBack}}, pg.NotPromoted(WentBack)}
}

// WaitTx has money wait from now on: our book may lack what happened after lostFrom;
// zero stands for what a standby may lack.
func (s *Service) WaitTx(ctx context.Context, tx pgx.Tx, reason string, lostFrom time.Time) error {
	now := s.Clock()
	if lostFrom.IsZero() {
		lostFrom = now.Add(-promoLag)
	}
	return db.New(tx).PayoutWaitSet(ctx, db.PayoutWaitSetParams{Now: now, Reason: reason, LostFrom: lostFrom})
}

// ReleaseTx ends the wait that began at a moment; done is false where it is over,
// or another one has begun.
func (s *Service) ReleaseTx(ctx context.Context, tx pgx.Tx, since time.Time) (done bool, err error) {
	now := s.Clock()
	n, err := db.New(tx).PayoutWaitEnd(ctx, db.PayoutWaitEndParams{Since: since, Now: now, Earlier: now.Add(-holdFor)})
	return n == 1, err
}

// LiftWait ends the wait after a walk that went back to since and began at began, and saw all
// of the payout provider's book. why says what it still waits for.
func (s *Service) LiftWait(ctx context.Context, since, began time.Time) (lifted bool, why string, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		lifted, why = false, ""
		wait, err := s.Waits(ctx, tx)
		switch {
		case err != nil || wait == nil:
			return err
		case began.Before(wait.Since.Add(settling)):
			why = "a call that our book lost may still be on its way: run it again a minute later"
			return nil
		case since.After(wait.LostFrom):
			why = "the walk did not go back far enough: -days more"
			return nil
		}
		lifted, err = s.ReleaseTx(ctx, tx, wait.Since)
		return err
	})
	return lifted, why, err
}
