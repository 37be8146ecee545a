package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"krapao/backend/platform/config"
	"krapao/backend/server"
)

// tools runs the subcommands that need the database and the domains.
type tools struct {
	cfg    config.Config
	server *server.Server
}

// withDatabase calls do with the same database and domains as the server. It does not listen or run jobs.
func withDatabase(ctx context.Context, cfg config.Config, do func(tools) error) error {
	cfg, err := useRunningDatabase(cfg)
	if err != nil {
		return err
	}
	log := newLog(cfg)
	pool, closeDatabase, err := server.OpenDatabase(ctx, cfg, os.Stderr, log)
	if err != nil {
		return err
	}
	defer func() { _ = closeDatabase() }()
	s, err := server.New(ctx, cfg, pool, server.Options{Clock: cfg.Now, Log: log})
	if err != nil {
		return err
	}
	return do(tools{cfg: cfg, server: s})
}

// useRunningDatabase returns the settings with the URL of the embedded PostgreSQL that a running `make run` has started.
// It returns them unchanged if DATABASE_URL is set.
func useRunningDatabase(cfg config.Config) (config.Config, error) {
	if cfg.DatabaseURL != "" {
		return cfg, nil
	}
	running, err := server.RunningDatabase(cfg)
	cfg.DatabaseURL = running
	return cfg, err
}

// migrate migrates the schema. Of the other commands only dev does so: a newer program that only lists something must
// not change the schema of running servers.
func migrate(ctx context.Context, cfg config.Config, out io.Writer) error {
	cfg, err := useRunningDatabase(cfg)
	if err != nil {
		return err
	}
	_, closeDatabase, err := server.OpenAndMigrate(ctx, cfg, os.Stderr)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "the schema is up to date")
	return closeDatabase()
}

func (t tools) seed(ctx context.Context, demo bool) error {
	if demo && t.cfg.Production() {
		return errors.New("no demo content in production")
	}
	if err := t.server.Operators.AuditBefore(ctx, "content.seed", "", map[string]any{"demo": demo}); err != nil {
		return err
	}
	return server.Seed(ctx, t.server.Pool, demo, t.cfg.Laos)
}

var errVerifyUsage = errors.New("usage: wallet verify-ledger [-changed]")

// verify prints each invariant with its count. It returns exitCode(1) if any count is not 0.
func (t tools) verify(ctx context.Context, args []string, out io.Writer) error {
	check := t.server.Proof().CheckAll
	switch {
	case len(args) == 1 && args[0] == "-changed":
		check = t.server.Proof().CheckChanged
	case len(args) != 0:
		return errVerifyUsage
	}
	started := time.Now()
	findings, err := check(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "verified in %s\n", time.Since(started).Round(time.Millisecond))
	return printFindings(out, findings)
}

var errOperatorUsage = errors.New("usage: wallet operator add NAME support|cashier|admin (password on standard input) | list | disable NAME | enable NAME | reset NAME (password on standard input) | totp NAME")

func (t tools) runOperatorCommand(ctx context.Context, args []string, out io.Writer) error {
	operators := t.server.Operators
	switch {
	case len(args) == 3 && args[0] == "add":
		return setPassword(out, "added", func(pass string) (string, error) { return operators.Add(ctx, args[1], args[2], pass) })
	case len(args) == 2 && args[0] == "reset":
		return setPassword(out, "reset, and logged out everywhere", func(pass string) (string, error) { return operators.Reset(ctx, args[1], pass) })
	case len(args) == 1 && args[0] == "list":
		all, err := operators.List(ctx)
		for _, o := range all {
			fmt.Fprintf(out, "%-20s %-8s active=%t\n", o.Username, o.Role, o.Active)
		}
		return err
	case len(args) == 2 && (args[0] == "disable" || args[0] == "enable"):
		return operators.SetActive(ctx, args[1], args[0] == "enable")
	case len(args) == 2 && args[0] == "totp":
		if t.cfg.Production() {
			return errors.New("codes can't be printed in production")
		}
		code, err := operators.Code(ctx, args[1])
		if err == nil {
			fmt.Fprintln(out, code)
		}
		return err
	default:
		return errOperatorUsage
	}
}

// setPassword reads a password from standard input, passes it to set, and prints the authenticator secret that set
// returns. done is a text that says what was done.
func setPassword(out io.Writer, done string, set func(pass string) (secret string, err error)) error {
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && line == "" {
		return errOperatorUsage
	}
	secret, err := set(strings.TrimRight(line, "\r\n"))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s; authenticator secret (shown only once): %s\n", done, secret)
	return nil
}
