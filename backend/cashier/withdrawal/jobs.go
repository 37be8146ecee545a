package withdrawal

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
)

// Jobs registers the domain's workers.
func (s *Service) Jobs(q *jobs.Queue) {
	jobs.Add(q, &payer{s: s})
	q.Bulkhead(bulkhead)
	q.Every("withdrawal.stalled", time.Minute, s.RescueStalled)
}

// RescueStalled gives a new job to withdrawals under way that have none: the
// queue gives a job up after many failures; a withdrawal must not be.
func (s *Service) RescueStalled(ctx context.Context) error {
	ids, err := s.q().WithdrawalsStalled(ctx, s.Clock().Add(-stalled))
	if err != nil || len(ids) == 0 {
		return err
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		lost, err := jobs.Without(ctx, tx, payOutKind, ids)
		if err != nil {
			return err
		}
		for _, id := range lost {
			if err := s.Queue.InsertTx(ctx, tx, payOut{ID: id}, nil); err != nil {
				return err
			}
			s.Log.WarnContext(ctx, "a withdrawal's job was lost; it has a new one", "withdrawal", id)
		}
		return nil
	})
}
