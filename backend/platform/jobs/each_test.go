package jobs_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/backend/platform/jobs"
)

func TestEach_OneItemFails_RunsTheOthersAndReturnsItsError(t *testing.T) {
	errThird, errFifth := errors.New("third"), errors.New("fifth")
	var mu sync.Mutex
	var seen []int

	err := jobs.Each(t.Context(), 2, []int{1, 2, 3, 4, 5}, func(n int) error {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, n)
		return map[int]error{3: errThird, 5: errFifth}[n]
	})

	slices.Sort(seen)
	if !errors.Is(err, errThird) || !errors.Is(err, errFifth) || !slices.Equal(seen, []int{1, 2, 3, 4, 5}) {
		t.Errorf("%v, after %v", err, seen)
	}
}

func TestEach_MoreItemsThanPlaces_RunsAtOnceAsManyAsPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()

		_ = jobs.Each(t.Context(), 3, make([]int, 7), func(int) error { time.Sleep(time.Second); return nil })

		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("7 items of a second took %s in 3 places", took)
		}
	})
}

func TestEach_ContextEnds_SkipsTheRestAndReturnsItsError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var ran atomic.Int32

	err := jobs.Each(ctx, 1, make([]int, 5), func(int) error {
		if ran.Add(1) == 2 {
			cancel()
		}
		return nil
	})

	if !errors.Is(err, context.Canceled) || ran.Load() != 2 {
		t.Errorf("%v, after %d", err, ran.Load())
	}
}
