package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/identity"
	"krapao/backend/platform/config"
	"krapao/backend/platform/freeport"
	"krapao/backend/server"
)

const httpClients = 32

// benchHTTP measures the real server over loopback, including authentication, HTTP edge and logging.
func benchHTTP(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, duration time.Duration) ([]row, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	_, base, tokens, err := openHome(ctx, cfg, pool, 6)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: httpClients}}
	var rows []row
	for _, call := range []struct{ name, path string }{{"home load, GET /api/wallet", "/api/wallet"}, {"sync with nothing new, GET /api/sync", "/api/sync"}} {
		path := base + call.path
		if call.path == "/api/sync" {
			var epoch string
			if err := pool.QueryRow(ctx, "select epoch from sync_epoch").Scan(&epoch); err != nil {
				return nil, err
			}
			path += "?cursor=" + epoch + ".1"
		}
		r, err := measureLoad(call.name, httpClients, duration, func(i int) error { return getOnce(client, path, tokens[i]) })
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// openHome runs a server until ctx ends, and logs in a member for each client. digit is a digit of the members' phones
// that no other part of the bench uses. openHome returns the server, its URL and the members' tokens.
func openHome(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, digit int) (s *server.Server, base string, tokens []string, err error) {
	if s, err = newServer(ctx, cfg, pool); err != nil {
		return nil, "", nil, err
	}
	port, err := freeport.Loopback()
	if err != nil {
		return nil, "", nil, err
	}
	address := freeport.Address(port)
	go func() { _ = s.Edge.Serve(ctx, address) }()
	tokens, err = registerMembers(ctx, s, "http://"+address, digit)
	return s, "http://" + address, tokens, err
}

// newServer returns a server that does not listen yet.
func newServer(ctx context.Context, cfg config.Config, pool *pgxpool.Pool) (*server.Server, error) {
	return server.New(ctx, cfg, pool, server.Options{Clock: time.Now, Log: slog.New(slog.NewJSONHandler(io.Discard, nil)), PollOnly: true})
}

func getOnce(client *http.Client, url, token string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("HTTP %d", res.StatusCode)
	}
	return nil
}

// registerMembers registers a member for each client, logs the member in, and returns their tokens.
func registerMembers(ctx context.Context, s *server.Server, base string, digit int) ([]string, error) {
	if err := waitReady(base); err != nil {
		return nil, err
	}
	var tokens []string
	for i := range httpClients {
		phone, password, bank, account, name := fmt.Sprintf("0%d%08d", digit, i), "bench password", "KTB", fmt.Sprintf("6%d%08d", digit, i), "BENCH MARK"
		_, _, err := s.Identity.AddMember(ctx, identity.Registration{
			Name: &name, Username: &phone, Password: &password, BankCode: &bank, BankAccountName: &name, BankAccountNo: &account,
		})
		if err != nil {
			return nil, err
		}
		l, err := s.Identity.Login(ctx, identity.Credentials{Username: phone, Password: password})
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, l.Token)
	}
	if len(strings.Join(tokens, "")) == 0 {
		return nil, fmt.Errorf("the logins returned no tokens")
	}
	return tokens, nil
}
