package blob_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/blob"
	"krapao/backend/platform/blob/blobtest"
)

// hangReads makes this many reads time out.
func (f *faulty) hangReads(t *testing.T, ref blob.Ref, times int) {
	t.Helper()
	f.Set(blobtest.Hanging)
	f.SetTimeout(time.Millisecond)
	for range times {
		if err := f.read(ref); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("a store that hangs: %v", err)
		}
	}
	f.Set(blobtest.None)
	f.SetTimeout(time.Minute)
}

// read runs an operation whose time limit does not depend on a file's length.
func (f *faulty) read(ref blob.Ref) error {
	if f.Fault() == blobtest.Hanging {
		return f.Remove(context.Background(), "aaaaaaaaaaaaaaaaaaaaaaaaaa")
	}
	_, err := f.Read(context.Background(), ref, 100)
	return err
}

func isBreakerOpen(err error) bool {
	_, isOpen := errors.AsType[*blob.BreakerOpenError](err)
	return isOpen
}

func TestStore_ThreeTimeoutsInARow_IsNotCalledFor30SecondsAndThenTriedOnce(t *testing.T) {
	f := newFaulty(t)
	ref := storeInBucket(t, f.Store, "x")
	f.hangReads(t, ref, 3)
	before := f.Requests()

	_, openErr := f.Open(t.Context(), ref)
	draft, err := f.Receive(strings.NewReader("y"), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer draft.Close()
	_, _, storeErr := draft.Store(t.Context())
	f.clock.Advance(30*time.Second - 1)
	for what, err := range map[string]error{"read": f.read(ref), "open": openErr, "store": storeErr, "remove": f.Remove(t.Context(), ref.Name), "BreakerOpen": f.BreakerOpen()} {
		if !isBreakerOpen(err) {
			t.Errorf("%s while the breaker is open: %v", what, err)
		}
	}
	if calls := f.Requests() - before; calls != 0 {
		t.Errorf("the store was called %d times meanwhile", calls)
	}

	f.clock.Advance(1)
	for len(f.Hangs) > 0 {
		<-f.Hangs
	}
	f.Set(blobtest.Hanging)
	trial := make(chan error, 1)
	go func() {
		_, err := f.Read(context.Background(), ref, 100)
		trial <- err
	}()
	release := <-f.Hangs
	f.Set(blobtest.None)
	whileTried := f.read(ref)
	close(release)

	if err := <-trial; err != nil || !isBreakerOpen(whileTried) {
		t.Errorf("the trial: %v; a call meanwhile: %v", err, whileTried)
	}
	if err := f.read(ref); err != nil || f.BreakerOpen() != nil {
		t.Errorf("afterwards: %v, %v", err, f.BreakerOpen())
	}
}

func TestStore_TrialTimesOut_IsNotCalledForAnother30Seconds(t *testing.T) {
	f := newFaulty(t)
	ref := storeInBucket(t, f.Store, "x")
	f.hangReads(t, ref, 3)
	f.clock.Advance(30 * time.Second)
	f.hangReads(t, ref, 1)

	f.clock.Advance(29 * time.Second)
	during := f.read(ref)
	f.clock.Advance(time.Second)
	after := f.read(ref)

	if !isBreakerOpen(during) || after != nil {
		t.Errorf("after 29 s %v, after 30 s %v", during, after)
	}
}

func TestStore_AnyResponseBetweenTimeouts_IsStillCalled(t *testing.T) {
	for _, response := range []blobtest.Fault{blobtest.None, blobtest.Missing, blobtest.Other, blobtest.Refused} {
		f := newFaulty(t)
		ref := storeInBucket(t, f.Store, "x")
		for range 3 {
			f.hangReads(t, ref, 2)
			f.Set(response)
			_ = f.read(ref)
		}
		f.Set(blobtest.None)
		if err := f.read(ref); err != nil {
			t.Errorf("with a response of %q between: %v", response, err)
		}
	}
}

func TestStore_CallersCancel_IsStillCalled(t *testing.T) {
	f := newFaulty(t)
	ref := storeInBucket(t, f.Store, "x")
	f.Set(blobtest.Hanging)
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { _, err := f.Read(ctx, ref, 100); ended <- err }()
		<-f.Hangs
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	f.Set(blobtest.None)

	if err := f.read(ref); err != nil {
		t.Error(err)
	}
}

func TestStore_TrialIsCancelled_NextCallIsATrial(t *testing.T) {
	f := newFaulty(t)
	ref := storeInBucket(t, f.Store, "x")
	f.hangReads(t, ref, 3)
	f.clock.Advance(30 * time.Second)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _ = f.Read(ctx, ref, 100)

	if err := f.read(ref); err != nil {
		t.Error(err)
	}
}
