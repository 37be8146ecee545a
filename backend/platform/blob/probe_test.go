package blob_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"time"

	"krapao/backend/platform/blob"
	"krapao/backend/platform/blob/blobtest"
)

func TestProbe_StoreThatWorks_LeavesNothing(t *testing.T) {
	s, dir := newFolderStore(t)
	f := newFaulty(t)

	folder, bucket := s.Probe(t.Context()), f.Probe(t.Context())

	swept, err := f.Sweep(t.Context(), -time.Hour, func(context.Context, []string) ([]string, error) { return nil, nil })
	if left := files(t, dir); folder != nil || bucket != nil || err != nil || len(left) != 0 || swept != 0 {
		t.Errorf("%v, %v, %v; left %v and %d objects", folder, bucket, err, left, swept)
	}
}

func TestProbe_StoreWithAFault_ReturnsAnError(t *testing.T) {
	for fault, want := range map[blobtest.Fault]error{
		blobtest.Other: blob.ErrDiffers, blobtest.Short: blob.ErrDiffers, blobtest.Long: blob.ErrDiffers, blobtest.Missing: fs.ErrNotExist,
		blobtest.Hanging: context.DeadlineExceeded,
	} {
		f := newFaulty(t)
		f.Set(fault)
		if fault == blobtest.Hanging {
			f.SetTimeout(time.Millisecond)
		}

		if err := f.Probe(t.Context()); !errors.Is(err, want) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	f := newFaulty(t)
	f.Set(blobtest.Refused)
	if err := f.Probe(t.Context()); err == nil {
		t.Error("no error from a store that refuses the key")
	}
}
