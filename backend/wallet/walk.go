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
	nightBack = 240 * time.Hour
	nightHour = 3 // in Bangkok
)

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

// Due answers the walk that is due by now; nil for none.
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
	return dueWalk(s.Clock(), wait, loss, last.Began, last.Finished), nil
}

func dueWalk(now time.Time, wait *Wait, loss Loss, began, finished time.Time) *Walk {
	if wait != nil {
		if now.Sub(wait.Since) < settling || now.Sub(began) < walkPause {
			return nil
		}
		return &Walk{WalkWait, loss.From.Add(-walkSlack)}
	}
	if !loss.Ended.IsZero() {
		for _, after := range lateWalks {
			if at := loss.Ended.Add(after); !now.Before(at) && finished.Before(at) && now.Sub(began) >= walkPause {
				return &Walk{WalkLate, loss.From.Add(-walkSlack)}
			}
		}
	}
	if now.In(clock.Bangkok).Hour() == nightHour && now.Sub(began) >= time.Hour && now.Sub(finished) > 12*time.Hour {
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

// LastWalk answers when the last walk began that came to its end; ok is false where there is none.
func (s *Service) LastWalk(ctx context.Context) (began time.Time, ok bool, err error) {
	last, err := db.New(s.Pool).WalksLast(ctx)
	return last.Finished, last.Finished.Year() > 2000, err
}
