package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

// choreArgs are the arguments of a periodic job: the name of its task.
type choreArgs struct {
	Name string `json:"name"`
}

// Kind names the job in the queue's table.
func (choreArgs) Kind() string { return "chore" }

type chores struct {
	river.WorkerDefaults[choreArgs]
	do   map[string]func(context.Context) error
	most map[string]time.Duration // those that may take longer than a job may
}

// Timeout returns how long a chore may take; 0 means the usual timeout of a job.
func (c *chores) Timeout(job *river.Job[choreArgs]) time.Duration { return c.most[job.Args.Name] }

// Work runs the named chore. If this build does not have it, a newer instance has inserted the job. Work then
// snoozes, so that another instance can run it.
func (c *chores) Work(ctx context.Context, job *river.Job[choreArgs]) error {
	if _, ok := c.do[job.Args.Name]; !ok {
		return river.JobSnooze(time.Minute)
	}
	return c.now(ctx, job.Args.Name)
}

func (c *chores) now(ctx context.Context, name string) error {
	if err := c.do[name](ctx); err != nil {
		return fmt.Errorf("jobs: %s: %w", name, err)
	}
	return nil
}

// Now runs the function that was registered under this name by Every, at once.
func (q *Queue) Now(ctx context.Context, name string) error { return q.chores.now(ctx, name) }

// Every runs do once in each interval, on one instance at a time.
func (q *Queue) Every(name string, interval time.Duration, do func(context.Context) error) {
	if q.chores == nil {
		q.chores = &chores{do: map[string]func(context.Context) error{}, most: map[string]time.Duration{}}
		river.AddWorker(q.workers, q.chores)
	}
	q.chores.do[name] = do
	q.periodic = append(q.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval), func() (river.JobArgs, *river.InsertOpts) {
		return choreArgs{Name: name}, &river.InsertOpts{
			MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: interval},
		}
	}, &river.PeriodicJobOpts{RunOnStart: true}))
}

// EveryLong is Every for a task that may take longer than other jobs. The task may be started again while it
// runs, so do itself must prevent a second concurrent run.
func (q *Queue) EveryLong(name string, interval, most time.Duration, do func(context.Context) error) {
	q.Every(name, interval, do)
	q.chores.most[name] = most
}
