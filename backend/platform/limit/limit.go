// Package limit limits how often a caller may do something in a window of time. The counters are in
// PostgreSQL, so all servers use the same ones.
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

// Counter counts hits in fixed windows.
type Counter struct {
	Pool  *pgxpool.Pool
	Clock clock.Clock
}

// Rule allows Max hits in each Window.
type Rule struct {
	Max    int
	Window time.Duration
}

// maxKeyLength is the maximum length of a key that is stored unchanged. A longer key is stored as its hash,
// so that callers cannot make long rows.
const maxKeyLength = 128

func shortenKey(key string) string {
	if len(key) <= maxKeyLength {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return "hash:" + hex.EncodeToString(sum[:])
}

// Refusal returns err if it is not nil, REQUEST_LIMIT if wait is positive, else nil. Its parameters are the
// results of Hit, Peek or Reserve.
func Refusal(wait time.Duration, err error) error {
	if err == nil && wait > 0 {
		return apperr.New(apperr.RequestLimit).WithRetryAfter(wait)
	}
	return err
}

// Hit counts one hit under key. It returns 0 if the hit is allowed, else how long to wait.
func (c Counter) Hit(ctx context.Context, key string, r Rule) (time.Duration, error) {
	_, wait, err := c.HitAndCount(ctx, key, r)
	return wait, err
}

// HitAndCount is Hit, and also returns the number of hits in the window.
func (c Counter) HitAndCount(ctx context.Context, key string, r Rule) (hits int, wait time.Duration, err error) {
	now := c.Clock()
	var end time.Time
	err = c.Pool.QueryRow(ctx, `
		insert into rate_counter as rc (key, window_end, hits) values ($1, $2, 1)
		on conflict (key) do update set
			hits = case when rc.window_end <= $3 then 1 else rc.hits + 1 end,
			window_end = case when rc.window_end <= $3 then excluded.window_end else rc.window_end end
		returning hits, window_end`, shortenKey(key), now.Add(r.Window), now).Scan(&hits, &end)
	if err != nil || hits <= r.Max {
		return hits, 0, err
	}
	return hits, max(end.Sub(now), time.Second), nil
}

// Peek returns how long to wait before the next hit under key, or 0 if one is allowed. It counts nothing.
func (c Counter) Peek(ctx context.Context, key string, r Rule) (time.Duration, error) {
	now := c.Clock()
	var end *time.Time
	err := c.Pool.QueryRow(ctx, `
		select max(window_end) from rate_counter where key = $1 and window_end > $2 and hits >= $3`,
		shortenKey(key), now, r.Max).Scan(&end)
	if err != nil || end == nil {
		return 0, err
	}
	return max(end.Sub(now), time.Second), nil
}

// RemoveHits deletes all hits of key.
func (c Counter) RemoveHits(ctx context.Context, key string) error {
	_, err := c.Pool.Exec(ctx, `delete from rate_counter where key = $1`, shortenKey(key))
	return err
}

// RemoveAndReportHits is RemoveHits, and also reports whether the current window had any hits.
func (c Counter) RemoveAndReportHits(ctx context.Context, key string) (counted bool, err error) {
	tag, err := c.Pool.Exec(ctx, `delete from rate_counter where key = $1 and window_end > $2 and hits > 0`, shortenKey(key), c.Clock())
	return tag.RowsAffected() > 0, err
}

// RemoveHit removes one hit of key.
func (c Counter) RemoveHit(ctx context.Context, key string) error {
	_, err := c.Pool.Exec(ctx, `update rate_counter set hits = hits - 1 where key = $1 and hits > 0`, shortenKey(key))
	return err
}

// Sweep deletes counters whose window has ended; a periodic job calls it.
func (c Counter) Sweep(ctx context.Context) error {
	_, err := c.Pool.Exec(ctx, `delete from rate_counter where window_end < $1`, c.Clock())
	return err
}
