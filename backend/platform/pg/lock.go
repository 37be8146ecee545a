package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNotAlone means that another server runs on the database and holds the lock.
var ErrNotAlone = errors.New("pg: another server runs on this database")

const (
	aloneLock  = 0x6b7261706130 // an arbitrary number
	aloneRetry = 250 * time.Millisecond
)

// lockCheckInterval is how often the connection that holds the lock is checked. Tests shorten it.
var lockCheckInterval = 10 * time.Second

// HoldAlone acquires the lock that only one server on the database can hold. A server without NATS needs
// the lock, because it cannot notify other servers. HoldAlone waits for a server that is just stopping. The lock
// is held until release is called or the process ends. Error: ErrNotAlone after wait.
func HoldAlone(ctx context.Context, pool *pgxpool.Pool, wait time.Duration) (release func(), err error) {
	conn, err := acquireAlone(ctx, pool, wait)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		keepAlone(ctx, pool, conn)
	}()
	return func() { stop(); <-done }, nil
}

// keepAlone keeps the connection that holds the lock. After a restart of the database it acquires the lock
// again.
func keepAlone(ctx context.Context, pool *pgxpool.Pool, conn *pgxpool.Conn) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(lockCheckInterval):
			if conn.Ping(ctx) == nil {
				continue
			}
			closeConn(conn)
			again, err := acquireAlone(ctx, pool, lockCheckInterval)
			for err != nil && ctx.Err() == nil {
				time.Sleep(aloneRetry) // a database that is down refuses at once
				again, err = acquireAlone(ctx, pool, lockCheckInterval)
			}
			if conn = again; conn == nil {
				return
			}
		}
	}
	closeConn(conn)
}

// closeConn closes the connection, and so releases the lock, which belongs to the session.
func closeConn(conn *pgxpool.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = conn.Hijack().Close(ctx)
}

func acquireAlone(ctx context.Context, pool *pgxpool.Pool, wait time.Duration) (*pgxpool.Conn, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("pg: %w", err)
	}
	for until := time.Now().Add(wait); ; {
		var acquired bool
		if err := conn.QueryRow(ctx, `select pg_try_advisory_lock($1)`, int64(aloneLock)).Scan(&acquired); err != nil {
			conn.Release()
			return nil, fmt.Errorf("pg: %w", err)
		}
		if acquired {
			return conn, nil
		}
		if time.Now().After(until) {
			conn.Release()
			return nil, ErrNotAlone
		}
		time.Sleep(aloneRetry)
	}
}

// RunAlone runs do unless another RunAlone with the same lock is running on the database. Then ran is false,
// and do does not run. The lock belongs to the session, so the lock is released if the process dies.
func RunAlone(ctx context.Context, pool *pgxpool.Pool, lock int64, do func() error) (ran bool, err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return false, fmt.Errorf("pg: %w", err)
	}
	if err := conn.QueryRow(ctx, `select pg_try_advisory_lock($1)`, lock).Scan(&ran); err != nil || !ran {
		conn.Release()
		return false, err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if _, err := conn.Exec(ctx, `select pg_advisory_unlock($1)`, lock); err != nil {
			closeConn(conn) // a closed session holds no lock
			return
		}
		conn.Release()
	}()
	return true, do()
}
