// Command sandbox runs the simulated providers of package sandbox on loopback. Its settings are
// environment variables, with these defaults: SANDBOX_HOST (127.0.0.1), SANDBOX_PORT (8090),
// SANDBOX_PUSH_PORT (0: off), SANDBOX_CALLBACK_URL (http://127.0.0.1:8080) and DATA_DIR (./var).
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/caarlos0/env/v11"

	"krapao/backend/sandbox"
)

type config struct {
	Host    string `env:"SANDBOX_HOST" envDefault:"127.0.0.1"`
	Port    string `env:"SANDBOX_PORT" envDefault:"8090"`
	DataDir string `env:"DATA_DIR" envDefault:"./var"`
	// PushPort is the TLS port of the simulated push service; 0 turns it off.
	PushPort string `env:"SANDBOX_PUSH_PORT" envDefault:"0"`
	// CallbackURL is the server's URL, for the providers' webhooks.
	CallbackURL string `env:"SANDBOX_CALLBACK_URL" envDefault:"http://127.0.0.1:8080"`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "sandbox:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	cfg, err := env.ParseAs[config]()
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	providers, err := sandbox.Open(filepath.Join(cfg.DataDir, "sandbox"), log)
	if err != nil {
		return err
	}
	defer func() { _ = providers.Close() }()
	providers.SetCallbackURL(cfg.CallbackURL)
	if cfg.PushPort != "0" {
		listener, err := net.Listen("tcp", net.JoinHostPort(cfg.Host, cfg.PushPort))
		if err != nil {
			return err
		}
		go func() {
			if err := providers.Push().Serve(ctx, listener); err != nil {
				log.Error("push service", "cause", err)
			}
		}()
	}
	server := &http.Server{Addr: net.JoinHostPort(cfg.Host, cfg.Port), Handler: providers.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		// The timeout is short, because some calls hang on purpose.
		grace, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = server.Shutdown(grace)
		_ = server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
