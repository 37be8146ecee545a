package bank

import (
	"context"
	"errors"
	"time"

	"krapao/backend/content"
	"krapao/backend/platform/jobs"
	"krapao/backend/wallet"
)

// Jobs registers the package's jobs.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Bulkhead(slipBulkhead)
	turns := newCheckTurns()
	wallet.Step[checkSlip]{
		Do:      func(ctx context.Context, c checkSlip) (time.Duration, error) { return s.checkInTurn(ctx, turns, c.ID) },
		Stalled: s.findUnstartedSlips,
		Lost: func(ctx context.Context, c checkSlip) error {
			return s.sendToReview(ctx, c.ID, reviewReason{reason: reasonStalled})
		},
	}.Register(q, s.Pool, 5*time.Minute)
	jobs.Add(q, &matchFeedWorker{s: s})
	q.Every("bank.announcements", time.Minute, s.ExpireAnnouncements)
	q.Every("bank.feed", 5*time.Minute, s.RescueFeed)
	q.Every("bank.stalled", 5*time.Minute, s.RescueStalled)
	q.Every("bank.files", 24*time.Hour, s.SweepFiles)
}

// findUnstartedSlips returns slips whose check did not start within an hour. Either the check waits behind the
// member's other slips, or its job is lost.
func (s *Service) findUnstartedSlips(ctx context.Context) ([]checkSlip, error) {
	if wait, err := s.Content.PauseWait(ctx, content.ServiceSlip); err != nil || wait > 0 {
		return nil, err
	}
	ids, err := s.q().ListUnstartedSlips(ctx, s.Clock().Add(-stalledAfter))
	out := make([]checkSlip, 0, len(ids))
	for _, id := range ids {
		out = append(out, checkSlip{id})
	}
	return out, err
}

// RescueStalled sends a slip to a cashier if its check made no progress for an hour. Slips that wait behind
// others do not count.
func (s *Service) RescueStalled(ctx context.Context) error {
	if wait, err := s.Content.PauseWait(ctx, content.ServiceSlip); err != nil || wait > 0 {
		return err
	}
	ids, err := s.q().ListStalledSlips(ctx, s.Clock().Add(-stalledAfter))
	if err != nil {
		return err
	}
	var failed error
	for _, id := range ids { // a failed slip does not block the others
		if err := s.sendToReview(ctx, id, reviewReason{reason: reasonStalled}); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		s.Log.ErrorContext(ctx, "a slip's check stalled; the slip waits for a cashier", "slip", id)
	}
	return failed
}

// RescueFeed matches reported transfers whose job was lost.
func (s *Service) RescueFeed(ctx context.Context) error {
	if wait, err := s.Content.PauseWait(ctx, content.ServiceFeed); err != nil || wait > 0 {
		return err
	}
	rows, err := s.q().ListStalledFeedRows(ctx, s.Clock().Add(-feedStalledAfter))
	if err != nil {
		return err
	}
	var failed error
	for _, r := range rows {
		failed = errors.Join(failed, s.MatchTransfer(ctx, r.Bank, r.TransRef))
	}
	return failed
}
