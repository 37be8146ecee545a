package pg

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/metrics"
)

// SQLSTATEs that we handle.
const (
	codeDeadlock      = "40P01"
	codeSerialization = "40001"
	codeLockTimeout   = "55P03"
	codeCanceled      = "57014" // by statement_timeout
	codeUnique        = "23505"
	codeCheck         = "23514"
	codeBadText       = "22021" // not UTF-8, or a NUL, which text cannot hold
	codeBadJSON       = "22P05"
)

// DB is a pool or a transaction. A function with a DB parameter reads in its caller's transaction, and
// never needs a second connection. Otherwise, under load, all callers could hold one connection and wait
// forever for a second one.
type DB interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

const (
	maxAttempts = 8
	firstPause  = 5 * time.Millisecond // maximum of the first random pause; doubled with every attempt
)

// InTx runs fn in a transaction and commits it. After a deadlock or serialization failure it runs fn again
// from the start in a new transaction, so fn must keep no state of an earlier run. If fn returns an error,
// everything is rolled back.
func InTx(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	return InTxWith(ctx, pool, pgx.TxOptions{}, fn)
}

// InTxWith is InTx with the given isolation and access mode.
func InTxWith(ctx context.Context, pool *pgxpool.Pool, opts pgx.TxOptions, fn func(pgx.Tx) error) error {
	var changed []int64
	err := RetryConflicts(ctx, func() error {
		return pgx.BeginTxFunc(ctx, pool, opts, func(tx pgx.Tx) (err error) {
			changed, err = runRecordingTx(tx, fn)
			return err
		})
	})
	if err == nil {
		notifyChanged(pool, changed)
	}
	return err
}

// RetryConflicts runs do, and repeats it after a deadlock or a serialization failure. Use it for a single
// statement, which is a transaction by itself.
func RetryConflicts(ctx context.Context, do func() error) error {
	for attempt := 1; ; attempt++ {
		err := do()
		if !(hasCode(err, codeDeadlock) || hasCode(err, codeSerialization)) {
			return err
		}
		if attempt == maxAttempts {
			metrics.CountRefusal(string(Busy))
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(rand.N(firstPause << attempt)): // random, so that transactions that collided do not collide again
		}
	}
}

// Snapshot runs fn in one read-only snapshot of the database. All that fn reads is from the same instant.
func Snapshot(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	return InTxWith(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, fn)
}

// ViolatedUnique returns the name of the unique constraint that err broke, or "".
func ViolatedUnique(err error) string { return constraintOf(err, codeUnique) }

// ViolatedCheck returns the name of the check constraint that err broke, or "".
func ViolatedCheck(err error) string { return constraintOf(err, codeCheck) }

// IsBadText reports whether a value was text that the database cannot store: with a NUL, or invalid UTF-8.
func IsBadText(err error) bool { return hasCode(err, codeBadText) || hasCode(err, codeBadJSON) }

func constraintOf(err error, code string) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == code {
		return e.ConstraintName
	}
	return ""
}

func hasCode(err error, code string) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == code
}

// NextVersion assigns and returns the member's next sync version. Call it last in the transaction, right
// before the synced row is written, because its row lock blocks the member's other writers until commit.
// The query that writes the row may call next_version() itself, which saves a round trip; then call
// MarkChanged.
func NextVersion(ctx context.Context, tx pgx.Tx, memberID int64) (int64, error) {
	MarkChanged(tx, memberID)
	var version int64
	err := tx.QueryRow(ctx, `select next_version($1)`, memberID).Scan(&version)
	return version, err
}

// NewEpoch makes every app load all data again. Call it after the database has lost data.
func NewEpoch(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "update sync_epoch set epoch = default")
	return err
}

// InstallationID returns the id of the database's installation.
func InstallationID(ctx context.Context, q DB) (id string, err error) {
	err = q.QueryRow(ctx, "select id from installation").Scan(&id)
	return id, err
}

// Now returns the time of the database's own clock.
func Now(ctx context.Context, q DB) (now time.Time, err error) {
	err = q.QueryRow(ctx, "select clock_timestamp()").Scan(&now)
	return now, err
}
