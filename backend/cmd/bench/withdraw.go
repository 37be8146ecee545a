package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/config"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// richBank is the bank number of KTB, the rich members' bank.
const richBank = "006"

// richMember is a member who is logged in and has money.
type richMember struct {
	token  string
	wallet ledger.AccountID
}

// benchWithdraw measures POST /api/wallet/withdraw as members call it, with authentication, key, hold, row, payout job,
// statement line and log. It compares the call with the raw SQL, alone and behind a bare handler.
func benchWithdraw(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, duration time.Duration) ([]row, error) {
	members, err := insertRichMembers(ctx, pool)
	if err != nil {
		return nil, err
	}
	d, err := startProcess(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer d.close()
	clock, err := newCPUClock(ctx, pool, d.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	var rows, last []row
	for _, clients := range clientCounts {
		last, err = measureAlternately(clients, duration, clock, []comparedCall{
			{"raw SQL, measured alternately with the calls", openRaw(ctx, pool, members)},
			{"raw SQL behind a bare handler", openHTTP(d.bare, clients, members, sendBare)},
			{"POST /api/wallet/withdraw", openHTTP(d.real, clients, members, sendWithdrawal)},
		})
		if err != nil {
			return nil, err
		}
		rows = append(rows, last...)
	}
	raw, bare, real := last[0], last[1], last[2]
	return append(
		rows,
		row{What: "withdraw rate / raw SQL rate, 32 clients", Value: 100 * real.Rate / raw.Rate, Unit: "%", Goal: ">= 20 %", Guarded: true},
		row{What: "withdraw: CPU of server and PostgreSQL / CPU of the raw SQL, 32 clients", Value: real.CPU / raw.CPU, Unit: "times", Goal: "<= 5 times", Guarded: true},
		row{What: "withdraw: p99 / p99 of the bare handler, 32 clients", Value: real.P99 / bare.P99, Unit: "times", Goal: "<= 2.5 times"},
	), nil
}

// comparedCall is one of the compared calls. open prepares it, and returns the call and a function that
// cleans up.
type comparedCall struct {
	name string
	open func() (do func(client, n int) error, done func(), err error)
}

// measureAlternately measures the calls alternately and returns the median of each figure. If the calls did not
// alternate, other load on a shared machine could slow down one call only, and look like the call's cost.
func measureAlternately(clients int, duration time.Duration, clock *cpuClock, measured []comparedCall) ([]row, error) {
	got := make([][]row, len(measured))
	calls := make([]func(client int) error, len(measured))
	for i, c := range measured {
		do, done, err := c.open()
		if err != nil {
			return nil, err
		}
		defer done()
		counts := make([]int, clients)
		calls[i] = func(client int) error { counts[client]++; return do(client, counts[client]) }
		if _, err := measureLoad(c.name, clients, duration/8, calls[i]); err != nil { // warms up connections, plans and caches
			return nil, err
		}
	}
	for range runSize.rounds {
		for i, c := range measured {
			before := clock.readTotal()
			r, err := measureLoad(c.name, clients, duration/4, calls[i])
			if err != nil {
				return nil, err
			}
			r.CPU = 1000 * (clock.readTotal() - before).Seconds() / float64(r.calls)
			got[i] = append(got[i], r)
		}
	}
	rows := make([]row, len(measured))
	for i := range measured {
		rows[i] = median(got[i])
	}
	return rows, nil
}

// median returns a row with the median of each figure.
func median(rows []row) row {
	all := make([]float64, len(rows))
	medianOf := func(figure func(row) float64) float64 {
		for i, r := range rows {
			all[i] = figure(r)
		}
		slices.Sort(all)
		return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
	}
	cpu := medianOf(func(r row) float64 { return r.CPU })
	return row{
		What: rows[0].What, Clients: rows[0].Clients, CPU: cpu,
		Rate: medianOf(func(r row) float64 { return r.Rate }), P50: medianOf(func(r row) float64 { return r.P50 }), P99: medianOf(func(r row) float64 { return r.P99 }),
	}
}

// openRaw returns the open function of a comparedCall that runs the raw SQL.
func openRaw(ctx context.Context, pool *pgxpool.Pool, members []richMember) func() (func(client, n int) error, func(), error) {
	return func() (func(client, n int) error, func(), error) {
		return func(client, n int) error {
			w := members[pickRich(client, n)].wallet
			_, err := pool.Exec(ctx, rawSQL, w, ledger.WithdrawalsPending, int64(money.Baht(100)), uuid.New())
			return err
		}, func() {}, nil
	}
}

// pickRich returns the index of a rich member for a client's n-th call, so that clients rarely use the
// same wallet.
func pickRich(client, n int) int { return (client*97 + n*31) % runSize.withdrawers }

// openHTTP returns the open function of a comparedCall over HTTP. It opens a connection for each client.
func openHTTP(address string, clients int, members []richMember, call func(conn *callConn, m richMember) error) func() (func(client, n int) error, func(), error) {
	return func() (func(client, n int) error, func(), error) {
		conns := make([]*callConn, clients)
		done := func() {
			for _, c := range conns {
				if c != nil {
					c.close()
				}
			}
		}
		for i := range conns {
			var err error
			if conns[i], err = dialCall(address); err != nil {
				done()
				return nil, nil, err
			}
		}
		return func(client, n int) error { return call(conns[client], members[pickRich(client, n)]) }, done, nil
	}
}

func sendBare(conn *callConn, m richMember) error {
	return conn.post("/", "", 200, fmt.Appendf(nil, `{"wallet":%d,"amount":%d}`, m.wallet, int64(money.Baht(100))))
}

func sendWithdrawal(conn *callConn, m richMember) error {
	return conn.post("/api/wallet/withdraw", newCallHeaders(m), http.StatusAccepted, []byte(`{"amount":100}`))
}

// newCallHeaders returns the header lines for a member's money command, with a new key.
func newCallHeaders(m richMember) string {
	return "X-Requested-With: wallet-user\r\nAuthorization: Bearer " + m.token + "\r\nIdempotency-Key: " + uuid.NewString() + "\r\n"
}

// insertRichMembers returns members with a hundred million baht each, an open session and a verified account,
// as after a registration, a login and a deposit. It creates the members at the first call. It also raises the
// limit of automatic withdrawals, so that no withdrawal waits for a cashier.
func insertRichMembers(ctx context.Context, pool *pgxpool.Pool) ([]richMember, error) {
	if richMembers != nil {
		return richMembers, nil
	}
	ledgerService := ledger.New(pool)
	out := make([]richMember, runSize.withdrawers)
	err := pg.InTx(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `insert into setting (name, value) values ('withdrawAuto', '{"BAHT":1000000000}') on conflict (name) do update set value = excluded.value`); err != nil {
			return err
		}
		for i := range out {
			var id int64
			phone, holder := fmt.Sprintf("05%08d", i), fmt.Sprintf("BENCH MARK %d", i)
			err := tx.QueryRow(ctx, `insert into member (public_id, phone, name, password_hash, bank_code, bank_account_name, bank_account_no, version)
				values ($1, $2, 'bench', '', 'KTB', $3, $2, 0) returning id`, fmt.Sprintf("W%07d", i), phone, holder).Scan(&id)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `insert into payout_proof (member_id, bank_code, account_no, account_name, via, proved_at)
				values ($1, 'KTB', $2, $3, 'feed', now())`, id, phone, holder); err != nil {
				return err
			}
			out[i].token = rand.Text()
			hash := sha256.Sum256([]byte(out[i].token))
			if _, err := tx.Exec(ctx, `insert into session (member_id, token_hash, remember, device, created_at, last_seen_at, expires_at)
				values ($1, $2, false, 'bench', now(), now(), now() + interval '12 hours')`, id, hash[:]); err != nil {
				return err
			}
			if out[i].wallet, err = ledgerService.OpenTx(ctx, tx, id, ledger.BAHT); err != nil {
				return err
			}
			_, err = ledgerService.PostTx(ctx, tx, ledger.Transfer{
				Key: uuid.New(), Kind: ledger.Adjustment, Debit: ledger.Adjustments.In(ledger.BAHT), Credit: out[i].wallet,
				Amount: money.Baht(100_000_000), Currency: ledger.BAHT,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		richMembers = out
	}
	return out, err
}

// richMembers are the members of insertRichMembers, or nil before its first call.
var richMembers []richMember
