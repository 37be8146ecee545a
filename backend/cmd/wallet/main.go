// Command wallet is the member wallet's server and its tools.
//
//	wallet serve          the server, on DATABASE_URL or an embedded PostgreSQL
//	wallet dev            serve, with demo content and the sandbox
//	wallet migrate        bring the database's schema up to date; dev migrates, too; all
//	                      other commands refuse a schema that is older than the program
//	wallet seed [-demo]   insert the rows that every installation needs
//	wallet verify-ledger  check the ledger; exit code 1 if an invariant is broken
//	wallet went-back      pause payouts after a loss that the database does not report
//	wallet reconcile      compare our ledger with each provider's; exit 1 if they differ,
//	                      2 if something couldn't be checked
//	wallet backup FILE    write all rows, while the server runs; -verify tries a restore
//	wallet restore FILE   read a backup into an empty database, and check the ledger
//	wallet operator ...   add, list, disable, enable, reset; totp prints a code (development)
//	wallet edit ...       show and edit settings, our accounts, texts, banks, sources,
//	                      games, bonuses, promotions and wheels
//	wallet member ...     show, freeze, unfreeze
//	wallet game ...       list; reseal: re-encrypt passwords with the newest key
//	wallet wheel ...      list; reseal: re-encrypt seeds with the newest key
//	wallet openapi        print the API's contract
//	wallet errors         print the error catalogue, as in docs/errors.md
//	wallet database       print the address of the database, for psql and the like
//	wallet testdb -- CMD  run a command with a temporary PostgreSQL
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"krapao/backend/platform/config"
	"krapao/backend/platform/logs"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	var code exitCode
	switch {
	case errors.As(err, &code):
		os.Exit(int(code))
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// exitCode is an error that ends the program with this code and without a message.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

var errUsage = errors.New(`usage: wallet COMMAND

  serve                   run the server, on DATABASE_URL or an embedded PostgreSQL
  dev                     serve, with demo content and the sandbox
  migrate                 bring the database's schema up to date; dev migrates, too; all other
                          commands refuse a schema that is older than the program
  seed [-demo]            insert the rows that every installation needs
  verify-ledger [-changed]
                          check the ledger; exit 1 if an invariant is broken; -changed
                          checks only the members who changed since the last check
                          without findings
  went-back -since TIME   pause payouts after a loss that the database does not report
  reconcile [-days N]     compare our ledger with each provider's; exit 1 if they differ,
                          2 if something couldn't be checked
  backup [-verify] FILE   write all rows, while the server runs; -verify tries a restore
  restore FILE            read a backup into an empty database, and check the ledger
  operator ...            add, list, disable, enable, reset; totp prints a code (development)
  edit ...                show and edit settings, our accounts, texts, banks, sources, games,
                          bonuses, promotions and wheels
  member ...              show, freeze, unfreeze
  game ...                list, reseal
  wheel ...               list, reseal
  openapi                 print the API's contract
  errors                  print the error catalogue, as in docs/errors.md
  database                print the address of the database, for psql and the like
  testdb -- COMMAND       run a command with a temporary PostgreSQL`)

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	if usage := findUsage(args); usage != nil {
		_, err := fmt.Fprintln(out, usage)
		return err
	}
	switch name, rest := args[0], args[1:]; name {
	case "openapi":
		return printContract(ctx, out)
	case "errors":
		return printErrors(out)
	case "testdb":
		return runTestDB(ctx, rest)
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	switch name, rest := args[0], args[1:]; name {
	case "database":
		return printDatabase(cfg, out)
	case "serve":
		return serve(ctx, cfg, out, false)
	case "dev":
		return serve(ctx, cfg, out, true)
	case "migrate":
		return migrate(ctx, cfg, out)
	case "seed":
		demo := len(rest) == 1 && rest[0] == "-demo"
		return withDatabase(ctx, cfg, func(t tools) error { return t.seed(ctx, demo) })
	case "verify-ledger":
		return withDatabase(ctx, cfg, func(t tools) error { return t.verify(ctx, rest, out) })
	case "went-back":
		return withDatabase(ctx, cfg, func(t tools) error { return t.pauseAfterLoss(ctx, rest, out) })
	case "reconcile":
		return withDatabase(ctx, cfg, func(t tools) error { return t.reconcile(ctx, rest, out) })
	case "backup":
		return withDatabase(ctx, cfg, func(t tools) error { return t.backup(ctx, rest, out) })
	case "restore":
		return withDatabase(ctx, cfg, func(t tools) error { return t.restore(ctx, rest, out) })
	case "operator":
		return withDatabase(ctx, cfg, func(t tools) error { return t.runOperatorCommand(ctx, rest, out) })
	case "edit":
		return withDatabase(ctx, cfg, func(t tools) error { return t.edit(ctx, rest, out) })
	case "game":
		return withDatabase(ctx, cfg, func(t tools) error { return t.runGameCommand(ctx, rest, out) })
	case "wheel":
		return withDatabase(ctx, cfg, func(t tools) error { return t.runWheelCommand(ctx, rest, out) })
	case "member":
		return withDatabase(ctx, cfg, func(t tools) error { return t.runMemberCommand(ctx, rest, out) })
	default:
		return errUsage
	}
}

// findUsage returns the usage text if the arguments ask for help, else nil. It needs no database.
func findUsage(args []string) error {
	isHelp := func(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }
	switch {
	case isHelp(args[0]) || args[0] == "help":
		return errUsage
	case len(args) == 1 || !isHelp(args[1]):
		return nil
	}
	usages := map[string]error{
		"backup": errBackupUsage, "restore": errBackupUsage, "operator": errOperatorUsage, "edit": errEditUsage,
		"member": errMemberUsage, "game": errGameUsage, "wheel": errWheelUsage, "verify-ledger": errVerifyUsage, "reconcile": errReconcileUsage, "went-back": errWentBackUsage,
	}
	return cmp.Or(usages[args[0]], errUsage)
}

// newLog returns the log, which writes JSON to standard error.
func newLog(cfg config.Config) *slog.Logger {
	level := slog.LevelInfo
	if !cfg.Production() {
		level = slog.LevelWarn // a developer's terminal shows only warnings and errors
	}
	if cfg.LogLevel != nil {
		level = *cfg.LogLevel
	}
	return slog.New(logs.Throttle(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: level})))
}
