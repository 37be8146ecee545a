// Command large measures the server with many members. "large seed" fills its own database with members and their
// histories, for which all invariants of the ledger hold. "large bench" measures every list, page and search of members
// and operators. It measures them on that database, and in the same run on a database with 100 members.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"krapao/backend/platform/config"
	"krapao/backend/platform/pgembed"
)

// settings are PostgreSQL's settings, for a machine with two cores and a few gigabytes of memory.
var settings = map[string]string{"shared_buffers": "512MB", "maintenance_work_mem": "512MB", "max_wal_size": "8GB", "autovacuum": "off"}

func main() {
	flags := flag.NewFlagSet("large", flag.ExitOnError)
	dir := flags.String("dir", "var/large", "folder of the database")
	size := size{}
	flags.Int64Var(&size.Members, "members", 100_000, "number of members")
	flags.Int64Var(&size.Lines, "lines", 50, "statement lines of each member, a multiple of 5")
	flags.Int64Var(&size.Plays, "plays", 20, "plays of each member")
	out := flags.String("json", "bench-large.json", "file for the figures")
	stats := flags.String("stats", "", "file for the planner's statistics of the seeded database, for the test of query plans")
	if len(os.Args) < 2 || os.Args[1] != "seed" && os.Args[1] != "bench" {
		fmt.Fprintln(os.Stderr, "usage: large seed|bench [-dir DIR] [-members N -lines N -plays N]")
		os.Exit(2)
	}
	_ = flags.Parse(os.Args[2:]) // exits on an error
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1], *dir, size, *out, *stats); err != nil {
		fmt.Fprintln(os.Stderr, "large:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, command, dir string, size size, out, stats string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	cluster, err := pgembed.Start(ctx, pgembed.Options{Dir: dir, Settings: settings})
	if err != nil {
		return err
	}
	defer func() { _ = cluster.Stop() }()
	cfg := config.Config{
		Profile: "development", PublicURL: "http://localhost", DataDir: dir, DatabaseURL: cluster.URL, DBConns: 24,
		SecretKey: fmt.Sprintf("%064x", 1), SMSProvider: "thaibulksms", SlipProvider: "slipok", VAPIDSubject: "mailto:large@krapao.dev",
	}
	if command == "seed" {
		return seedLarge(ctx, cfg, size, stats)
	}
	return compareDatabases(ctx, cfg, out)
}
