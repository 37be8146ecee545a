package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
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
	cursors := make([]string, len(tokens))
	for i, token := range tokens {
		if cursors[i], err = readCursor(client, base, token); err != nil {
			return nil, err
		}
	}
	var rows []row
	for _, call := range []struct {
		name string
		path func(client int) string
	}{
		{"a call without the database, GET /healthz", func(int) string { return "/healthz" }},
		{"home load, GET /api/wallet", func(int) string { return "/api/wallet" }},
		{"sync with nothing new, GET /api/sync", func(client int) string { return "/api/sync?cursor=" + url.QueryEscape(cursors[client]) }},
	} {
		get := func(i int) error { return getOnce(client, base+call.path(i), tokens[i]) }
		// Warms up connections and plans: a new connection of the database plans each statement first.
		if _, err := measureLoad("warm up", httpClients, duration/4, get); err != nil {
			return nil, err
		}
		r, err := measureLoad(call.name, httpClients, duration, get)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return append(rows,
		row{What: "home load rate / rate of a call without the database", Value: 100 * rows[1].Rate / rows[0].Rate, Unit: "%", Guarded: true},
		row{What: "sync rate / rate of a call without the database", Value: 100 * rows[2].Rate / rows[0].Rate, Unit: "%", Guarded: true}), nil
}

// readCursor returns a member's current sync cursor.
func readCursor(client *http.Client, base, token string) (string, error) {
	var body bytes.Buffer
	if err := getInto(client, base+"/api/sync", token, &body); err != nil {
		return "", err
	}
	var changes struct{ Cursor string }
	err := json.Unmarshal(body.Bytes(), &changes)
	return changes.Cursor, err
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
	return getInto(client, url, token, io.Discard)
}

// getInto makes one call as a member, and writes the response's body to body.
func getInto(client *http.Client, url, token string, body io.Writer) error {
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
	if _, err := io.Copy(body, res.Body); err != nil {
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
