package jobs_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pgtest"
)

func TestEvery_StartedQueue_RunsTheTaskByItself(t *testing.T) {
	q, ran := jobs.New(), make(chan struct{}, 1)
	q.Every("task", time.Hour, func(context.Context) error { ran <- struct{}{}; return nil })
	if err := q.Open(pgtest.New(t), jobs.Options{Log: slog.New(slog.DiscardHandler), Workers: 1, PollOnly: true}); err != nil {
		t.Fatal(err)
	}

	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = q.Stop(context.WithoutCancel(t.Context())) }()

	select {
	case <-ran:
	case <-time.After(time.Minute):
		t.Error("the task did not run")
	}
}
