package jobs

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/platform/metrics"
	"krapao/backend/platform/pg"
)

// countOutcomes counts the jobs that run in this process, in the metrics, until stop is called.
func (q *Queue) countOutcomes() (stop func()) {
	events, stop := q.client.Subscribe(river.EventKindJobCompleted, river.EventKindJobSnoozed, river.EventKindJobFailed, river.EventKindJobCancelled)
	go func() {
		for e := range events {
			if e.JobStats == nil {
				continue
			}
			metrics.ObserveJob(e.Job.Kind, outcomes[e.Kind], e.JobStats.RunDuration)
		}
	}()
	return stop
}

var outcomes = map[river.EventKind]string{
	river.EventKindJobCompleted: "completed", river.EventKindJobSnoozed: "snoozed", river.EventKindJobFailed: "failed", river.EventKindJobCancelled: "discarded",
}

// Depth is the number of jobs of a kind in a state.
type Depth struct {
	Kind, State string
	Count       int64
}

// Depth returns the numbers of unfinished jobs by kind and state. oldest has, for each bulkhead, how many
// seconds its oldest runnable job has waited.
func (q *Queue) Depth(ctx context.Context, db pg.DB) (depth []Depth, oldest map[string]float64, err error) {
	rows, err := db.Query(ctx, `
		select kind, state::text, count(*) from river_job
		where state in ('available', 'pending', 'retryable', 'running', 'scheduled') group by kind, state`)
	if err != nil {
		return nil, nil, err
	}
	if depth, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Depth]); err != nil {
		return nil, nil, err
	}
	oldest = map[string]float64{}
	for bulkhead := range q.bulkheads {
		oldest[bulkhead] = 0
	}
	rows, err = db.Query(ctx, `
		select queue, extract(epoch from now() - min(scheduled_at))::float8 from river_job
		where state = 'available' and scheduled_at <= now() group by queue`)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var queue string
		var seconds float64
		if err := rows.Scan(&queue, &seconds); err != nil {
			return nil, nil, err
		}
		oldest[queue] = seconds
	}
	return depth, oldest, rows.Err()
}
