// Package limit counts what a caller may do in a window of time. The counters
// stand in PostgreSQL, so that every replica sees the same ones.
package limit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/apperr"
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

// longestKey is of the table's own keys; a longer one is kept as its hash, so
// that no caller makes rows as long as they like.
const longestKey = 128

func short(key string) string {
	if len(key) <= longestKey {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return "hash:" + hex.EncodeToString(sum[:])
}

// Refusal returns REQUEST_LIMIT for a wait, err where that is not nil, or else nil. It takes
// what Hit, Spent and Draw return.
func Refusal(wait time.Duration, err error) error {
	if err == nil && wait > 0 {
		return apperr.New(apperr.RequestLimit).WithRetryAfter(wait)
	}
	return err
}

// Hit counts one act under key. It answers 0 when the act is allowed, else how
// long to wait.
func (c Counter) Hit(ctx context.Context, key string, r Rule) (time.Duration, error) {
	_, wait, err := c.Count(ctx, key, r)
	return wait, err
}

// Count is Hit, and tells how many acts the window has seen.
func (c Counter) Count(ctx context.Context, key string, r Rule) (hits int, wait time.Duration, err error) {
	now := c.Clock()
	var end time.Time
	err = c.Pool.QueryRow(ctx, `
		insert into rate_counter as rc (key, window_end, hits) values ($1, $2, 1)
		on conflict (key) do update set
			hits = case when rc.window_end <= $3 then 1 else rc.hits + 1 end,
			window_end = case when rc.window_end <= $3 then excluded.window_end else rc.window_end end
		returning hits, window_end`, short(key), now.Add(r.Window), now).Scan(&hits, &end)
	if err != nil || hits <= r.Max {
		return hits, 0, err
	}
	return hits, max(end.Sub(now), time.Second), nil
}

// Spent answers how long to wait under key without counting, or 0.
func (c Counter) Spent(ctx context.Context, key string, r Rule) (time.Duration, error) {
	now := c.Clock()
	var end *time.Time
	err := c.Pool.QueryRow(ctx, `
		select max(window_end) from rate_counter where key = $1 and window_end > $2 and hits >= $3`,
		short(key), now, r.Max).Scan(&end)
	if err != nil || end == nil {
		return 0, err
	}
	return max(end.Sub(now), time.Second), nil
}

// Forgive forgets what was counted under key.
func (c Counter) Forgive(ctx context.Context, key string) error {
	_, err := c.Pool.Exec(ctx, `delete from rate_counter where key = $1`, short(key))
	return err
}

// Take is Forgive, and tells whether anything was counted in the window.
func (c Counter) Take(ctx context.Context, key string) (counted bool, err error) {
	tag, err := c.Pool.Exec(ctx, `delete from rate_counter where key = $1 and window_end > $2 and hits > 0`, short(key), c.Clock())
	return tag.RowsAffected() > 0, err
}

// TakeBack uncounts one act under key.
func (c Counter) TakeBack(ctx context.Context, key string) error {
	_, err := c.Pool.Exec(ctx, `update rate_counter set hits = hits - 1 where key = $1 and hits > 0`, short(key))
	return err
}

// Sweep removes windows that are over; a periodic job calls it.
func (c Counter) Sweep(ctx context.Context) error {
	_, err := c.Pool.Exec(ctx, `delete from rate_counter where window_end < $1`, c.Clock())
	return err
}
