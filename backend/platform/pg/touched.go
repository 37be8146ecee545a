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

// OnTouched makes hint be called after each commit that assigned sync versions, with the members concerned.
// hint must be fast. A call may be lost, because it only makes apps sync sooner. A nil hint ends the calls.
func OnTouched(pool *pgxpool.Pool, hint func(members []int64)) {
	if hint == nil {
		watchers.Delete(pool)
		return
	}
	watchers.Store(pool, hint)
}

// noting is a transaction that records whose versions it assigned. Its savepoints share the list.
type noting struct {
	pgx.Tx
	members *[]int64
}

// Begin opens a savepoint.
func (n noting) Begin(ctx context.Context) (pgx.Tx, error) {
	tx, err := n.Tx.Begin(ctx)
	return noting{tx, n.members}, err
}

// Touch records that the transaction changes a member's synced data. Call it with a query that calls
// next_version() itself.
func Touch(tx pgx.Tx, member int64) {
	if n, ok := tx.(noting); ok && !slices.Contains(*n.members, member) {
		*n.members = append(*n.members, member)
	}
}

// noted runs fn in tx and returns the members whose data it changed.
func noted(tx pgx.Tx, fn func(pgx.Tx) error) (members []int64, err error) {
	err = fn(noting{tx, &members})
	return members, err
}

// Tell calls the function of OnTouched for a commit that was made without InTx.
func Tell(pool *pgxpool.Pool, member int64) { tell(pool, []int64{member}) }

func tell(pool *pgxpool.Pool, members []int64) {
	if len(members) == 0 {
		return
	}
	if hint, ok := watchers.Load(pool); ok {
		hint.(func([]int64))(members)
	}
}
