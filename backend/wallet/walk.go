package wallet

import (
	"context"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/wallet/internal/db"
)

// The reasons for a comparison with the providers' records. This file calls a comparison a walk.
const (
	WalkWait    = "WAIT"    // payouts are paused until this comparison is complete
	WalkLate    = "LATE"    // after the pause, for records that the providers list late
	WalkNight   = "NIGHT"   // each night
	WalkCommand = "COMMAND" // an operator's `wallet reconcile`
)

// The durations of comparisons.
const (
	walkPause = 50 * time.Second // between two comparisons while payouts are paused
	walkSlack = time.Hour        // a comparison starts this much before the loss
	walkRetry = time.Hour        // after a comparison that could not compare everything
	lateRetry = 24 * time.Hour   // for this long after the pause a late comparison is repeated
	nightBack = 240 * time.Hour
)

// The hours of the nightly comparison, in Bangkok time. It runs at the first hour, and again in later ones
// while a provider does not respond.
const nightFrom, nightUntil = 3, 9

// lateWalks are the times after a pause at which the comparison is repeated.
var lateWalks = []time.Duration{10 * time.Minute, time.Hour}

// Walk is one comparison with the providers' records.
type Walk struct {
	Why string
	// Since is how far back the comparison goes.
	Since time.Time
}

// Walked is the outcome of a comparison.
type Walked struct {
	Unknown, Differences, Mended int
	Waits                        string // why payouts are still paused
}

// Due returns the comparison that has to run now, or nil.
func (s *Service) Due(ctx context.Context) (*Walk, error) {
	wait, err := s.Waits(ctx, s.Pool)
	if err != nil {
		return nil, err
	}
	loss, err := s.Loss(ctx, s.Pool)
	if err != nil {
		return nil, err
	}
	last, err := db.New(s.Pool).WalksLast(ctx)
	if err != nil {
		return nil, err
	}
	return dueWalk(s.Clock(), wait, loss, walks(last)), nil
}

// walks are start times of earlier comparisons: of the last one, the last finished one, and the last one that
// compared everything.
type walks struct{ Began, Finished, Whole time.Time }

func dueWalk(now time.Time, wait *Wait, loss Loss, last walks) *Walk {
	pause := now.Sub(last.Began)
	if wait != nil {
		if now.Sub(wait.Since) < settling || pause < walkPause {
			return nil
		}
		return &Walk{WalkWait, loss.From.Add(-walkSlack)}
	}
	if !loss.Ended.IsZero() && now.Sub(loss.Ended) < lateRetry {
		for _, after := range lateWalks {
			at := loss.Ended.Add(after)
			first := last.Finished.Before(at) && pause >= walkPause
			if !now.Before(at) && last.Whole.Before(at) && (first || pause >= walkRetry) {
				return &Walk{WalkLate, loss.From.Add(-walkSlack)}
			}
		}
	}
	hour := now.In(clock.Bangkok).Hour()
	if nightFrom <= hour && hour < nightUntil && pause >= walkRetry && now.Sub(last.Whole) > 12*time.Hour {
		return &Walk{WalkNight, now.Add(-nightBack)}
	}
	return nil
}

// BeginWalk stores that a comparison has begun, and returns its id for EndWalk.
func (s *Service) BeginWalk(ctx context.Context, w Walk) (id int64, err error) {
	return db.New(s.Pool).WalkBegin(ctx, db.WalkBeginParams{Why: w.Why, Since: w.Since, Now: s.Clock()})
}

// EndWalk stores the outcome of a comparison.
func (s *Service) EndWalk(ctx context.Context, id int64, w Walked) error {
	return db.New(s.Pool).WalkEnd(ctx, db.WalkEndParams{
		ID: id, Now: s.Clock(), Unknown: int32(w.Unknown), Differences: int32(w.Differences), Mended: int32(w.Mended), Waits: w.Waits,
	})
}

// LastWalk returns when the last comparison that compared everything began. ok is false if there is none.
func (s *Service) LastWalk(ctx context.Context) (began time.Time, ok bool, err error) {
	last, err := db.New(s.Pool).WalksLast(ctx)
	return last.Whole, last.Whole.Year() > 2000, err
}
