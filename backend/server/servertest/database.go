package servertest

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
)

// Value returns the one value that a query selects.
func Value[T any](h *Environment, sql string, args ...any) (value T) {
	h.t.Helper()
	if err := h.Pool.QueryRow(h.t.Context(), sql, args...).Scan(&value); err != nil {
		h.t.Fatal(err)
	}
	return value
}

// Count returns the one number that a query selects.
func (h *Environment) Count(sql string, args ...any) int64 {
	h.t.Helper()
	return Value[int64](h, sql, args...)
}

// Exec changes rows directly, for changes that no call can make.
func (h *Environment) Exec(sql string, args ...any) {
	h.t.Helper()
	if _, err := h.Pool.Exec(h.t.Context(), sql, args...); err != nil {
		h.t.Fatal(err)
	}
}

// InTx runs do in a transaction, and fails the test if do returns an error. A test that expects an error
// uses pg.InTx.
func (h *Environment) InTx(do func(context.Context, pgx.Tx) error) {
	h.t.Helper()
	ctx := h.t.Context()
	if err := pg.InTx(ctx, h.Pool, func(tx pgx.Tx) error { return do(ctx, tx) }); err != nil {
		h.t.Error(err)
	}
}
