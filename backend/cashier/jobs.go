package cashier

import (
	"context"
	"time"

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

// RescueStalled hands slips whose check never came to an end to a cashier. A
// job that failed at every try is given up by the queue; the slip must not be.
func (s *Service) RescueStalled(ctx context.Context) error {
	ids, err := s.q().SlipsStalled(ctx, s.Clock().Add(-stalled))
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.review(ctx, id, reasonStalled, nil); err != nil {
			return err
		}
		s.Log.ErrorContext(ctx, "a slip's check came to no end; a cashier looks", "slip", id)
	}
	return nil
}

// RescueFeed matches told transfers anew whose job was given up.
func (s *Service) RescueFeed(ctx context.Context) error {
	rows, err := s.q().FeedStalled(ctx, s.Clock().Add(-feedStalled))
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := s.match(ctx, r.Bank, r.TransRef); err != nil {
			return err
		}
	}
	return nil
}
