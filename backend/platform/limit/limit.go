// Package limit counts what a caller may do in a window of time. The counters
// stand in PostgreSQL, so that every replica sees the same ones.
package limit

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/clock"
)

// Counter counts in fixed windows.
type Counter struct {
	Pool  *pgxpool.Pool
	Clock clock.Clock
}

// Rule allows Max hits in each Window.
type Rule struct {
	Max    int
	Window time.Duration
}

// Hit counts one act under key. It answers 0 when the act is allowed, else how
// long to wait.
func (c Counter) Hit(ctx context.Context, key string, r Rule) (time.Duration, error) {
	now := c.Clock()
	var hits int
	var end time.Time
	err := c.Pool.QueryRow(ctx, `
		insert into rate_counter as rc (key, window_end, hits) values ($1, $2, 1)
		on conflict (key) do update set
			hits = case when rc.window_end <= $3 then 1 else rc.hits + 1 end,
			window_end = case when rc.window_end <= $3 then excluded.window_end else rc.window_end end
		returning hits, window_end`, key, now.Add(r.Window), now).Scan(&hits, &end)
	if err != nil || hits <= r.Max {
		return 0, err
	}
	return max(end.Sub(now), time.Second), nil
}

// Spent answers how long to wait under key without counting, or 0.
func (c Counter) Spent(ctx context.Context, key string, r Rule) (time.Duration, error) {
	now := c.Clock()
	var end *time.Time
	err := c.Pool.QueryRow(ctx, `
		select max(window_end) from rate_counter where key = $1 and window_end > $2 and hits >= $3`,
		key, now, r.Max).Scan(&end)
	if err != nil || end == nil {
		return 0, err
	}
	return max(end.Sub(now), time.Second), nil
}

// Forgive forgets what was counted under key.
func (c Counter) Forgive(ctx context.Context, key string) error {
	_, err := c.Pool.Exec(ctx, `delete from rate_counter where key = $1`, key)
	return err
}

// TakeBack uncounts one act under key.
func (c Counter) TakeBack(ctx context.Context, key string) error {
	_, err := c.Pool.Exec(ctx, `update rate_counter set hits = hits - 1 where key = $1 and hits > 0`, key)
	return err
}

// Sweep removes windows that are over; a periodic job calls it.
func (c Counter) Sweep(ctx context.Context) error {
	_, err := c.Pool.Exec(ctx, `delete from rate_counter where window_end < $1`, c.Clock())
	return err
}
