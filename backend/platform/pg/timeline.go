package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// timeline of the WAL that is written now: its files' names begin with it. It changes as soon as a
// standby was promoted; the control file has it only after its next checkpoint.
const timeline = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"

// Unfollowed is true, in a query on sync_epoch, if the database's timeline is not the one that Follow
// stored. The epoch is then from before a promotion.
//
// It is evaluated in the query that reads the epoch, each time, and costs some microseconds there.
// The result must not be cached: a pool's next connection can be another server's, since an address
// can move to another server. A server's own timeline never changes while it takes writes, so the
// result is right for the lifetime of its connection. A standby that was not promoted yet returns an
// error, which is right as well: it must not give out cursors.
const Unfollowed = "coalesce(timeline <> " + timeline + ", false)"

// Promoted reports whether the database's timeline is not the one that Follow stored.
func Promoted(ctx context.Context, q DB) (promoted bool, err error) {
	err = q.QueryRow(ctx, "select "+Unfollowed+" from sync_epoch").Scan(&promoted)
	return promoted, err
}

// Follow stores the database's timeline. If it differs from the stored one, data may have gone back
// in time. Follow then sets a new epoch, so that every app loads all data again, and returns true.
func Follow(ctx context.Context, tx pgx.Tx) (changed bool, err error) {
	var known *int32
	var now int32
	if err := tx.QueryRow(ctx, "select timeline, "+timeline+" from sync_epoch for update").Scan(&known, &now); err != nil {
		return false, err
	}
	if known != nil && *known == now {
		return false, nil
	}
	if _, err := tx.Exec(ctx, "update sync_epoch set timeline = $1", now); err != nil || known == nil {
		return false, err
	}
	return true, NewEpoch(ctx, tx)
}

// NotPromoted is Promoted as a guard that returns a code.
func NotPromoted(code string) Guard {
	return Guard{Query: "select $1::text from sync_epoch where timeline <> " + timeline, Args: []any{code}}
}
