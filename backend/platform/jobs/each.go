package jobs

import (
	"context"
	"errors"
	"sync"
)

// Each runs do for every item, for at most atOnce items at a time, and returns all errors joined. An item
// that fails does not stop the others. When ctx ends, no further item is started. If an item was left out,
// ctx's error is returned, too.
func Each[T any](ctx context.Context, atOnce int, items []T, do func(T) error) error {
	errs := make([]error, len(items))
	places := make(chan struct{}, atOnce)
	var all sync.WaitGroup
	for i, item := range items {
		places <- struct{}{}
		if errs[i] = ctx.Err(); errs[i] != nil {
			break
		}
		all.Go(func() {
			defer func() { <-places }()
			errs[i] = do(item)
		})
	}
	all.Wait()
	return errors.Join(errs...)
}
