// Package pg opens the database, runs transactions and migrates the schema. It uses no table of any
// domain.
package pg

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"
)

// connectTimeout limits an attempt to connect, unless the URL has a connect_timeout. A dead host does not
// respond, and without the limit each call would wait until its own timeout.
const connectTimeout = 10 * time.Second

// Open connects a pool and waits up to 30 seconds for the server to respond. If maxConns is 0, the pool has
// four connections for each core, and at least ten. Calls that queue here finish sooner than with more
// concurrent connections.
//
// The session's time limits end forgotten transactions: a long transaction would delay the folding of house
// balances (see package ledger).
//
// Every commit is durable when it returns, also on the synchronous standby if there is one. The
// connection sets synchronous_commit itself, which overrides the defaults of the server, the database and the
// role. It applies to all transactions, not only to those that move money. A transaction without it could
// lose money unnoticed, and jobs, stored responses and rows are written in the same transactions.
//
// Each statement keeps one plan for all values of its parameters, the plan that the test of query plans checks (package
// server). Otherwise PostgreSQL makes a new plan for each call of some statements, which takes longer than the statement.
// A statement has no parallel workers: starting them takes 10 ms, and other calls need the cores. It waits ten seconds
// for a lock at most, so that one stuck transaction does not use up the connections.
func Open(ctx context.Context, url string, maxConns int32) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("pg: read the database address: %w", err)
	}
	if maxConns == 0 {
		maxConns = max(10, 4*int32(runtime.NumCPU()))
	}
	cfg.MaxConns = maxConns
	cfg.MaxConnIdleTime = 5 * time.Minute
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = connectTimeout
	}
	cfg.ConnConfig.DialFunc = wrapDial(cfg.ConnConfig.DialFunc)
	cfg.ConnConfig.Tracer = refusalCounter{}
	params := cfg.ConnConfig.RuntimeParams
	params["application_name"] = "krapao"
	params["timezone"] = "UTC"
	params["idle_in_transaction_session_timeout"] = "60000"
	params["statement_timeout"] = "30000"
	params["lock_timeout"] = "10000"
	params["synchronous_commit"] = "on"
	params["plan_cache_mode"] = "force_generic_plan"
	params["max_parallel_workers_per_gather"] = "0"
	// Without this registration each UUID is converted to text and back.
	cfg.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxuuid.Register(conn.TypeMap())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("pg: open: %w", err)
	}
	if err := waitReady(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

func waitReady(ctx context.Context, pool *pgxpool.Pool) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		err := pool.Ping(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("pg: the database does not respond: %w", err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}
