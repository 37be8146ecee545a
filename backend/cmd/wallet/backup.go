package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/pgcopy"
	"krapao/backend/server"
)

var errBackupUsage = errors.New("usage: wallet backup [-verify] FILE | wallet restore FILE (- for standard input and output)")

// backup writes a backup. With -verify it then restores the backup into a temporary database on the same
// server, verifies the ledger there, and drops the database.
func (t tools) backup(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("backup", flag.ContinueOnError)
	verify := flags.Bool("verify", false, "restore into a temporary database and verify the ledger")
	if flags.Parse(args) != nil || flags.NArg() != 1 || (*verify && flags.Arg(0) == "-") {
		return errBackupUsage
	}
	started := time.Now()
	sum, err := t.writeBackup(ctx, flags.Arg(0), out)
	if err != nil {
		return err
	}
	if flags.Arg(0) == "-" {
		return nil
	}
	fmt.Fprintf(out, "%d rows of %d tables as of %s, in %s\n", countRows(sum), len(sum.Rows), sum.At.Format(time.RFC3339), time.Since(started).Round(time.Millisecond))
	if *verify {
		return t.verifyBackup(ctx, flags.Arg(0), out)
	}
	return nil
}

// writeBackup writes a backup to a file, or to out if the name is "-". The file has the suffix ".part" until it is
// complete. writeBackup returns what the backup contains.
func (t tools) writeBackup(ctx context.Context, name string, out io.Writer) (pgcopy.Summary, error) {
	if name == "-" {
		return t.server.Backup(ctx, out)
	}
	part := name + ".part"
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return pgcopy.Summary{}, err
	}
	sum, err := t.server.Backup(ctx, file)
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return sum, err
	}
	return sum, os.Rename(part, name)
}

// restore reads a backup into this installation's empty database.
func (t tools) restore(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 1 {
		return errBackupUsage
	}
	in, err := openBackup(args[0])
	if err != nil {
		return err
	}
	defer in.Close()
	started := time.Now()
	sum, findings, err := t.server.Restore(ctx, in)
	if err != nil {
		return err
	}
	// The audit entry is written after the restore, because a restore needs empty tables.
	err = t.server.Operators.AuditBefore(ctx, "backup.restore", "", map[string]any{"asOf": sum.At, "rows": countRows(sum)})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d rows of %d tables, as they were at %s, restored in %s\n", countRows(sum), len(sum.Rows), sum.At.Format(time.RFC3339), time.Since(started).Round(time.Millisecond))
	return printFindings(out, findings)
}

// openBackup opens a backup file, or standard input if the name is "-".
func openBackup(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(name)
}

// verifyBackup restores a backup into a temporary database, verifies the ledger, and drops the database.
func (t tools) verifyBackup(ctx context.Context, name string, out io.Writer) (err error) {
	database := "krapao_drill_" + strings.ToLower(rand.Text()[:10])
	cfg := t.cfg
	if cfg.DatabaseURL, err = t.urlOfDatabase(database); err != nil {
		return err
	}
	if _, err := t.server.Pool.Exec(ctx, "create database "+database); err != nil {
		return fmt.Errorf("create a temporary database: %w", err)
	}
	defer func() {
		_, dropped := t.server.Pool.Exec(context.WithoutCancel(ctx), "drop database "+pgx.Identifier{database}.Sanitize()+" with (force)")
		err = errors.Join(err, dropped)
	}()
	pool, closeDatabase, err := server.OpenAndMigrate(ctx, cfg, io.Discard)
	if err != nil {
		return err
	}
	defer func() { _ = closeDatabase() }()
	s, err := server.New(ctx, cfg, pool, server.Options{Clock: time.Now, Log: newLog(cfg)})
	if err != nil {
		return err
	}
	return tools{cfg: cfg, server: s}.restore(ctx, []string{name}, out)
}

// urlOfDatabase returns the URL of another database on the same PostgreSQL server.
func (t tools) urlOfDatabase(database string) (string, error) {
	address, err := url.Parse(t.server.Pool.Config().ConnString())
	if err != nil || address.Scheme == "" {
		return "", errors.New("-verify needs DATABASE_URL in the form postgres://")
	}
	address.Path = "/" + database
	return address.String(), nil
}

// countRows returns the number of rows in all tables of a backup.
func countRows(sum pgcopy.Summary) (n int64) {
	for _, rows := range sum.Rows {
		n += rows
	}
	return n
}

// printFindings prints each invariant with its count. It returns exitCode(1) if any count is not 0.
func printFindings(out io.Writer, findings []ledger.Finding) error {
	broken := false
	for _, f := range findings {
		broken = broken || f.Broken != 0
		fmt.Fprintf(out, "%12d  %s\n", f.Broken, f.Invariant)
	}
	if broken {
		fmt.Fprintln(out, "LEDGER CHECK FAILED")
		return exitCode(1)
	}
	return nil
}
