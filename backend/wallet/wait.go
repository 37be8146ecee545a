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

// The reasons why payouts are paused.
const (
	Restored = "RESTORED"  // our database was restored from a backup
	Promoted = "PROMOTED"  // a standby took over, perhaps without the last transactions
	WentBack = "WENT_BACK" // set by an operator, for example after a restored disk snapshot
)

// The durations of a pause.
const (
	settling = time.Minute    // longer than a call that our ledger lost can be in transit
	promoLag = 24 * time.Hour // more than a standby lags behind
	askFor   = 24 * time.Hour // after a pause: a withdrawal is voided only after the provider was asked
	holdFor  = 240 * time.Hour
)

// Wait is why and since when payouts are paused: our database went back in time, and has not been compared
// with the providers' records yet.
type Wait struct {
	Since  time.Time `json:"since"`
	Reason string    `json:"reason" enum:"RESTORED,PROMOTED,WENT_BACK"`
	// LostFrom is a time before which our ledger has lost nothing.
	LostFrom time.Time `json:"-"`
}

// Waits returns the pause, or nil while payouts run.
func (s *Service) Waits(ctx context.Context, q pg.DB) (*Wait, error) {
	row, err := db.New(q).PayoutWait(ctx)
	if err != nil || row.Since == nil {
		return nil, err
	}
	return &Wait{Since: row.Since.UTC(), Reason: row.Reason, LostFrom: *row.LostFrom}, nil
}

// Loss is what our ledger may lack, during a pause and for some time after it.
type Loss struct {
	// From is a time before which our ledger has lost nothing. A payment that a provider made since then, and
	// that our ledger lacks, is held in the member's wallet. From is zero ten days after the pause.
	From time.Time
	// Before is when the pause began, or ended. What was asked for before this time may have been sent by
	// calls that our ledger lost. It is zero a day after the pause.
	Before time.Time
	// Ended is when the pause ended. It is zero during the pause.
	Ended time.Time
	// Landed is when all calls that our ledger lost had ended: a minute after the pause began. It is zero ten
	// days after the pause, and during a pause that is not stored yet.
	Landed time.Time
}

// Loss returns what our ledger may lack now.
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
	// The promotion is not stored yet.
	l.Before, l.Ended = now, time.Time{}
	if from := now.Add(-promoLag); l.From.IsZero() || from.Before(l.From) {
		l.From = from
	}
	return l, nil
}

// WentBack returns whether our database went back in time, so that nothing may be sent now. A promotion
// counts before the pause is stored: a promoted server must not send before that.
func (s *Service) WentBack(ctx context.Context, q pg.DB) (bool, error) {
	wait, err := s.Waits(ctx, q)
	if err != nil || wait != nil {
		return wait != nil, err
	}
	return pg.Promoted(ctx, q)
}

// waitRetry is the Retry-After of a call that is rejected while our ledger may lack something.
const waitRetry = 15 * time.Second

// Ready returns a 503 with Retry-After while payouts are paused: no reward may start while our ledger may
// lack what the member has had.
func (s *Service) Ready(ctx context.Context) error {
	back, err := s.WentBack(ctx, s.Pool)
	if err == nil && back {
		err = apperr.New(apperr.Internal).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(waitRetry)
	}
	return err
}

// NotPaused returns WentBack as guards for a batch: they refuse while nothing may be sent.
func (s *Service) NotPaused() []pg.Guard {
	return []pg.Guard{{Query: db.GuardWait, Args: []any{WentBack}}, pg.NotPromoted(WentBack)}
}

// WaitTx pauses payouts: our ledger may lack what happened after lostFrom. A zero lostFrom means what a
// standby may lack.
func (s *Service) WaitTx(ctx context.Context, tx pgx.Tx, reason string, lostFrom time.Time) error {
	now := s.Clock()
	if lostFrom.IsZero() {
		lostFrom = now.Add(-promoLag)
	}
	return db.New(tx).PayoutWaitSet(ctx, db.PayoutWaitSetParams{Now: now, Reason: reason, LostFrom: lostFrom})
}

// ReleaseTx ends the pause that began at since. done is false if that pause is over, or another one has
// begun.
func (s *Service) ReleaseTx(ctx context.Context, tx pgx.Tx, since time.Time) (done bool, err error) {
	now := s.Clock()
	n, err := db.New(tx).PayoutWaitEnd(ctx, db.PayoutWaitEndParams{Since: since, Now: now, Earlier: now.Add(-holdFor)})
	return n == 1, err
}

// LiftWait ends the pause after a comparison that began at began, went back to since, and read all records of
// the payout provider. If the pause continues, why says what is missing.
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
