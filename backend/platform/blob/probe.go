package blob

import (
	"context"
	"crypto/rand"
	"strings"
)

// probePrefix begins the names of the objects that Probe writes. No file's name has a 0, so they are
// in a folder of their own. A crash may leave one behind. No row names it, so the sweep removes it
// after a day.
const probePrefix = "0probe"

// Probe writes a small object of its own, reads it back, compares and removes it. It returns what is
// wrong with the store: a wrong address, key or bucket, or other bytes than were stored. Each step
// has the time limit of any call: a shorter one would warn of a store that works.
func (s *Store) Probe(ctx context.Context) error {
	content := rand.Text()
	// Random, since several servers may start at once.
	name := probePrefix + strings.ToLower(rand.Text())
	draft, err := s.Receive(strings.NewReader(content), int64(len(content)))
	if err != nil {
		return err
	}
	defer draft.Close()
	if _, err := draft.Reader(); err != nil {
		return err
	}
	err = s.call(ctx, opWrite, s.patience, func(ctx context.Context) error {
		return s.place.keep(ctx, name, draft.File(), draft.Size)
	})
	if err != nil {
		return err
	}
	err = s.call(ctx, opRead, s.patience, func(ctx context.Context) error {
		o, err := s.place.open(ctx, name)
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
		_ = s.Remove(ctx, name) // the read's error says more
		return err
	}
	return s.Remove(ctx, name)
}
