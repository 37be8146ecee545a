package wallet

import (
	"context"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/wallet/internal/db"
)

// The reasons for a comparison with the providers' records.
const (
	ComparisonInPause   = "WAIT"    // payouts are paused until this comparison is complete
	ComparisonLate      = "LATE"    // after the pause, for records that the providers list late
	ComparisonAtNight   = "NIGHT"   // each night
	ComparisonByCommand = "COMMAND" // an operator's `wallet reconcile`
)

// The durations of comparisons.
const (
	comparisonInterval   = 50 * time.Second // between two comparisons while payouts are paused
	comparisonSlack      = time.Hour        // the compared period starts this long before the loss
	comparisonRetry      = time.Hour        // after a comparison that could not compare everything
	lateComparisonWindow = 24 * time.Hour   // late comparisons run within this time after the pause
	nightlyLookback      = 240 * time.Hour  // how far back the nightly comparison goes
)

// The hours of the nightly comparison, in Bangkok time. It runs at the first hour, and again in later ones
// while a provider does not respond.
const nightFrom, nightUntil = 3, 9

// lateComparisons are the times after a pause at which the comparison is repeated.
var lateComparisons = []time.Duration{10 * time.Minute, time.Hour}

// Comparison is one comparison with the providers' records.
type Comparison struct {
	Why string
	// Since is the start of the compared period.
	Since time.Time
}

// ComparisonResult is the outcome of a comparison.
type ComparisonResult struct {
	Unknown, Differences, Resolved int
	PausedBecause                  string // why payouts are still paused
}

// DueComparison returns the comparison that has to run now, or nil.
func (s *Service) DueComparison(ctx context.Context) (*Comparison, error) {
	pause, err := s.ReadPause(ctx, s.Pool)
	if err != nil {
		return nil, err
	}
	loss, err := s.ReadLoss(ctx, s.Pool)
	if err != nil {
		return nil, err
	}
	last, err := db.New(s.Pool).GetLastComparison(ctx)
	if err != nil {
		return nil, err
	}
	return dueComparison(s.Clock(), pause, loss, comparisonTimes{last.Began, last.Finished, last.Whole}), nil
}

// comparisonTimes are start times of earlier comparisons: of the last one, the last finished one, and the
// last one that compared everything.
type comparisonTimes struct{ Began, Finished, Complete time.Time }

func dueComparison(now time.Time, pause *PayoutPause, loss Loss, last comparisonTimes) *Comparison {
	sinceLast := now.Sub(last.Began)
	if pause != nil {
		if now.Sub(pause.Since) < lostCallTime || sinceLast < comparisonInterval {
			return nil
		}
		return &Comparison{ComparisonInPause, loss.From.Add(-comparisonSlack)}
	}
	if !loss.PauseEnded.IsZero() && now.Sub(loss.PauseEnded) < lateComparisonWindow {
		for _, after := range lateComparisons {
			at := loss.PauseEnded.Add(after)
			first := last.Finished.Before(at) && sinceLast >= comparisonInterval
			if !now.Before(at) && last.Complete.Before(at) && (first || sinceLast >= comparisonRetry) {
				return &Comparison{ComparisonLate, loss.From.Add(-comparisonSlack)}
			}
		}
	}
	hour := now.In(clock.Bangkok).Hour()
	if nightFrom <= hour && hour < nightUntil && sinceLast >= comparisonRetry && now.Sub(last.Complete) > 12*time.Hour {
		return &Comparison{ComparisonAtNight, now.Add(-nightlyLookback)}
	}
	return nil
}

// BeginComparison stores that a comparison has begun, and returns its id for EndComparison.
func (s *Service) BeginComparison(ctx context.Context, c Comparison) (id int64, err error) {
	return db.New(s.Pool).StartComparison(ctx, db.StartComparisonParams{Why: c.Why, Since: c.Since, Now: s.Clock()})
}

// EndComparison stores the outcome of a comparison.
func (s *Service) EndComparison(ctx context.Context, id int64, result ComparisonResult) error {
	return db.New(s.Pool).EndComparison(ctx, db.EndComparisonParams{
		ID: id, Now: s.Clock(), Unknown: int32(result.Unknown), Differences: int32(result.Differences), Mended: int32(result.Resolved), Waits: result.PausedBecause,
	})
}

// LastCompleteComparison returns when the last comparison that compared everything began. ok is false if
// there is none.
func (s *Service) LastCompleteComparison(ctx context.Context) (began time.Time, ok bool, err error) {
	last, err := db.New(s.Pool).GetLastComparison(ctx)
	return last.Whole, last.Whole.Year() > 2000, err
}
