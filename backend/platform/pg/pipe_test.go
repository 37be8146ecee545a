package pg_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

func TestAPipedTransactionIsAllOrNothing(t *testing.T) {
	pool := pgtest.New(t)
	if _, err := pool.Exec(t.Context(), "create table kept (n int primary key)"); err != nil {
		t.Fatal(err)
	}
	var told []int64
	pg.OnTouched(pool, func(members []int64) { told = append(told, members...) })
	defer pg.OnTouched(pool, nil)
	insert := func(n int) func(*pgx.Batch) {
		return func(b *pgx.Batch) { b.Queue("insert into kept values ($1)", n) }
	}
	errHalfway := errors.New("halfway")
	piped := func(first, last func(*pgx.Batch), member int64, err error) error {
		return pg.Piped(t.Context(), pool, first, func(tx pgx.Tx, b *pgx.Batch) error {
			pg.Touch(tx, member)
			last(b)
			return err
		})
	}

	if err := piped(insert(1), insert(2), 7, nil); err != nil {
		t.Error(err)
	}
	if err := piped(insert(1), insert(3), 8, nil); pg.UniqueViolation(err) == "" {
		t.Errorf("a failing begin: %v", err)
	}
	if err := piped(insert(4), insert(2), 9, nil); pg.UniqueViolation(err) == "" {
		t.Errorf("a failing end: %v", err)
	}
	if err := piped(insert(5), insert(6), 10, errHalfway); !errors.Is(err, errHalfway) {
		t.Errorf("a failing middle: %v", err)
	}

	rows, err := pool.Query(context.Background(), "select n from kept order by n")
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := pgx.CollectRows(rows, pgx.RowTo[int]); err != nil || !slices.Equal(kept, []int{1, 2}) || !slices.Equal(told, []int64{7}) {
		t.Errorf("kept %v, told %v, %v", kept, told, err)
	}
	if busy := pool.Stat().AcquiredConns(); busy != 0 {
		t.Errorf("%d connections are still held", busy)
	}
}

func TestAPipedTransactionWhoseTimeIsOverLeavesNothing(t *testing.T) {
	pool := pgtest.New(t)
	if _, err := pool.Exec(t.Context(), "create table kept (n int primary key)"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())

	err := pg.Piped(ctx, pool, func(b *pgx.Batch) { b.Queue("insert into kept values (1)") }, func(_ pgx.Tx, last *pgx.Batch) error {
		cancel()
		last.Queue("insert into kept values (2)")
		return nil
	})

	var n int
	if scan := pool.QueryRow(t.Context(), "select count(*) from kept").Scan(&n); err == nil || scan != nil || n != 0 {
		t.Errorf("%v, %v: %d rows", err, scan, n)
	}
}
