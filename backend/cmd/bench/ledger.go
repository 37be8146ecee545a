package main

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/config"
	"krapao/backend/platform/pg"
	"krapao/backend/server"
)

// rawSQL is the SQL statement of a ledger transfer, without checks ("the raw SQL"). Other figures are compared
// with it.
const rawSQL = `
with moved as (
    update account set balance = balance + case when id = $1 then -$3::bigint else $3::bigint end
    where id in ($1, $2) and id >= 1000 and currency = 'BAHT' returning id, balance
)
insert into transfer (key, kind, debit_id, credit_id, amount, currency, debit_after, credit_after)
select $4, 'hold', $1, $2, $3, 'BAHT', after.debit, after.credit
from (select max(balance) filter (where id = $1) as debit, max(balance) filter (where id = $2) as credit from moved) as after`

var clientCounts = []int{1, 8, 32}

// houseAccounts are the house accounts between which the raw SQL alternates.
var houseAccounts = []ledger.HouseAccount{ledger.BankIn, ledger.Adjustments, ledger.WithdrawalsPending, ledger.BankOut, ledger.ReturnsPending}

// benchLedger measures the credit of a deposit, as the queue does it: match, claim, limits, transfer,
// statement line, version, push. It also measures the commit of one row, and the raw SQL (rawSQL).
func benchLedger(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, duration time.Duration) ([]row, error) {
	if _, err := pool.Exec(ctx, "create table if not exists bench_floor (n int)"); err != nil {
		return nil, err
	}
	members, err := insertRichMembers(ctx, pool)
	if err != nil {
		return nil, err
	}
	clock, err := newCPUClock(ctx, pool, os.Getpid())
	if err != nil {
		return nil, err
	}
	serverPool, err := pg.Open(ctx, cfg.DatabaseURL, 0) // as many connections as a server has by default
	if err != nil {
		return nil, err
	}
	defer serverPool.Close()
	s, err := newServer(ctx, cfg, serverPool)
	if err != nil {
		return nil, err
	}
	var rows, last []row
	for _, clients := range clientCounts {
		reportedBefore, err := insertReportedTransfers(ctx, pool)
		if err != nil {
			return nil, err
		}
		var tried atomic.Int64
		last, err = measureAlternately(clients, duration, clock, append(
			listBaselineCalls(ctx, pool, members),
			newSimpleCall("a deposit that a bank reported, credited", newCreditCall(ctx, s, reportedBefore, &tried)),
		))
		if err != nil {
			return nil, err
		}
		if err := checkCredited(ctx, pool, reportedBefore, tried.Load()); err != nil {
			return nil, err
		}
		rows = append(rows, last...)
	}
	raw, spread, credit := last[1], last[2], last[3]
	rows = append(
		rows,
		row{What: "raw SQL: rate on one house account / on five, 32 clients", Value: 100 * raw.Rate / spread.Rate, Unit: "%", Goal: ">= 95 %"},
		row{What: "credit rate / raw SQL rate, 32 clients", Value: 100 * credit.Rate / raw.Rate, Unit: "%", Goal: ">= 20 %", Guarded: true},
	)
	verify, err := benchVerify(ctx, s.Ledger)
	return append(rows, verify), err
}

// newCreditCall returns a function that credits the next reported transfer. next is the number of transfers that were
// tried so far.
func newCreditCall(ctx context.Context, s *server.Server, reportedBefore int64, tried *atomic.Int64) func(client, n int) error {
	return func(int, int) error {
		n := tried.Add(1)
		if n > int64(runSize.reported) {
			return fmt.Errorf("more than %d credits", runSize.reported)
		}
		return s.Bank.MatchTransfer(ctx, richBank, referenceOf(reportedBefore+n))
	}
}

// listBaselineCalls returns the calls with which a credit is compared. They are the commit of one row, the raw
// SQL, and the raw SQL on alternating house accounts.
func listBaselineCalls(ctx context.Context, pool *pgxpool.Pool, members []richMember) []comparedCall {
	return []comparedCall{
		newSimpleCall("baseline: commit of one row", func(int, int) error {
			_, err := pool.Exec(ctx, "insert into bench_floor values (1)")
			return err
		}),
		{"raw SQL, one house account", openRaw(ctx, pool, members)},
		newSimpleCall("raw SQL, five house accounts in turn", func(client, n int) error {
			_, err := pool.Exec(ctx, rawSQL, members[pickRich(client, n)].wallet, houseAccounts[n%len(houseAccounts)], 1, uuid.New())
			return err
		}),
	}
}

// newSimpleCall returns a comparedCall that needs no preparation.
func newSimpleCall(name string, do func(client, n int) error) comparedCall {
	return comparedCall{name, func() (func(client, n int) error, func(), error) { return do, func() {}, nil }}
}

// referenceOf returns the reference of the n-th reported transfer.
func referenceOf(n int64) string { return fmt.Sprintf("BENCH%08d", n) }

// insertReportedTransfers inserts reported transfers of the rich members. It returns the number of
// transfers that were reported before.
func insertReportedTransfers(ctx context.Context, pool *pgxpool.Pool) (reportedBefore int64, err error) {
	if err := pool.QueryRow(ctx, "select count(*) from bank_feed").Scan(&reportedBefore); err != nil {
		return 0, err
	}
	_, err = pool.Exec(ctx, `
		insert into bank_feed (bank, trans_ref, account, name, to_bank, to_account, amount, currency, at, received_at, id)
		select $1, 'BENCH' || lpad((n + $2)::text, 8, '0'), '05' || lpad((n % $3)::text, 8, '0'), 'BENCH MARK ' || n % $3, '004', '0483921567', 10000, 'BAHT', now(), now(), gen_random_uuid()
		from generate_series(1, $4::bigint) as n`, richBank, reportedBefore, runSize.withdrawers, runSize.reported)
	if err == nil {
		_, err = pool.Exec(ctx, "analyze bank_feed, member, deposit_claim")
	}
	return reportedBefore, err
}

// checkCredited returns an error unless each of the tried transfers was credited.
func checkCredited(ctx context.Context, pool *pgxpool.Pool, reportedBefore, tried int64) error {
	var credited int64
	err := pool.QueryRow(ctx, "select count(*) from bank_feed f join deposit_claim c using (bank, trans_ref) join transfer t on t.id = c.transfer_id where t.kind = 'deposit' and f.trans_ref > $1", referenceOf(reportedBefore)).Scan(&credited)
	if err == nil && credited != tried {
		err = fmt.Errorf("%d of %d transfers were credited", credited, tried)
	}
	return err
}

// benchVerify measures verify-ledger. It returns an error if an invariant is broken.
func benchVerify(ctx context.Context, ledgerService *ledger.Service) (row, error) {
	started := time.Now()
	findings, err := ledgerService.Verify(ctx)
	if err != nil {
		return row{}, err
	}
	for _, f := range findings {
		if f.Broken != 0 {
			return row{}, fmt.Errorf("%s: %d", f.Invariant, f.Broken)
		}
	}
	return row{What: "verify the ledger of this run, all invariants 0", Value: time.Since(started).Seconds(), Unit: "s"}, nil
}
