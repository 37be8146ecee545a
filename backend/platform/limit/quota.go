package limit

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Quota is the maximum of a sum in a window, under a key. The rule's Max has the unit of the summed
// amounts.
type Quota struct {
	Key string
	Rule
}

// Reserve adds n to all quotas, or to none if one of them has no room. It returns 0 if it added n, else how
// long to wait for that quota.
func (c Counter) Reserve(ctx context.Context, n int, quotas ...Quota) (time.Duration, error) {
	now := c.Clock()
	most := map[string]int{}
	var keys []string
	var ends []time.Time
	// The keys are locked in one order, so that two callers cannot deadlock.
	for _, q := range slices.SortedFunc(slices.Values(quotas), func(a, b Quota) int { return cmp.Compare(a.Key, b.Key) }) {
		keys, ends, most[q.Key] = append(keys, q.Key), append(ends, now.Add(q.Window)), q.Max
	}
	rows, err := c.Pool.Query(ctx, `
		insert into rate_counter as rc (key, window_end, hits)
		select q.key, q.window_end, $3 from unnest($1::text[], $2::timestamptz[]) as q (key, window_end)
		on conflict (key) do update set
			hits = case when rc.window_end <= $4 then excluded.hits else rc.hits + excluded.hits end,
			window_end = case when rc.window_end <= $4 then excluded.window_end else rc.window_end end
		returning key, hits, window_end`, keys, ends, n, now)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	var wait time.Duration
	for rows.Next() {
		var key string
		var sum int
		var end time.Time
		if err := rows.Scan(&key, &sum, &end); err != nil {
			return 0, err
		}
		if sum > most[key] {
			wait = max(wait, end.Sub(now), time.Second)
		}
	}
	if err := rows.Err(); err != nil || wait == 0 {
		return 0, err
	}
	return wait, c.Release(ctx, n, quotas...)
}

// Release subtracts n from all quotas.
func (c Counter) Release(ctx context.Context, n int, quotas ...Quota) error {
	var keys []string
	for _, q := range quotas {
		keys = append(keys, q.Key)
	}
	_, err := c.Pool.Exec(ctx, `
		update rate_counter set hits = greatest(hits - $2, 0)
		where key in (select key from rate_counter where key = any($1) order by key for update)`, keys, n)
	return err
}
