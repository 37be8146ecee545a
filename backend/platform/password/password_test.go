package password_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
)

// fillStrangers takes every place of the strangers' queue, running and waiting, until the test ends.
func fillStrangers(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	t.Cleanup(func() { cancel(); all.Wait() })
	for i := 0; password.Strangers.Check("the next") == nil; i++ {
		all.Go(func() {
			for ctx.Err() == nil { // a call whose wait times out tries again
				if release, err := password.Strangers.Acquire(ctx, fmt.Sprint("stranger ", i)); err == nil {
					<-ctx.Done()
					release()
				}
			}
		})
		time.Sleep(time.Millisecond)
	}
}

func TestCheck_StrangersUseTheirHalfOfTheCores_KnownCallerDoesNotWait(t *testing.T) {
	fillStrangers(t)

	isRight, err := password.Check(t.Context(), password.Caller{Known: true, Origin: "device"}, password.UnmatchableHash, "whatever it is")

	if isRight || err != nil || password.KnownCallers.Waiting() != 0 {
		t.Errorf("%t %v", isRight, err)
	}
}

func TestHash_QueueIsFull_ReturnsRequestLimitWithAWait(t *testing.T) {
	fillStrangers(t)
	stranger := password.Caller{Origin: "the next"}

	_, hash := password.Hash(t.Context(), stranger, "whatever it is")

	for name, err := range map[string]error{"hash": hash, "check": password.CheckQueue(stranger)} {
		e, ok := errors.AsType[*apperr.Error](err)
		if !ok || e.Code != apperr.RequestLimit || e.Status != http.StatusServiceUnavailable || e.RetryAfter <= 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
