package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

// periodicArgs are the arguments of a periodic job: the name of its task.
type periodicArgs struct {
	Name string `json:"name"`
}

// Kind names the job in the queue's table.
func (periodicArgs) Kind() string { return "chore" }

type periodicWorker struct {
	river.WorkerDefaults[periodicArgs]
	tasks    map[string]func(context.Context) error
	timeouts map[string]time.Duration // of the tasks that may take longer than other jobs
}

// Timeout returns how long a task may take; 0 means the usual timeout of a job.
func (c *periodicWorker) Timeout(job *river.Job[periodicArgs]) time.Duration {
	return c.timeouts[job.Args.Name]
}

// Work runs the named task. If this build does not have it, a newer server has inserted the job. Work then
// snoozes, so that another server can run it.
func (c *periodicWorker) Work(ctx context.Context, job *river.Job[periodicArgs]) error {
	if _, ok := c.tasks[job.Args.Name]; !ok {
		return river.JobSnooze(time.Minute)
	}
	return c.run(ctx, job.Args.Name)
}

func (c *periodicWorker) run(ctx context.Context, name string) error {
	if err := c.tasks[name](ctx); err != nil {
		return fmt.Errorf("jobs: %s: %w", name, err)
	}
	return nil
}

// RunPeriodic runs the function that was registered under this name by Every, at once.
func (q *Queue) RunPeriodic(ctx context.Context, name string) error {
	return q.periodicWorker.run(ctx, name)
}

// Every runs do once in each interval, on one server at a time.
func (q *Queue) Every(name string, interval time.Duration, do func(context.Context) error) {
	if q.periodicWorker == nil {
		q.periodicWorker = &periodicWorker{tasks: map[string]func(context.Context) error{}, timeouts: map[string]time.Duration{}}
		river.AddWorker(q.workers, q.periodicWorker)
	}
	q.periodicWorker.tasks[name] = do
	q.periodic = append(q.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval), func() (river.JobArgs, *river.InsertOpts) {
		return periodicArgs{Name: name}, &river.InsertOpts{
			MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: interval},
		}
	}, &river.PeriodicJobOpts{RunOnStart: true}))
}

// EveryLong is Every for a task that may take longer than other jobs. The task may be started again while it
// runs, so do itself must prevent a second concurrent run.
func (q *Queue) EveryLong(name string, interval, timeout time.Duration, do func(context.Context) error) {
	q.Every(name, interval, do)
	q.periodicWorker.timeouts[name] = timeout
}
