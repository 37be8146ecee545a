package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// timeline of the WAL that is written now: its files' names begin with it. It
// differs as soon as a standby was promoted, which the control file tells only
// after its next checkpoint.
const timeline = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"

// Unfollowed is true, in a query on sync_epoch, where the database goes on in another
// timeline than Follow saw: the epoch is from before that.
//
// It is asked in the query that reads the epoch, each time, and costs some microseconds
// there. Nothing may keep the answer: a pool's next connection can be another server's,
// and an address that moved leads the same pool to it. A server's own timeline never
// changes while it takes writes, so the answer is right for as long as the connection
// lasts that gave it. A standby that was not promoted yet refuses the question, which
// is right as well: a cursor is not to come from there.
const Unfollowed = "coalesce(timeline <> " + timeline + ", false)"

// Promoted says that the database goes on in another timeline than Follow saw.
func Promoted(ctx context.Context, q DB) (promoted bool, err error) {
	err = q.QueryRow(ctx, "select "+Unfollowed+" from sync_epoch").Scan(&promoted)
	return promoted, err
}

// Follow notes the database's timeline. One that it had not seen before, after
// another, means that data may have gone back in time: the epoch is a new one,
// so that every app loads anew, and changed is true.
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

// NotPromoted is Promoted as a guard that says a code.
func NotPromoted(code string) Guard {
	return Guard{Query: "select $1::text from sync_epoch where timeline <> " + timeline, Args: []any{code}}
}
