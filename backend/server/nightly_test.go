package server_test

import (
	"log/slog"
	"testing"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/server"
	"krapao/backend/server/servertest"
)

func TestNightlyComparison_AtFourInBangkok_RunsOnceByItself(t *testing.T) {
	h := servertest.New(t)
	s, err := server.New(t.Context(), h.Config(), h.Pool, server.Options{Clock: h.Clock.Now, Log: slog.New(slog.DiscardHandler), PollOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	now := h.Clock.Now().In(clock.Bangkok)
	h.Clock.Advance(time.Date(now.Year(), now.Month(), now.Day()+1, 4, 0, 0, 0, clock.Bangkok).Sub(now))

	for range 2 {
		if err := s.Queue.RunPeriodic(t.Context(), "books.walk"); err != nil {
			t.Fatal(err)
		}
	}

	if n := h.Count(`select count(*) from walk where why = 'NIGHT'`); n != 1 {
		t.Errorf("%d comparisons at night", n)
	}
}
