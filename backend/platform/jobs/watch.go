package jobs

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/platform/metrics"
	"krapao/backend/platform/pg"
)

// countOutcomes counts in the metrics how the jobs of this process end, until stop is called.
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

// JobCount is the number of jobs of a kind in a state.
type JobCount struct {
	Kind, State string
	Count       int64
}

// CountJobs returns the numbers of unfinished jobs by kind and state. oldest has, for each bulkhead, how many
// seconds its oldest runnable job has waited.
func (q *Queue) CountJobs(ctx context.Context, db pg.DB) (counts []JobCount, oldest map[string]float64, err error) {
	rows, err := db.Query(ctx, `
		select kind, state::text, count(*) from river_job
		where state in ('available', 'pending', 'retryable', 'running', 'scheduled') group by kind, state`)
	if err != nil {
		return nil, nil, err
	}
	if counts, err = pgx.CollectRows(rows, pgx.RowToStructByPos[JobCount]); err != nil {
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
	return counts, oldest, rows.Err()
}
