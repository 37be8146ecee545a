package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/config"
	"krapao/backend/platform/pg"
	"krapao/backend/server"
	"krapao/backend/webapp"
)

// serve runs the server until ctx ends. In development it also inserts demo content, runs the sandbox,
// and prints its steps.
func serve(ctx context.Context, cfg config.Config, out io.Writer, dev bool) error {
	step := func(format string, args ...any) {
		if dev {
			fmt.Fprintf(out, "  "+format+"\n", args...)
		}
	}
	log := newLog(cfg)
	if err := os.MkdirAll(cfg.DataDir, 0o755); err != nil {
		return err
	}
	pgLog, err := os.OpenFile(filepath.Join(cfg.DataDir, "postgres.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer pgLog.Close()

	pool, closeDatabase, err := openForServe(ctx, cfg, pgLog, log, dev, step)
	if errors.Is(err, pg.ErrSchemaOld) {
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n(see PostgreSQL's log: %s)", err, pgLog.Name())
	}
	defer func() { logIfError(log, closeDatabase()) }()

	// Running calls continue after ctx ends, until the shutdown's time limit. Then they are cancelled.
	work, cancelWork := context.WithCancel(context.WithoutCancel(ctx))
	defer cancelWork()
	s, err := server.New(work, cfg, pool, server.Options{Clock: cfg.Now, Log: log, App: findApp(cfg)})
	if err != nil {
		return err
	}
	if dev {
		stopSandbox, err := startDevelopment(ctx, s, cfg, out, step)
		if err != nil {
			return err
		}
		defer stopSandbox()
	}
	if err := s.Start(ctx, work); err != nil {
		return err
	}
	defer func() {
		grace, cancel := context.WithTimeout(work, 10*time.Second)
		defer cancel()
		logIfError(log, s.Stop(grace))
	}()
	if err := s.ServeMetrics(ctx); err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	err = s.Edge.Serve(ctx, net.JoinHostPort(cfg.Host, strconv.Itoa(cfg.Port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("port %d is in use: set PORT to a free one (%w)", cfg.Port, err)
	}
	return err
}

// openForServe opens the database. In development it also migrates the schema.
func openForServe(ctx context.Context, cfg config.Config, pgLog io.Writer, log *slog.Logger, dev bool, step func(string, ...any)) (*pgxpool.Pool, func() error, error) {
	if !dev {
		return server.OpenDatabase(ctx, cfg, pgLog, log)
	}
	step("database: starting and migrating")
	return server.OpenAndMigrate(ctx, cfg, pgLog)
}

// findApp returns the app in APP_DIR, or the app that is compiled into the program.
func findApp(cfg config.Config) fs.FS {
	if cfg.AppDir != "" {
		return os.DirFS(cfg.AppDir)
	}
	return webapp.Files()
}

// startDevelopment starts the sandbox, inserts the demo content, and prints the greeting when the server listens. It
// returns a function that stops the sandbox.
func startDevelopment(ctx context.Context, s *server.Server, cfg config.Config, out io.Writer, step func(string, ...any)) (stopSandbox func(), err error) {
	stopSandbox, err = startSandbox(ctx, cfg, step)
	if err != nil {
		return nil, err
	}
	welcome, err := prepareDemo(ctx, s, cfg, step)
	if err != nil {
		stopSandbox()
		return nil, err
	}
	// The greeting is printed only when the server listens, because the port may be in use.
	s.Edge.App.Hooks().OnListen(func(fiber.ListenData) error {
		_, err := io.WriteString(out, welcome)
		return err
	})
	return stopSandbox, nil
}

// prepareDemo inserts the demo content and returns the greeting.
func prepareDemo(ctx context.Context, s *server.Server, cfg config.Config, step func(string, ...any)) (string, error) {
	step("demo content: filling in")
	if err := server.Seed(ctx, s.Pool, true, cfg.Laos); err != nil {
		return "", err
	}
	demo, err := s.EnsureDemo(ctx)
	if err != nil {
		return "", err
	}
	code := "go run ./backend/cmd/wallet operator totp " + demo.OperatorName
	if cfg.DataDir != config.DefaultDataDir {
		code = "DATA_DIR=" + cfg.DataDir + " " + code
	}
	return fmt.Sprintf(`
  Krapao is ready:          %s
  Sandbox (banks, SMS, slips): http://localhost:%d
  API docs:                 %s/api/docs

  Demo member:              %s   password %s
  Demo operator (admin):    %s   password %s   code: %s

  Press Ctrl-C to stop.
`, cfg.PublicURL, cfg.SandboxPort, cfg.PublicURL, demo.Phone, demo.Password, demo.OperatorName, demo.OperatorPassword, code), nil
}

// logIfError logs an error during shutdown.
func logIfError(log *slog.Logger, err error) {
	if err != nil {
		log.Error("stopping", "cause", err)
	}
}
