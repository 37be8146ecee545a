package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/config"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/server"
)

const withdrawers = 96

// rich is a member who is signed in and has money.
type rich struct {
	token  string
	wallet ledger.AccountID
}

// benchWithdraw measures POST /api/wallet/withdraw as members call it, with
// authentication, key, hold, row, payout job, statement line and log, beside
// the raw statement by itself and behind a bare handler.
func benchWithdraw(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, each time.Duration) ([]row, error) {
	members, err := openRich(ctx, cfg, pool)
	if err != nil {
		return nil, err
	}
	d, err := openDesk(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer d.close()
	clock, err := newCPUClock(ctx, pool, d.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	by := map[string]row{}
	var rows []row
	for _, clients := range clientCounts {
		for _, kind := range []struct {
			name string
			open func() (func(client, n int) error, func(), error)
		}{
			{"the one statement, raw, beside the calls", rawStatement(ctx, pool, members)},
			{"the one statement behind a bare handler", overHTTP(d.bare, clients, members, bareCall)},
			{"POST /api/wallet/withdraw", overHTTP(d.real, clients, members, withdrawCall)},
		} {
			r, err := measureCalls(kind.name, clients, each, clock, kind.open)
			if err != nil {
				return nil, err
			}
			by[fmt.Sprint(kind.name, clients)] = r
			rows = append(rows, r)
		}
	}
	const most = 32
	raw, bare, real := by[fmt.Sprint("the one statement, raw, beside the calls", most)],
		by[fmt.Sprint("the one statement behind a bare handler", most)], by[fmt.Sprint("POST /api/wallet/withdraw", most)]
	return append(
		rows,
		row{What: "withdraw of the raw statement, at 32", Value: 100 * real.Rate / raw.Rate, Unit: "%", Goal: ">= 25 %"},
		row{What: "withdraw: CPU of server and PostgreSQL, at 32", Value: real.CPU, Unit: "ms", Goal: "<= 0.8 ms"},
		row{What: "withdraw: p99 in p99 of the bare handler, at 32", Value: real.P99 / bare.P99, Unit: "times", Goal: "<= 2.5 times"},
	), nil
}

// measureCalls is load with the CPU time that the calls took.
func measureCalls(name string, clients int, each time.Duration, clock *cpuClock, open func() (func(client, n int) error, func(), error)) (row, error) {
	do, done, err := open()
	if err != nil {
		return row{}, err
	}
	defer done()
	counts := make([]int, clients)
	call := func(client int) error { counts[client]++; return do(client, counts[client]) }
	if _, err := load(name, clients, each/8, call); err != nil { // connections, plans, caches
		return row{}, err
	}
	before := clock.read()
	r, err := load(name, clients, each, call)
	r.CPU = 1000 * (clock.read() - before).Seconds() / (r.Rate * each.Seconds())
	return r, err
}

func rawStatement(ctx context.Context, pool *pgxpool.Pool, members []rich) func() (func(client, n int) error, func(), error) {
	return func() (func(client, n int) error, func(), error) {
		return func(client, n int) error {
			w := members[pickRich(client, n)].wallet
			_, err := pool.Exec(ctx, oneStatement, w, ledger.WithdrawalsPending, int64(money.Baht(100)), uuid.New())
			return err
		}, func() {}, nil
	}
}

// pickRich spreads the calls, so that clients hardly ever meet in a wallet.
func pickRich(client, n int) int { return (client*97 + n*31) % withdrawers }

func overHTTP(address string, clients int, members []rich, call func(line *callLine, m rich) error) func() (func(client, n int) error, func(), error) {
	return func() (func(client, n int) error, func(), error) {
		lines := make([]*callLine, clients)
		done := func() {
			for _, l := range lines {
				if l != nil {
					l.close()
				}
			}
		}
		for i := range lines {
			var err error
			if lines[i], err = dialLine(address); err != nil {
				done()
				return nil, nil, err
			}
		}
		return func(client, n int) error { return call(lines[client], members[pickRich(client, n)]) }, done, nil
	}
}

func bareCall(line *callLine, m rich) error {
	return line.post("/", "", 200, fmt.Appendf(nil, `{"wallet":%d,"amount":%d}`, m.wallet, int64(money.Baht(100))))
}

func withdrawCall(line *callLine, m rich) error {
	head := "X-Requested-With: wallet-user\r\nAuthorization: Bearer " + m.token + "\r\nIdempotency-Key: " + uuid.NewString() + "\r\n"
	return line.post("/api/wallet/withdraw", head, 202, []byte(`{"amount":100}`))
}

// openRich makes members with a hundred million baht each and signs them in.
func openRich(ctx context.Context, cfg config.Config, pool *pgxpool.Pool) ([]rich, error) {
	s, err := newServer(ctx, cfg, pool)
	if err != nil {
		return nil, err
	}
	out := make([]rich, withdrawers)
	for i := range out {
		phone, password, bank, account, name := fmt.Sprintf("05%08d", i), "bench password", "KTB", fmt.Sprintf("55%08d", i), "BENCH MARK"
		id, _, err := s.Identity.AddMember(ctx, identity.Registration{
			Name: &name, Username: &phone, Password: &password, BankCode: &bank, BankAccountName: &name, BankAccountNo: &account,
		})
		if err != nil {
			return nil, err
		}
		l, err := s.Identity.Login(ctx, identity.Credentials{Username: phone, Password: password})
		if err != nil {
			return nil, err
		}
		out[i].token = l.Token
		if out[i].wallet, err = enrich(ctx, s, pool, id); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func enrich(ctx context.Context, s *server.Server, pool *pgxpool.Pool, member int64) (wallet ledger.AccountID, err error) {
	err = pg.InTx(ctx, pool, func(tx pgx.Tx) error {
		w, err := s.Book.Wallet(ctx, tx, member, ledger.BAHT)
		if err != nil {
			return err
		}
		wallet = w.ID
		_, err = s.Book.PostTx(ctx, tx, ledger.Transfer{
			Key: uuid.New(), Kind: ledger.Adjustment, Debit: ledger.Adjustments.In(ledger.BAHT), Credit: w.ID, Amount: money.Baht(100_000_000), Currency: ledger.BAHT,
		})
		return err
	})
	return wallet, err
}
