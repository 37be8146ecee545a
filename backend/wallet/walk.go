package wallet

import (
	"context"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/wallet/internal/db"
)

// Why a walk over the providers' books is made.
const (
	WalkWait    = "WAIT"    // payouts wait for it
	WalkLate    = "LATE"    // after the wait, for lists that are late
	WalkNight   = "NIGHT"   // each night
	WalkCommand = "COMMAND" // an operator's `wallet reconcile`
)

// The times of walks.
const (
	walkPause = 50 * time.Second // between two while payouts wait
	walkSlack = time.Hour        // a walk goes back a bit further than the loss
	walkRetry = time.Hour        // after one that could not compare everything
	lateRetry = 24 * time.Hour   // for so long after the wait a late walk is made again
	nightBack = 240 * time.Hour
)

// The hours of Bangkok in which the night's walk is made: at the first, and at the later ones while
// some provider did not answer.
const nightFrom, nightUntil = 3, 9

// lateWalks are how long after a wait it is walked again.
var lateWalks = []time.Duration{10 * time.Minute, time.Hour}

// Walk is one over the providers' books.
type Walk struct {
	Why string
	// Since is how far back it goes.
	Since time.Time
}

// Walked is how a walk came out.
type Walked struct {
	Unknown, Differences, Mended int
	Waits                        string // why payouts wait still
}

// Due returns the walk that is due by now, or nil.
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

// walks are when walks began: the last one, the last that came to its end, and the last that compared everything.
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

// BeginWalk stores that a walk has begun, and EndWalk how it came out.
func (s *Service) BeginWalk(ctx context.Context, w Walk) (id int64, err error) {
	return db.New(s.Pool).WalkBegin(ctx, db.WalkBeginParams{Why: w.Why, Since: w.Since, Now: s.Clock()})
}

// EndWalk stores how a walk came out.
func (s *Service) EndWalk(ctx context.Context, id int64, w Walked) error {
	return db.New(s.Pool).WalkEnd(ctx, db.WalkEndParams{
		ID: id, Now: s.Clock(), Unknown: int32(w.Unknown), Differences: int32(w.Differences), Mended: int32(w.Mended), Waits: w.Waits,
	})
}

// LastWalk returns when the last walk began that compared everything that providers list; ok is false if there is none.
func (s *Service) LastWalk(ctx context.Context) (began time.Time, ok bool, err error) {
	last, err := db.New(s.Pool).WalksLast(ctx)
	return last.Whole, last.Whole.Year() > 2000, err
}
