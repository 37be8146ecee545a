package cashier

import (
	"context"
	"time"

	"krapao/backend/platform/jobs"
)

// Jobs registers the domain's workers.
func (s *Service) Jobs(q *jobs.Queue) {
	jobs.Add(q, &slipChecker{s: s})
	q.Every("cashier.stalled", 5*time.Minute, s.RescueStalled)
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
