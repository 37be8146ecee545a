package cashier

import (
	"context"
	"errors"
	"time"

	"krapao/backend/content"
	"krapao/backend/platform/jobs"
)

// Jobs registers the domain's workers.
func (s *Service) Jobs(q *jobs.Queue) {
	jobs.Add(q, &slipChecker{s: s})
	q.Bulkhead(slipBulkhead)
	jobs.Add(q, &feedMatcher{s: s})
	q.Every("cashier.announcements", time.Minute, s.ExpireAnnouncements)
	q.Every("cashier.feed", 5*time.Minute, s.RescueFeed)
	q.Every("cashier.stalled", 5*time.Minute, s.RescueStalled)
	q.Every("cashier.files", 24*time.Hour, s.SweepFiles)
}

// RescueStalled hands slips whose check came to no end to a cashier: those that
// got no step further for long, counted from their own last one, and those that
// nobody will ever begin. A slip that waits behind others is none of them.
func (s *Service) RescueStalled(ctx context.Context) error {
	if wait, err := s.Content.Pause(ctx, content.WaySlip); err != nil || wait > 0 {
		return err
	}
	before := s.Clock().Add(-stalled)
	ids, err := s.q().SlipsStalled(ctx, before)
	if err != nil {
		return err
	}
	waiting, err := s.q().SlipsNotBegun(ctx, before)
	if err != nil {
		return err
	}
	lost, err := jobs.Without(ctx, s.Pool, checkSlip{}.Kind(), waiting)
	if err != nil {
		return err
	}
	var failed error
	for _, id := range append(ids, lost...) {
		// One that cannot be handed over holds up no other.
		if err := s.review(ctx, id, reasonStalled, nil, false); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		s.Log.ErrorContext(ctx, "a slip's check came to no end; a cashier looks", "slip", id)
	}
	return failed
}

// RescueFeed matches told transfers anew whose job was given up.
func (s *Service) RescueFeed(ctx context.Context) error {
	if wait, err := s.Content.Pause(ctx, content.WayFeed); err != nil || wait > 0 {
		return err
	}
	rows, err := s.q().FeedStalled(ctx, s.Clock().Add(-feedStalled))
	if err != nil {
		return err
	}
	var failed error
	for _, r := range rows {
		failed = errors.Join(failed, s.match(ctx, r.Bank, r.TransRef))
	}
	return failed
}
