package blob

import (
	"context"
	"crypto/rand"
	"strings"
)

// probePrefix starts the names of the objects that Probe writes. Names of files contain no 0, so the objects
// have a folder of their own. A crash may leave an object. No row names it, so the sweep removes it after a
// day.
const probePrefix = "0probe"

// Probe writes a small object, reads it back, compares it and removes it. It returns an error that describes the
// store's fault: a wrong address, key or bucket, or wrong bytes. Each step has the usual time limit;
// a shorter limit would warn of stores that work.
func (s *Store) Probe(ctx context.Context) error {
	content := rand.Text()
	// The name is random, because several servers may start at once.
	name := probePrefix + strings.ToLower(rand.Text())
	draft, err := s.Receive(strings.NewReader(content), int64(len(content)))
	if err != nil {
		return err
	}
	defer draft.Close()
	if _, err := draft.Reader(); err != nil {
		return err
	}
	err = s.call(ctx, opWrite, s.timeout, func(ctx context.Context) error {
		return s.backend.store(ctx, name, draft.File(), draft.Size)
	})
	if err != nil {
		return err
	}
	err = s.call(ctx, opRead, s.timeout, func(ctx context.Context) error {
		o, err := s.backend.open(ctx, name)
		if err != nil {
			return err
		}
		defer o.Close()
		if o.Size() != draft.Size {
			return ErrDiffers
		}
		back, err := readWhole(ctx, o, Ref{Name: name})
		if err == nil && string(back) != content {
			err = ErrDiffers
		}
		return err
	})
	if err != nil {
		_ = s.Remove(ctx, name) // the read's error is more useful
		return err
	}
	return s.Remove(ctx, name)
}
