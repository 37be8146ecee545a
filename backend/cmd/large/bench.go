package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/config"
	"krapao/backend/platform/freeport"
	"krapao/backend/server"
)

const (
	clients     = 4           // concurrent calls
	rounds      = 3           // of each call on each database
	measureTime = time.Second // how long a call is measured per round and database
)

// row compares one call on both databases. Small, Large and P95 are medians of the rounds, in milliseconds. Ratio is
// Large divided by Small.
type row struct {
	What  string  `json:"what"`
	Small float64 `json:"smallP50ms"`
	Large float64 `json:"largeP50ms"`
	P95   float64 `json:"largeP95ms"`
	Ratio float64 `json:"times"`
}

// benchServer is a server on one of the two databases.
type benchServer struct {
	server      *server.Server
	pool        *pgxpool.Pool
	base        string
	client      *http.Client
	member      int // the member who made the last call
	memberCount int // the number of members whose calls are measured
	mu          sync.Mutex
}

// compareDatabases compares the database of cfg with a small database in the same cluster. It prints the figures, and
// writes them to the file out.
func compareDatabases(ctx context.Context, cfg config.Config, out string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	large, err := startBenchServer(ctx, cfg)
	if err != nil {
		return err
	}
	smallCfg, err := createSmallDatabase(ctx, cfg, large.pool)
	if err != nil {
		return err
	}
	small, err := startBenchServer(ctx, smallCfg)
	if err != nil {
		return err
	}
	rows, err := compareCalls(ctx, small, large)
	if err != nil {
		return err
	}
	printRows(rows) // before the slow parts
	if err := errors.Join(small.withdrawOnce(ctx), large.withdrawOnce(ctx)); err != nil {
		return err
	}
	var jobRows []row
	for _, work := range []struct {
		what string
		do   func(*benchServer) error
	}{
		{"verify-ledger -changed, of 100 members", func(s *benchServer) error { _, err := s.server.Proof().CheckChanged(ctx); return err }},
		{"verify-ledger", func(s *benchServer) error { _, err := s.server.Proof().CheckAll(ctx); return err }},
		{"closing a day", func(s *benchServer) error { return closeDay(ctx, s) }},
	} {
		r := row{What: work.what}
		for _, s := range []*benchServer{small, large} {
			began := time.Now()
			if err := work.do(s); err != nil {
				return fmt.Errorf("%s: %w", work.what, err)
			}
			r.Small, r.Large = r.Large, float64(time.Since(began).Microseconds())/1000
		}
		r.P95, r.Ratio = r.Large, r.Large/r.Small
		jobRows = append(jobRows, r)
	}
	printRows(jobRows)
	text, err := json.MarshalIndent(append(rows, jobRows...), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o644)
}

// createSmallDatabase creates and fills the small database in the cluster of pool, and returns its settings.
func createSmallDatabase(ctx context.Context, cfg config.Config, pool *pgxpool.Pool) (config.Config, error) {
	for _, statement := range []string{"drop database if exists small with (force)", "create database small"} {
		if _, err := pool.Exec(ctx, statement); err != nil {
			return cfg, err
		}
	}
	address, err := url.Parse(cfg.DatabaseURL)
	if err != nil {
		return cfg, err
	}
	address.Path = "/small"
	cfg.DatabaseURL = address.String()
	smallPool, closePool, err := server.OpenAndMigrate(ctx, cfg, io.Discard)
	if err != nil {
		return cfg, err
	}
	return cfg, errors.Join(fillDatabase(ctx, cfg, smallPool, smallSize, false), closePool())
}

// startBenchServer starts a server on the database of cfg, with an operator who is logged in. The server runs until
// ctx ends.
func startBenchServer(ctx context.Context, cfg config.Config) (*benchServer, error) {
	pool, _, err := server.OpenDatabase(ctx, cfg, io.Discard, nil)
	if err != nil {
		return nil, err
	}
	s := &benchServer{pool: pool, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}}
	if err := pool.QueryRow(ctx, "select count(*) from member where id >= $1", firstID).Scan(&s.memberCount); err != nil || s.memberCount == 0 {
		return nil, errors.Join(err, errors.New("the database has no members: run large seed first"))
	}
	fmt.Printf("a database of %d members\n", s.memberCount)
	s.memberCount = min(s.memberCount, int(smallSize.Members)) // as in the small database, so that their rows are in memory
	_, err = pool.Exec(ctx, `with o as (insert into operator (username, role, password_hash, totp_secret) values ('large', 'admin', '', '\x00') on conflict (username) do update set active = true returning id)
		insert into operator_session (operator_id, token_hash, created_at, expires_at, acted_at) select id, sha256('operator\000large-operator'), now(), now() + interval '1 day', now() from o
		on conflict (token_hash) do update set expires_at = excluded.expires_at, acted_at = now()`)
	if err != nil {
		return nil, err
	}
	// An idle session would ask for the password again.
	if _, err := pool.Exec(ctx, "update session set last_seen_at = now(), confirm_needed = false where member_id between $1::bigint and $1 + $2", firstID, s.memberCount); err != nil {
		return nil, err
	}
	if s.server, err = newServer(ctx, cfg, pool); err != nil {
		return nil, err
	}
	port, err := freeport.Loopback()
	if err != nil {
		return nil, err
	}
	s.base = "http://" + freeport.Address(port)
	go func() { _ = s.server.Edge.Serve(ctx, freeport.Address(port)) }()
	for range 100 {
		if res, err := s.client.Get(s.base + "/healthz"); err == nil {
			return s, res.Body.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil, errors.New("the server does not start")
}

// pickMember returns the index of the member whose turn it is.
func (s *benchServer) pickMember() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.member = (s.member + 1) % s.memberCount
	return s.member
}

// compareCalls measures each call on both servers in turns. It leaves out calls that fail on one of them.
func compareCalls(ctx context.Context, small, large *benchServer) ([]row, error) {
	var rows []row
	for _, c := range callsOf(large.server) {
		failed := errors.Join(c.send(ctx, small.client, small.base, small.pickMember(), uuid.NewString()), c.send(ctx, large.client, large.base, large.pickMember(), uuid.NewString()))
		if failed != nil {
			fmt.Printf("left out: %s: %.120s\n", c.name, failed)
			continue
		}
		var smallP50, largeP50, largeP95 []float64
		for range rounds {
			for _, s := range []*benchServer{small, large} {
				times, err := s.measureCall(ctx, c)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", c.name, err)
				}
				if s == small {
					smallP50 = append(smallP50, times[len(times)/2])
				} else {
					largeP50, largeP95 = append(largeP50, times[len(times)/2]), append(largeP95, times[len(times)*95/100])
				}
			}
		}
		r := row{What: c.name, Small: median(smallP50), Large: median(largeP50), P95: median(largeP95)}
		r.Ratio = r.Large / r.Small
		rows = append(rows, r)
	}
	return rows, nil
}

// measureCall repeats one call with all clients, and returns the sorted durations in milliseconds.
func (s *benchServer) measureCall(ctx context.Context, c call) ([]float64, error) {
	var mu sync.Mutex
	var all []float64
	var failed error
	deadline := time.Now().Add(measureTime)
	var wg sync.WaitGroup
	for range clients {
		wg.Go(func() {
			for time.Now().Before(deadline) {
				began := time.Now()
				err := c.send(ctx, s.client, s.base, s.pickMember(), uuid.NewString())
				took := float64(time.Since(began).Microseconds()) / 1000
				mu.Lock()
				all, failed = append(all, took), errors.Join(failed, err)
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	slices.Sort(all)
	return all, failed
}

// withdrawOnce sends one withdrawal for each measured member. It sends all calls at once, since each waits some seconds
// for game providers, which do not respond here.
func (s *benchServer) withdrawOnce(ctx context.Context) error {
	withdraw := call{method: http.MethodPost, path: "/api/wallet/withdraw", body: `{"amount":100}`}
	failures := make([]error, s.memberCount)
	var wg sync.WaitGroup
	for member := range failures {
		wg.Go(func() { failures[member] = withdraw.send(ctx, s.client, s.base, member, uuid.NewString()) })
	}
	wg.Wait()
	return errors.Join(failures...)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// closeDay closes the next day that has plays.
func closeDay(ctx context.Context, s *benchServer) error {
	if err := s.server.Accrual.CloseDays(ctx); err != nil { // stores the rewards' terms, before the day is closed
		return err
	}
	if _, err := s.pool.Exec(ctx, "update game_book set closed = closed + 1"); err != nil {
		return err
	}
	return s.server.Accrual.CloseDays(ctx)
}

// printRows prints a table. Calls that are at least 1.2 times as slow on the large database come first.
func printRows(rows []row) {
	w := tabwriter.NewWriter(os.Stdout, 2, 4, 2, ' ', 0)
	fmt.Fprintln(w, "what\tsmall p50 ms\tlarge p50 ms\tlarge p95 ms\ttimes\t")
	slices.SortStableFunc(rows, func(a, b row) int { return strings.Compare(fmt.Sprint(b.Ratio > 1.2), fmt.Sprint(a.Ratio > 1.2)) })
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t\n", r.What, r.Small, r.Large, r.P95, r.Ratio)
	}
	_ = w.Flush()
}
