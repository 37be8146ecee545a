// Package jobs runs work that calls providers or runs at certain times. A job is inserted in the transaction
// that causes it, so it exists only if the transaction commits. A job may run more than once, so every worker
// must be safe to repeat.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"krapao/backend/platform/pg"
)

// Queue holds the workers and, once started, inserts and runs jobs.
type Queue struct {
	workers        *river.Workers
	periodic       []*river.PeriodicJob
	periodicWorker *periodicWorker
	client         *river.Client[pgx.Tx]
	stopWatching   func()
	listens        bool
	// bulkheads has each of River's queues, with the time when QueueInsert last notified its workers.
	bulkheads map[string]*atomic.Int64
}

// New returns a queue without workers.
func New() *Queue {
	q := &Queue{workers: river.NewWorkers(), bulkheads: map[string]*atomic.Int64{}}
	q.Bulkhead(river.QueueDefault)
	return q
}

// Add registers a worker; a domain's jobs.go calls it before Open.
func Add[T river.JobArgs](q *Queue, worker river.Worker[T]) { river.AddWorker(q.workers, worker) }

// Bulkhead creates a queue with workers of its own, for jobs whose InsertOpts name it. Call it before Open.
// Each provider has one, so a provider that does not respond blocks only its own workers.
func (q *Queue) Bulkhead(name string) { q.bulkheads[name] = new(atomic.Int64) }

// queueOf returns the name of a job's queue, and when QueueInsert last notified its workers. It returns an
// error for an unknown queue, where the job would never run.
func (q *Queue) queueOf(args river.JobArgs) (name string, lastNotified *atomic.Int64, err error) {
	name = river.QueueDefault
	if apart, ok := args.(river.JobArgsWithInsertOpts); ok {
		name = apart.InsertOpts().Queue
	}
	lastNotified, known := q.bulkheads[name]
	if !known {
		err = fmt.Errorf("jobs: no bulkhead %q for %s", name, args.Kind())
	}
	return name, lastNotified, err
}

// Options are the settings of an open queue.
type Options struct {
	Log *slog.Logger
	// Workers is how many jobs of each bulkhead run at once in this process; 0 means that none run here.
	Workers int
	// PollOnly polls instead of using LISTEN; tests use it to save connections.
	PollOnly bool
	// NoPeriodic leaves out the jobs of Every, which then run by RunPeriodic only.
	NoPeriodic bool
}

// Open connects the queue, which can then insert jobs. Start runs the jobs.
func (q *Queue) Open(pool *pgxpool.Pool, o Options) error {
	cfg := &river.Config{
		Logger:                      o.Log,
		Workers:                     q.workers,
		PeriodicJobs:                q.periodic,
		PollOnly:                    o.PollOnly,
		FetchCooldown:               fetchCooldown,
		FetchPollInterval:           time.Second,
		JobTimeout:                  50 * time.Second,
		RescueStuckJobsAfter:        time.Minute, // a killed server's jobs run again soon
		CompletedJobRetentionPeriod: time.Hour,
		ReindexerIndexNames:         slices.DeleteFunc(river.ReindexerIndexNamesDefault(), func(name string) bool { return slices.Contains(pg.UnusedIndexes, name) }),
	}
	if o.Workers > 0 {
		cfg.Queues = map[string]river.QueueConfig{}
		for name := range q.bulkheads {
			cfg.Queues[name] = river.QueueConfig{MaxWorkers: o.Workers}
		}
	}
	if o.PollOnly {
		cfg.FetchPollInterval = 100 * time.Millisecond
	}
	if o.NoPeriodic {
		cfg.PeriodicJobs = nil
	}
	client, err := river.NewClient(riverpgxv5.New(pool), cfg)
	if err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	q.client, q.listens = client, !o.PollOnly
	return nil
}

// Start runs jobs until Stop.
func (q *Queue) Start(ctx context.Context) error {
	q.stopWatching = q.countOutcomes()
	return q.client.Start(ctx)
}

// Stop lets running jobs finish until ctx ends, and then cancels them. Cancelled jobs run again on another
// server or at the next start.
func (q *Queue) Stop(ctx context.Context) error {
	if q.stopWatching != nil {
		defer q.stopWatching()
	}
	err := q.client.Stop(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return q.client.StopAndCancel(hard)
	}
	return err
}

// IsScheduled reports whether a job with these arguments runs now or is due within ten minutes. It is false for
// a job that failed so often that its next try is later.
func IsScheduled(ctx context.Context, q pg.DB, args river.JobArgs) (scheduled bool, err error) {
	text, err := json.Marshal(args)
	if err != nil {
		return false, err
	}
	err = q.QueryRow(ctx, `
		select exists (select from river_job where kind = $1 and args @> $2::jsonb
			and state in ('available', 'pending', 'retryable', 'running', 'scheduled') and scheduled_at < now() + interval '10 minutes')`, args.Kind(), text).Scan(&scheduled)
	return scheduled, err
}

// InsertTx inserts a job in the caller's transaction. The bulkhead is that of args; opts must not set one.
func (q *Queue) InsertTx(ctx context.Context, tx pgx.Tx, args river.JobArgs, opts *river.InsertOpts) error {
	if _, _, err := q.queueOf(args); err != nil {
		return err
	}
	_, err := q.client.InsertTx(ctx, tx, args, opts)
	return err
}
