package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/config"
	"krapao/backend/server"
)

// printDatabase prints DATABASE_URL, or the address of the embedded PostgreSQL of a server that runs on
// DATA_DIR.
func printDatabase(cfg config.Config, out io.Writer) error {
	address := cfg.DatabaseURL
	if address == "" {
		var err error
		if address, err = server.RunningDatabase(cfg); err != nil {
			return err
		}
	}
	if address == "" {
		return fmt.Errorf("no server runs on %s: start one with make run or make dev, or set DATA_DIR", cfg.DataDir)
	}
	_, err := fmt.Fprintln(out, address)
	return err
}

// printContract prints the OpenAPI document. It creates a server for that, but does not start it.
func printContract(ctx context.Context, out io.Writer) error {
	dir, err := os.MkdirTemp("", "krapao-openapi-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	pool, err := pgxpool.New(ctx, "postgres://nobody@127.0.0.1:1/none") // connects only when used
	if err != nil {
		return err
	}
	defer pool.Close()
	cfg := config.Config{DataDir: dir, PublicURL: "http://localhost", SecretKey: strings.Repeat("00", 32), SMSProvider: "thaibulksms", SlipProvider: "slipok", SlipURL: "http://127.0.0.1:1", SMSURL: "http://127.0.0.1:1", VAPIDSubject: "mailto:nobody@krapao.dev"}
	s, err := server.New(ctx, cfg, pool, server.Options{Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(s.Edge.API.OpenAPI())
}

// printErrors prints the error catalogue, which is the content of docs/errors.md.
func printErrors(out io.Writer) error {
	fmt.Fprint(out, "# The error catalogue\n\nWritten by `make generate` from `backend/platform/apperr/catalogue.go`; do not edit.\n\n"+
		"A failure is `{\"message\": CODE}` with the status below. The app translates the code; `fields` names the inputs at fault.\n"+
		"`invalid-token` (401) sends the app to the login page, `gone` (410) to the notice that the site is closed.\n")
	group := ""
	for _, e := range apperr.Catalogue {
		if e.Group != group {
			group = e.Group
			fmt.Fprintf(out, "\n## %s\n\n| code | status | meaning | what triggers it |\n| --- | --- | --- | --- |\n", group)
		}
		status, trigger := fmt.Sprint(e.Status), e.Trigger
		if trigger == "" {
			status, trigger = "", "*"+e.NeverSentBecause+"*"
		}
		if _, err := fmt.Fprintf(out, "| %s | %s | %s | %s |\n", e.Code, status, e.Meaning, trigger); err != nil {
			return err
		}
	}
	return nil
}
