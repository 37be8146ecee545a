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

// The durations around a pause.
const (
	lostCallTime     = time.Minute    // longer than a provider call that our ledger lost can take to arrive
	standbyLag       = 24 * time.Hour // more than a standby lags behind
	askBeforeVoidFor = 24 * time.Hour // for this long after a pause, a withdrawal is voided only after its provider was asked
	holdLostFor      = 240 * time.Hour
)

// PayoutPause is a pause of payouts: its reason and its start. Payouts are paused if our database went back
// in time, until it has been compared with the providers' records.
type PayoutPause struct {
	Since  time.Time `json:"since"`
	Reason string    `json:"reason" enum:"RESTORED,PROMOTED,WENT_BACK"`
	// LostFrom is a time before which our ledger has lost nothing.
	LostFrom time.Time `json:"-"`
}

// ReadPause returns the pause, or nil while payouts run.
func (s *Service) ReadPause(ctx context.Context, q pg.DB) (*PayoutPause, error) {
	row, err := db.New(q).GetPayoutPause(ctx)
	if err != nil || row.Since == nil {
		return nil, err
	}
	return &PayoutPause{Since: row.Since.UTC(), Reason: row.Reason, LostFrom: *row.LostFrom}, nil
}

// Loss describes what our ledger may have lost, during a pause and for some time after it.
type Loss struct {
	// From is a time before which our ledger has lost nothing. A payment that a provider made since then, and
	// that our ledger lacks, is held in the member's wallet. From is zero ten days after the pause.
	From time.Time
	// RequestedBefore is when the pause began; after the pause, it is when the pause ended. A withdrawal that
	// was requested before this time may have been sent by a call that our ledger lost. RequestedBefore is
	// zero from a day after the pause.
	RequestedBefore time.Time
	// PauseEnded is when the pause ended. It is zero during the pause.
	PauseEnded time.Time
	// CallsEnded is when all calls that our ledger lost had ended: a minute after the pause began. It is zero
	// ten days after the pause, and during a pause that is not stored yet.
	CallsEnded time.Time
}

// ReadLoss returns what our ledger may have lost, as of now.
func (s *Service) ReadLoss(ctx context.Context, q pg.DB) (Loss, error) {
	row, err := db.New(q).GetPayoutPause(ctx)
	if err != nil {
		return Loss{}, err
	}
	var loss Loss
	now := s.Clock()
	if row.EndedAt != nil && now.Before(row.EndedAt.Add(holdLostFor)) {
		loss.From, loss.PauseEnded = *row.EndedLostFrom, *row.EndedAt
		if row.EndedSince != nil {
			loss.CallsEnded = row.EndedSince.Add(lostCallTime)
		}
		if now.Before(row.EndedAt.Add(askBeforeVoidFor)) {
			loss.RequestedBefore = *row.EndedAt
		}
	}
	if row.Since != nil {
		loss.PauseEnded, loss.RequestedBefore, loss.CallsEnded = time.Time{}, *row.Since, row.Since.Add(lostCallTime)
		if loss.From.IsZero() || row.LostFrom.Before(loss.From) {
			loss.From = *row.LostFrom
		}
	}
	promoted, err := pg.IsPromoted(ctx, q)
	if err != nil || !promoted {
		return loss, err
	}
	// A promoted server has to assume the loss before the pause is stored.
	loss.RequestedBefore, loss.PauseEnded = now, time.Time{}
	if from := now.Add(-standbyLag); loss.From.IsZero() || from.Before(loss.From) {
		loss.From = from
	}
	return loss, nil
}

// IsPaused returns whether our database went back in time, so that no payout may be sent now. On a promoted
// server IsPaused is true at once, before the pause is stored.
func (s *Service) IsPaused(ctx context.Context, q pg.DB) (bool, error) {
	pause, err := s.ReadPause(ctx, q)
	if err != nil || pause != nil {
		return pause != nil, err
	}
	return pg.IsPromoted(ctx, q)
}

// pauseRetryAfter is the Retry-After of a call that is rejected while our ledger may lack something.
const pauseRetryAfter = 15 * time.Second

// RefuseWhilePaused returns a 503 with Retry-After while payouts are paused, or nil. No reward may start
// during a pause, since our ledger may have lost a reward that the member received.
func (s *Service) RefuseWhilePaused(ctx context.Context) error {
	isPaused, err := s.IsPaused(ctx, s.Pool)
	if err == nil && isPaused {
		err = apperr.New(apperr.Internal).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(pauseRetryAfter)
	}
	return err
}

// PauseGuards returns the check of IsPaused as guards for a batch. They refuse while no payout may be sent.
func (s *Service) PauseGuards() []pg.Guard {
	return []pg.Guard{{Query: db.GuardPaused, Args: []any{WentBack}}, pg.NotPromotedGuard(WentBack)}
}

// PausePayoutsTx pauses payouts. lostFrom is a time before which our ledger has lost nothing. A zero lostFrom
// means the time by which a standby may lag behind.
func (s *Service) PausePayoutsTx(ctx context.Context, tx pgx.Tx, reason string, lostFrom time.Time) error {
	now := s.Clock()
	if lostFrom.IsZero() {
		lostFrom = now.Add(-standbyLag)
	}
	return db.New(tx).SetPayoutPause(ctx, db.SetPayoutPauseParams{Now: now, Reason: reason, LostFrom: lostFrom})
}

// EndPauseTx ends the pause that began at since. done is false if that pause has already ended, or a later one
// has begun.
func (s *Service) EndPauseTx(ctx context.Context, tx pgx.Tx, since time.Time) (done bool, err error) {
	now := s.Clock()
	n, err := db.New(tx).EndPayoutPause(ctx, db.EndPayoutPauseParams{Since: since, Now: now, Earlier: now.Add(-holdLostFor)})
	return n == 1, err
}

// EndPauseAfterComparison ends the pause after a comparison with the providers. The comparison began at
// began, covered the time from since on, and read all records of the payout provider. If the pause has to
// continue, ended is false and reason says why.
func (s *Service) EndPauseAfterComparison(ctx context.Context, since, began time.Time) (ended bool, reason string, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		ended, reason = false, ""
		pause, err := s.ReadPause(ctx, tx)
		switch {
		case err != nil || pause == nil:
			return err
		case began.Before(pause.Since.Add(lostCallTime)):
			reason = "a call that our ledger lost may still arrive: compare again in a minute"
			return nil
		case since.After(pause.LostFrom):
			reason = "the comparison did not go back far enough: use a larger -days"
			return nil
		}
		ended, err = s.EndPauseTx(ctx, tx, pause.Since)
		return err
	})
	return ended, reason, err
}
