// Command bench measures the server on this machine, in one run, with its own durable PostgreSQL. It
// measures: the ledger compared with single statements; home screen and sync over HTTP; logins while
// strangers log in; withdrawals; transfers into a game with a slow and a hanging provider; the intake of
// plays; the closing of a day; chat and its sockets; reading a slip; and the app's size. It prints one
// table and writes bench.json. Do not compare figures of different machines, or of different runs on a
// shared machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/config"
	"krapao/backend/platform/pgembed"
	"krapao/backend/server"
)

// row is one row of the table. A field with 0 was not measured.
type row struct {
	What    string  `json:"what"`
	Clients int     `json:"clients,omitempty"`
	Rate    float64 `json:"perSecond,omitempty"`
	P50     float64 `json:"p50ms,omitempty"`
	P99     float64 `json:"p99ms,omitempty"`
	CPU     float64 `json:"cpuMs,omitempty"` // of server and PostgreSQL, per call
	Value   float64 `json:"value,omitempty"`
	Unit    string  `json:"unit,omitempty"`
	Goal    string  `json:"goal,omitempty"`
	// Guarded rows are ratios that -guard compares with the baseline.
	Guarded bool `json:"guarded,omitempty"`

	part  string
	calls int
}

func main() {
	var o options
	flag.DurationVar(&o.duration, "each", fullSize.duration, "how long each row is measured")
	isSmoke := flag.Bool("smoke", false, "run every part once with the smallest load, as a test; its figures are meaningless")
	flag.StringVar(&o.out, "json", "bench.json", "file for the figures")
	flag.StringVar(&o.only, "only", "", "parts, with commas: ledger, http, login, withdraw, transfer, plays, day, chat, slip or app")
	flag.IntVar(&o.rounds, "rounds", 1, "measure everything so often, and take the medians")
	flag.StringVar(&o.document, "figures", "", "a document whose table is replaced by the figures of the guarded parts")
	flag.BoolVar(&o.isAccepted, "accept", false, "accept the ratios of this run as the baseline")
	flag.BoolVar(&o.isGuard, "guard", false, "fail if a ratio is worse than the baseline by more than a fifth, twice in a row")
	flag.Parse()
	if settings := os.Getenv(serverEnv); settings != "" {
		fmt.Fprintln(os.Stderr, "bench: server:", serveProcess(context.Background(), settings))
		os.Exit(1)
	}
	if *isSmoke {
		runSize, o.duration = smokeSize, smokeSize.duration
	}
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are the command's flags.
type options struct {
	duration   time.Duration
	out        string
	only       string
	rounds     int
	document   string
	isAccepted bool
	isGuard    bool
}

// run measures as the options say, and writes the figures.
func run(ctx context.Context, o options) error {
	if o.isGuard {
		accepted, err := readBaseline()
		if err != nil {
			return err
		}
		return guard(accepted, func(parts ...string) ([]row, error) { return measure(ctx, o.duration, parts...) })
	}
	var parts []string
	if o.only != "" {
		parts = strings.Split(o.only, ",")
	} else if o.document != "" {
		parts = guardedParts
	}
	var all [][]row
	for range o.rounds {
		rows, err := measure(ctx, o.duration, parts...)
		if err != nil {
			return err
		}
		all = append(all, rows)
	}
	rows, of := medians(all), describeMachine(ctx, o.rounds)
	if o.rounds > 1 {
		printTable(rows)
	}
	if o.isAccepted {
		if err := writeBaseline(rows, of); err != nil {
			return err
		}
	}
	if o.document != "" {
		if err := writeTable(o.document, rows, of); err != nil {
			return err
		}
	}
	return writeJSON(o.out, struct {
		machine
		Rows []row `json:"rows"`
	}{of, rows})
}

// measure starts a database, measures the given parts, or all, and prints their figures.
func measure(ctx context.Context, duration time.Duration, parts ...string) (rows []row, err error) {
	richMembers = nil // they were in another database
	dir, err := os.MkdirTemp("", "krapao-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	database, err := pgembed.Start(ctx, pgembed.Options{Dir: dir, Settings: map[string]string{"shared_buffers": "128MB", "min_wal_size": "1GB"}})
	if err != nil {
		return nil, err
	}
	defer func() { _ = database.Stop() }()
	cfg := config.Config{Profile: "development", PublicURL: "http://localhost", DataDir: dir, DatabaseURL: database.URL, DBConns: 40, SecretKey: fmt.Sprintf("%064x", 1), SMSProvider: "thaibulksms", SlipProvider: "slipok", VAPIDSubject: "mailto:bench@krapao.dev"}
	pool, closePool, err := server.OpenAndMigrate(ctx, cfg, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = closePool() }()
	if err := server.Seed(ctx, pool, true, false); err != nil {
		return nil, err
	}
	if err := fillLogSegments(ctx, pool); err != nil {
		return nil, err
	}

	defer func() { printTable(rows) }() // also prints what was measured before a failure
	for _, part := range listParts(ctx, cfg, pool, dir, duration) {
		if len(parts) > 0 && !slices.Contains(parts, part.name) {
			continue
		}
		more, err := part.run()
		if err != nil {
			return rows, err
		}
		for _, r := range more {
			r.part = part.name
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// listParts returns the parts of the bench in the order of the table. Their names are the values of -only.
func listParts(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, dir string, duration time.Duration) []part {
	return []part{
		{"ledger", func() ([]row, error) { return benchLedger(ctx, cfg, pool, duration) }},
		{"http", func() ([]row, error) { return benchHTTP(ctx, cfg, pool, duration) }},
		{"login", func() ([]row, error) { return benchLogin(ctx, cfg, pool, duration) }},
		{"withdraw", func() ([]row, error) { return benchWithdraw(ctx, cfg, pool, duration) }},
		{"transfer", func() ([]row, error) { return benchTransfer(ctx, cfg, pool, duration) }},
		{"plays", func() ([]row, error) { return benchPlays(ctx, cfg, pool, duration) }},
		{"day", func() ([]row, error) { return benchDay(ctx, cfg, pool, duration) }},
		{"chat", func() ([]row, error) { return benchChatServer(ctx, cfg, pool, duration) }},
		{"slip", func() ([]row, error) { return benchSlip(ctx, dir) }},
		{"app", func() ([]row, error) { return benchApp(ctx) }},
	}
}

type part struct {
	name string
	run  func() ([]row, error)
}

// fillLogSegments makes the database write log segments that it can reuse later, like a database that has run for a
// day. Without it, all commits wait every few seconds while the database fills a new segment with zeroes.
func fillLogSegments(ctx context.Context, pool *pgxpool.Pool) error {
	for range runSize.segments {
		if _, err := pool.Exec(ctx, "select pg_logical_emit_message(false, 'bench', 'aged'), pg_switch_wal()"); err != nil {
			return err
		}
	}
	_, err := pool.Exec(ctx, "checkpoint")
	return err
}

// measureLoad runs do repeatedly in all clients for the given duration. It returns calls per second, and the median and
// the 99th percentile in ms.
func measureLoad(what string, clients int, duration time.Duration, do func(client int) error) (row, error) {
	var mu sync.Mutex
	var all []float64
	var failed error
	started := time.Now()
	deadline := started.Add(duration)
	var wg sync.WaitGroup
	for client := range clients {
		wg.Go(func() {
			var own []float64
			for time.Now().Before(deadline) {
				began := time.Now()
				if err := do(client); err != nil {
					mu.Lock()
					failed = err
					mu.Unlock()
					return
				}
				own = append(own, float64(time.Since(began))/float64(time.Millisecond))
			}
			mu.Lock()
			all = append(all, own...)
			mu.Unlock()
		})
	}
	wg.Wait()
	if failed != nil || len(all) == 0 {
		return row{}, fmt.Errorf("%s: %w", what, failed)
	}
	slices.Sort(all)
	return row{
		What: what, Clients: clients, calls: len(all), Rate: float64(len(all)) / time.Since(started).Seconds(),
		P50: all[len(all)/2], P99: all[len(all)*99/100],
	}, nil
}

func printTable(rows []row) {
	if runSize == smokeSize {
		fmt.Println("a smoke run: every part works, and the figures are meaningless")
	}
	w := tabwriter.NewWriter(os.Stdout, 2, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "what\tclients\tper s\tp50 ms\tp99 ms\tCPU ms\tvalue\t\tgoal\t")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", r.What, formatNumber("%.0f", float64(r.Clients)), formatNumber("%.0f", r.Rate),
			formatNumber("%.2f", r.P50), formatNumber("%.2f", r.P99), formatNumber("%.3f", r.CPU), formatNumber("%.2f", r.Value), r.Unit, r.Goal)
	}
	_ = w.Flush()
}
