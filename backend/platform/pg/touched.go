package pg

import (
	"context"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// watchers are told, per pool, whose synced data a commit has changed.
var watchers sync.Map // *pgxpool.Pool -> func([]int64)

// OnTouched has hint called after each commit that took sync versions, with
// the members they are of. hint must be quick and may be lost: it only brings
// the app to ask sooner. nil ends it.
func OnTouched(pool *pgxpool.Pool, hint func(members []int64)) {
	if hint == nil {
		watchers.Delete(pool)
		return
	}
	watchers.Store(pool, hint)
}

// noting is a transaction that remembers whose versions were taken in it. Its
// savepoints note into the same list.
type noting struct {
	pgx.Tx
	members *[]int64
}

// Begin opens a savepoint.
func (n noting) Begin(ctx context.Context) (pgx.Tx, error) {
	tx, err := n.Tx.Begin(ctx)
	return noting{tx, n.members}, err
}

// Touch notes that the transaction changes what a member's app has synced. A
// query that calls next_version() itself goes with it.
func Touch(tx pgx.Tx, member int64) {
	if n, ok := tx.(noting); ok && !slices.Contains(*n.members, member) {
		*n.members = append(*n.members, member)
	}
}

// noted runs fn in tx and answers whose data it changed.
func noted(tx pgx.Tx, fn func(pgx.Tx) error) (members []int64, err error) {
	err = fn(noting{tx, &members})
	return members, err
}

// Tell is OnTouched's hint of a commit that was not InTx's.
func Tell(pool *pgxpool.Pool, member int64) { tell(pool, []int64{member}) }

func tell(pool *pgxpool.Pool, members []int64) {
	if len(members) == 0 {
		return
	}
	if hint, ok := watchers.Load(pool); ok {
		hint.(func([]int64))(members)
	}
}
