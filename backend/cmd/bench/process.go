package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/config"
	"krapao/backend/platform/freeport"
	"krapao/backend/platform/pg"
	"krapao/backend/server"
)

// serverEnv is the environment variable with the settings of a server process. A process with this
// variable runs as the server.
const serverEnv = "BENCH_SERVER"

// serverProcess is a separate process that serves withdrawals, so that its CPU time is measured without the load's CPU
// time. It runs the whole server, which inserts jobs but does not run them. It also runs newBareHandler.
type serverProcess struct {
	cmd        *exec.Cmd
	real, bare string // host:port
}

// processPorts are the addresses (host:port) that a server process prints when it starts.
type processPorts struct{ Real, Bare string }

func startProcess(ctx context.Context, cfg config.Config) (*serverProcess, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	settings, err := json.Marshal(cfg)
	if err != nil {
		return nil, err
	}
	d := &serverProcess{cmd: exec.CommandContext(ctx, exe)}
	d.cmd.Env = append(os.Environ(), serverEnv+"="+string(settings))
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	var ports processPorts
	if err := json.NewDecoder(out).Decode(&ports); err != nil {
		return nil, fmt.Errorf("the server process does not start: %w", err)
	}
	d.real, d.bare = ports.Real, ports.Bare
	return d, waitReady("http://" + d.real)
}

func (d *serverProcess) close() {
	_ = d.cmd.Process.Kill()
	_ = d.cmd.Wait()
}

// serveProcess is the main function of a server process. It runs until it is killed.
func serveProcess(ctx context.Context, settings string) error {
	var cfg config.Config
	if err := json.Unmarshal([]byte(settings), &cfg); err != nil {
		return err
	}
	pool, err := pg.Open(ctx, cfg.DatabaseURL, 0) // 0: the default number of connections
	if err != nil {
		return err
	}
	// The log is written to standard error, as in production. The bench does not read it.
	s, err := server.New(ctx, cfg, pool, server.Options{Clock: time.Now, Log: slog.New(slog.NewJSONHandler(os.Stderr, nil)), PollOnly: true})
	if err != nil {
		return err
	}
	s.Withdrawal.Patience = 0
	port, err := freeport.Loopback()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() { _ = newBareHandler(pool).Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	ports := processPorts{Real: freeport.Address(port), Bare: listener.Addr().String()}
	if err := json.NewEncoder(os.Stdout).Encode(ports); err != nil {
		return err
	}
	return s.Edge.Serve(ctx, ports.Real)
}

// newBareHandler returns a handler that moves money by the raw SQL and does nothing else. It has no
// authentication, key, statement line or job.
func newBareHandler(pool *pgxpool.Pool) *fiber.App {
	app := fiber.New()
	app.Post("/", func(c fiber.Ctx) error {
		var body struct{ Wallet, Amount int64 }
		if err := json.Unmarshal(c.Body(), &body); err != nil {
			return err
		}
		_, err := pool.Exec(c.Context(), rawSQL, body.Wallet, ledger.WithdrawalsPending, body.Amount, uuid.New())
		if err != nil {
			return err
		}
		return c.JSON(map[string]bool{"ok": true})
	})
	return app
}
