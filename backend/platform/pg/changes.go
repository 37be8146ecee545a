package pg

import (
	"context"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// watchers has, by pool, the function to call after a commit. Its argument is the members whose synced data
// has changed.
var watchers sync.Map // *pgxpool.Pool -> func([]int64)

// WatchChanges sets the function that is called after each commit that assigned sync versions, with the
// members concerned. notify must be fast. A call may be lost, because it only makes apps sync sooner. A nil
// notify ends the calls.
func WatchChanges(pool *pgxpool.Pool, notify func(members []int64)) {
	if notify == nil {
		watchers.Delete(pool)
		return
	}
	watchers.Store(pool, notify)
}

// recordingTx is a transaction that records whose versions it assigned. Its savepoints share the list.
type recordingTx struct {
	pgx.Tx
	members *[]int64
}

// Begin opens a savepoint.
func (n recordingTx) Begin(ctx context.Context) (pgx.Tx, error) {
	tx, err := n.Tx.Begin(ctx)
	return recordingTx{tx, n.members}, err
}

// MarkChanged records that the transaction changes a member's synced data. Call it with a query that calls
// next_version() itself.
func MarkChanged(tx pgx.Tx, member int64) {
	if n, ok := tx.(recordingTx); ok && !slices.Contains(*n.members, member) {
		*n.members = append(*n.members, member)
	}
}

// runRecordingTx runs fn in tx and returns the members whose data it changed.
func runRecordingTx(tx pgx.Tx, fn func(pgx.Tx) error) (members []int64, err error) {
	err = fn(recordingTx{tx, &members})
	return members, err
}

// NotifyChanged calls the function that WatchChanges set, for a commit that was made without InTx.
func NotifyChanged(pool *pgxpool.Pool, member int64) { notifyChanged(pool, []int64{member}) }

func notifyChanged(pool *pgxpool.Pool, members []int64) {
	if len(members) == 0 {
		return
	}
	if notify, ok := watchers.Load(pool); ok {
		notify.(func([]int64))(members)
	}
}
