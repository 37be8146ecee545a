package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/config"
	"krapao/backend/platform/pg"
)

// quickSlot's provider responds after providerDelay. hungSlot's provider never responds.
const (
	quickSlot = "circus"
	hungSlot  = "areaslot"
)

// providerDelay is the response time of the provider.
const providerDelay = 20 * time.Millisecond

// benchTransfer measures POST /api/wallet/transfer from the wallet into a game, until the final statement
// line, and compares the call with a withdrawal. It measures the call again while another game's provider never
// responds.
func benchTransfer(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, duration time.Duration) ([]row, error) {
	members, err := insertRichMembers(ctx, pool)
	if err != nil {
		return nil, err
	}
	if err := insertGameAccounts(ctx, pool); err != nil {
		return nil, err
	}
	quick, err := startProvider(confirmTransfer)
	if err != nil {
		return nil, err
	}
	hung, err := startProvider(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	if err != nil {
		return nil, err
	}
	cfg.Games = maps.Clone(cfg.Games)
	if cfg.Games == nil {
		cfg.Games = map[string]config.Game{}
	}
	cfg.Games[quickSlot] = config.Game{URL: quick, ID: "bench", Secret: "bench"}
	cfg.Games[hungSlot] = config.Game{URL: hung, ID: "bench", Secret: "bench"}
	d, err := startProcess(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer d.close()
	clock, err := newCPUClock(ctx, pool, d.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	const clients = 32
	alone, err := measureAlternately(clients, duration, clock, []comparedCall{
		{"POST /api/wallet/withdraw", openHTTP(d.real, clients, members, sendWithdrawal)},
		{"POST /api/wallet/transfer into a game; its provider takes 20 ms", openHTTP(d.real, clients, members, sendTransfer)},
	})
	if err != nil {
		return nil, err
	}
	loaded, err := measureWhileHung(d.real, members, func() (row, error) {
		r, err := measureAlternately(clients, duration, clock, []comparedCall{{"the same, while another game's provider hangs", openHTTP(d.real, clients, members, sendTransfer)}})
		if err != nil {
			return row{}, err
		}
		return r[0], nil
	})
	if err != nil {
		return nil, err
	}
	withdraw, transfer := alone[0], alone[1]
	own := float64(providerDelay) / float64(time.Millisecond)
	return append(
		alone, loaded,
		row{What: "transfer: CPU of server and PostgreSQL in the withdrawal's, at 32", Value: transfer.CPU / withdraw.CPU, Unit: "times", Goal: "<= 2.5 times", Guarded: true},
		row{What: "transfer: p99 without the provider's own time in the withdrawal's, at 32", Value: (transfer.P99 - own) / withdraw.P99, Unit: "times", Goal: "<= 3 times"},
		row{What: "transfer: p99 with a provider that hangs, in the p99 without", Value: loaded.P99 / transfer.P99, Unit: "times", Goal: "<= 1.3 times"},
	), nil
}

func sendTransfer(conn *callConn, m richMember) error {
	return conn.post("/api/wallet/transfer", newCallHeaders(m), http.StatusOK, newTransferBody(quickSlot))
}

// newTransferBody returns the body of a transfer of 100 baht into a game.
func newTransferBody(slot string) []byte {
	return fmt.Appendf(nil, `{"from":"WALLET","to":%q,"amount":100}`, slot)
}

// measureWhileHung calls measure while other members transfer into hungSlot.
func measureWhileHung(address string, members []richMember, measure func() (row, error)) (row, error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	for i := range 64 {
		m := members[len(members)-1-i]
		go func() {
			conn, err := dialCall(address)
			for err == nil && ctx.Err() == nil {
				err = conn.post("/api/wallet/transfer", newCallHeaders(m), http.StatusAccepted, newTransferBody(hungSlot)) // is refused, and ends the loop, when ten are in progress
			}
			conn.close()
		}()
	}
	time.Sleep(time.Second)
	return measure()
}

// insertGameAccounts gives each rich member an account in both games, as after an activation.
func insertGameAccounts(ctx context.Context, pool *pgxpool.Pool) error {
	return pg.InTx(ctx, pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `with account as (
				insert into game_account (member_id, slot_code, state, username, password, created_at, opened_at, version)
				select m.id, s.code, 'ACTIVE', 'k' || m.phone, '', now(), now(), 0 from member m, slot s where m.name = 'bench' and s.code in ($1, $2)
				on conflict do nothing returning member_id, slot_code
			) insert into game_explained (member_id, slot_code) select member_id, slot_code from account`, quickSlot, hungSlot)
		return err
	})
}

// confirmTransfer is the provider's handler: it waits, and then confirms a transfer in the generic format.
func confirmTransfer(w http.ResponseWriter, r *http.Request) {
	var in struct {
		ID        string      `json:"id"`
		Username  string      `json:"username"`
		Amount    json.Number `json:"amount"`
		Direction string      `json:"direction"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	time.Sleep(providerDelay)
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"id":%q,"username":%q,"amount":%s,"direction":%q,"status":"DONE","balance":%s}`, in.ID, in.Username, in.Amount, in.Direction, in.Amount)
}

// startProvider starts a provider on its own port, and returns its URL.
func startProvider(do http.HandlerFunc) (url string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: do, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(l) }()
	return "http://" + l.Addr().String(), nil
}
