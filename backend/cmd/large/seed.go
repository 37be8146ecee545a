package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/config"
	"krapao/backend/server"
)

// size is the number of members, and of the statement lines and plays of each.
type size struct{ Members, Lines, Plays int64 }

// smallSize is the size of the database with which a large one is compared.
var smallSize = size{Members: 100, Lines: 50, Plays: 20}

const (
	linesPerCycle  = 5
	bytesPerLine   = 2500 // with its transfers, stored responses and indexes, rounded up
	bytesPerMember = 8000
	firstID        = 1_000_000 // of the first member; members of the demo have lower ids
	firstTransfer  = 1_000_000
)

//go:embed seed.sql
var seedSQL string

// seedLarge fills the database of cfg, and checks the ledger's invariants. It does nothing if the disk has too little
// space. It inserts nothing if the database already has such members. It writes the planner's statistics to the file
// stats, unless stats is "".
func seedLarge(ctx context.Context, cfg config.Config, size size, stats string) error {
	if size.Members < 1 || size.Lines < linesPerCycle || size.Lines%linesPerCycle != 0 || size.Plays < 0 {
		return fmt.Errorf("MEMBERS must be positive, and LINES a multiple of %d", linesPerCycle)
	}
	needed := 2 * (size.Members*size.Lines*bytesPerLine + size.Members*bytesPerMember) // twice, for the write-ahead log
	var disk syscall.Statfs_t
	if err := syscall.Statfs(cfg.DataDir, &disk); err != nil {
		return err
	}
	if free := int64(disk.Bavail) * disk.Bsize; free < needed {
		fmt.Printf("skipped: %d GB are free in %s, and %d members need %d GB\n", free>>30, cfg.DataDir, size.Members, needed>>30+1)
		return nil
	}
	pool, closePool, err := server.OpenAndMigrate(ctx, cfg, io.Discard)
	if err != nil {
		return err
	}
	defer func() { _ = closePool() }()
	if err := fillDatabase(ctx, cfg, pool, size, true); err != nil || stats == "" {
		return err
	}
	return writeStats(ctx, pool, stats)
}

// fillDatabase inserts the members, and checks the ledger's invariants. If loud is true, it prints each step with its
// duration.
func fillDatabase(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, size size, loud bool) error {
	began := time.Now()
	if err := server.Seed(ctx, pool, true, false); err != nil {
		return err
	}
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var members int64
	if err := conn.QueryRow(ctx, "select count(*) from member where id >= $1", firstID).Scan(&members); err != nil {
		return err
	}
	if members > 0 {
		fmt.Printf("the database already has %d members: they are only checked\n", members)
	} else if err := insertMembers(ctx, conn.Conn(), size, loud); err != nil {
		return err
	}
	s, err := newServer(ctx, cfg, pool)
	if err != nil {
		return err
	}
	checked := time.Now()
	findings, err := s.Proof().CheckAll(ctx)
	if err != nil {
		return err
	}
	for _, finding := range findings {
		if finding.Broken != 0 {
			err = fmt.Errorf("%s: %d", finding.Invariant, finding.Broken)
			fmt.Println(err)
		}
	}
	if loud {
		fmt.Printf("  %-40s %6.1f s\n%d members in %.0f s\n", "verify-ledger", time.Since(checked).Seconds(), size.Members, checked.Sub(began).Seconds())
	}
	return err
}

// insertMembers runs the steps of seed.sql on one connection. It creates the keys and indexes of the large tables after
// the rows, because that is faster.
func insertMembers(ctx context.Context, conn *pgx.Conn, size size, loud bool) error {
	report := func(what string, began time.Time) {
		if loud {
			fmt.Printf("  %-40s %6.1f s\n", what, time.Since(began).Seconds())
		}
	}
	for _, statement := range []string{
		"set statement_timeout = 0", "set lock_timeout = 0", "set idle_in_transaction_session_timeout = 0", "set synchronous_commit = off",
		// Neither triggers nor foreign keys check the rows, but verify-ledger does.
		"set session_replication_role = replica", "set work_mem = '256MB'", "set max_parallel_maintenance_workers = 2",
		fmt.Sprintf("create temp table size as select %d::bigint as members, %d::bigint as cycles, %d::bigint as plays, %d::bigint as base, %d::bigint as first_transfer",
			size.Members, size.Lines/linesPerCycle, size.Plays, firstID, firstTransfer),
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	indexes, err := dropIndexes(ctx, conn)
	if err != nil {
		return err
	}
	for _, part := range strings.Split(seedSQL, "-- step: ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		began := time.Now()
		if _, err := conn.PgConn().Exec(ctx, text).ReadAll(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		report(name, began)
	}
	began := time.Now()
	for _, index := range indexes {
		if _, err := conn.Exec(ctx, index); err != nil {
			return err
		}
	}
	report("indexes", began)
	began = time.Now()
	if _, err := conn.Exec(ctx, "vacuum analyze"); err != nil {
		return err
	}
	report("vacuum and statistics", began)
	return nil
}

// bulkTables are the tables whose keys and indexes are created after the rows.
const bulkTables = "'member', 'transfer', 'statement_line', 'statement_event', 'idempotency', 'withdrawal', 'game_transfer', 'game_leg', 'game_play', 'game_play_key', 'slip', 'deposit_claim', 'bank_feed', 'turnover', 'chat_message', 'sign_in_address', 'known_device'"

// dropIndexes drops the keys and indexes of bulkTables that no foreign key needs. It returns the statements that create
// them again.
func dropIndexes(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	rows, err := conn.Query(ctx, `
		select 'alter table ' || k.conrelid::regclass || ' drop constraint ' || k.conname as drop,
			'alter table ' || k.conrelid::regclass || ' add constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as add
		from pg_constraint k where k.conrelid::regclass::text in (`+bulkTables+`) and k.contype in ('p', 'u')
			and not exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = k.conrelid)
		union all
		select 'drop index ' || i.indexrelid::regclass, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') from pg_index i
		where i.indrelid::regclass::text in (`+bulkTables+`) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[struct{ Drop, Add string }])
	if err != nil {
		return nil, err
	}
	var statements []string
	for _, index := range found {
		if _, err := conn.Exec(ctx, index.Drop); err != nil {
			return nil, err
		}
		statements = append(statements, index.Add)
	}
	return statements, nil
}

func newServer(ctx context.Context, cfg config.Config, pool *pgxpool.Pool) (*server.Server, error) {
	return server.New(ctx, cfg, pool, server.Options{Clock: time.Now, Log: slog.New(slog.NewJSONHandler(io.Discard, nil)), PollOnly: true})
}
