package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/metrics"
)

// refusalCounter counts the database's refusals in the metrics, for calls, jobs and River. The driver calls it
// after each statement, batch and connection attempt.
type refusalCounter struct{}

func init() {
	for _, refusal := range []Refusal{ReadOnly, Full, Memory, Connections, ShuttingDown, Unreachable, Busy, Pool} {
		metrics.RegisterRefusal(string(refusal))
	}
}

func countRefusal(err error) {
	if err == nil || hasCode(err, codeDeadlock) || hasCode(err, codeSerialization) {
		return // RetryConflicts retries, and counts the refusal if it gives up
	}
	if refusal := RefusalOf(err); refusal != "" {
		metrics.CountRefusal(string(refusal))
	}
}

func (refusalCounter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

func (refusalCounter) TraceQueryEnd(_ context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	countRefusal(data.Err)
}

func (refusalCounter) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

func (refusalCounter) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {
	// Nothing is counted here: TraceBatchEnd gets the same error.
}

func (refusalCounter) TraceBatchEnd(_ context.Context, _ *pgx.Conn, data pgx.TraceBatchEndData) {
	countRefusal(data.Err)
}

func (refusalCounter) TraceConnectStart(ctx context.Context, _ pgx.TraceConnectStartData) context.Context {
	return ctx
}

func (refusalCounter) TraceConnectEnd(_ context.Context, data pgx.TraceConnectEndData) {
	countRefusal(data.Err)
}

func (refusalCounter) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return ctx
}

// TraceAcquireEnd counts a wait for a connection that ended because the caller timed out. TraceConnectEnd
// has counted failed connection attempts.
func (refusalCounter) TraceAcquireEnd(_ context.Context, pool *pgxpool.Pool, data pgxpool.TraceAcquireEndData) {
	stat := pool.Stat()
	if errors.Is(data.Err, context.DeadlineExceeded) && stat.AcquiredConns() == stat.MaxConns() {
		metrics.CountRefusal(string(Pool))
	}
}
