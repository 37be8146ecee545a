package withdrawal

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"krapao/backend/platform/jobs"
	"krapao/backend/wallet"
)

// payoutJob is the job that follows a withdrawal to its outcome.
type payoutJob struct {
	ID uuid.UUID `json:"id"`
}

// Kind returns the job's name in the queue.
func (payoutJob) Kind() string { return "pay_out" }

// InsertOpts selects the workers that serve only the payout provider.
func (payoutJob) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: bulkhead} }

const bulkhead = "payout"

// Jobs registers the package's jobs.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Bulkhead(bulkhead)
	wallet.Step[payoutJob]{
		Do:      func(ctx context.Context, p payoutJob) (time.Duration, error) { return s.runStep(ctx, p.ID) },
		Stalled: s.findStalled,
	}.Register(q, s.Pool, time.Minute)
	q.Every("withdrawal.explained", releasePause, s.releaseExplained)
	q.Bulkhead(gatherBulkhead)
	wallet.Step[gatherMoney]{
		Do:      func(ctx context.Context, g gatherMoney) (time.Duration, error) { return s.runGatherStep(ctx, g.ID) },
		Stalled: s.findStalledGathers,
	}.Register(q, s.Pool, time.Minute)
}

// findStalled returns unfinished withdrawals without a recent step. The queue discards a job after many
// failures, but a withdrawal must reach its outcome.
func (s *Service) findStalled(ctx context.Context) ([]payoutJob, error) {
	ids, err := s.q().ListStalledWithdrawals(ctx, s.Clock().Add(-stalledAfter))
	out := make([]payoutJob, 0, len(ids))
	for _, id := range ids {
		out = append(out, payoutJob{id})
	}
	return out, err
}
