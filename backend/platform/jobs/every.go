package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

// choreArgs is a periodic job: the name of what is to be done.
type choreArgs struct {
	Name string `json:"name"`
}

// Kind names the job in the queue's table.
func (choreArgs) Kind() string { return "chore" }

type chores struct {
	river.WorkerDefaults[choreArgs]
	do map[string]func(context.Context) error
}

// Work runs the named chore. One that this build does not know (a newer
// instance inserted it) is left for others.
func (c *chores) Work(ctx context.Context, job *river.Job[choreArgs]) error {
	do, ok := c.do[job.Args.Name]
	if !ok {
		return river.JobSnooze(time.Minute)
	}
	if err := do(ctx); err != nil {
		return fmt.Errorf("jobs: %s: %w", job.Args.Name, err)
	}
	return nil
}

// Every has do run once in each interval, on one instance at a time.
func (q *Queue) Every(name string, interval time.Duration, do func(context.Context) error) {
	if q.chores == nil {
		q.chores = &chores{do: map[string]func(context.Context) error{}}
		river.AddWorker(q.workers, q.chores)
	}
	q.chores.do[name] = do
	q.periodic = append(q.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval), func() (river.JobArgs, *river.InsertOpts) {
		return choreArgs{Name: name}, &river.InsertOpts{
			MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: interval},
		}
	}, &river.PeriodicJobOpts{RunOnStart: true}))
}
