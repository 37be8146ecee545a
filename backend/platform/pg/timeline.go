package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// timelineSQL is an SQL expression for the database's current timeline, read from the name of the WAL file. It
// changes as soon as a standby is promoted. The timeline in the control file changes only at the next
// checkpoint.
const timelineSQL = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"

// PromotedSQL is an SQL condition for queries on sync_epoch. It is true if the database's timeline differs
// from the one that StoreTimeline stored. The epoch is then from before a promotion.
//
// Each query that reads the epoch evaluates this condition, which costs some microseconds. The result must not
// be cached: the pool's next connection may lead to another database server. The timeline of a primary
// never changes, so the result is valid for the life of the connection. On a standby that was
// not promoted yet the expression fails, which is intended: a standby must not return cursors.
const PromotedSQL = "coalesce(timeline <> " + timelineSQL + ", false)"

// IsPromoted reports whether the database's timeline differs from the one that StoreTimeline stored.
func IsPromoted(ctx context.Context, q DB) (promoted bool, err error) {
	err = q.QueryRow(ctx, "select "+PromotedSQL+" from sync_epoch").Scan(&promoted)
	return promoted, err
}

// StoreTimeline stores the database's timeline. If it differs from the stored one, the database may have lost
// data. StoreTimeline then sets a new epoch, so that every app loads all data again, and returns true.
func StoreTimeline(ctx context.Context, tx pgx.Tx) (changed bool, err error) {
	var known *int32
	var now int32
	if err := tx.QueryRow(ctx, "select timeline, "+timelineSQL+" from sync_epoch for update").Scan(&known, &now); err != nil {
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

// NotPromotedGuard returns a guard that returns code if IsPromoted would return true.
func NotPromotedGuard(code string) Guard {
	return Guard{Query: "select $1::text from sync_epoch where timeline <> " + timelineSQL, Args: []any{code}}
}
