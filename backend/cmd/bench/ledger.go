package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// oneStatement is what the ledger sends, and nothing else: the yardstick.
const oneStatement = `
with moved as (
    update account set balance = balance + case when id = $1 then -$3::bigint else $3::bigint end
    where id in ($1, $2) and id >= 1000 and currency = 'BAHT' returning id, balance
)
insert into transfer (key, kind, debit_id, credit_id, amount, currency, debit_after, credit_after)
select $4, 'hold', $1, $2, $3, 'BAHT', after.debit, after.credit
from (select max(balance) filter (where id = $1) as debit, max(balance) filter (where id = $2) as credit from moved) as after`

var clientCounts = []int{1, 8, 32}

// house accounts that the spread lines draw from.
var houses = []ledger.House{ledger.BankIn, ledger.Adjustments, ledger.WithdrawalsPending, ledger.BankOut, ledger.ReturnsPending}

func benchLedger(ctx context.Context, pool *pgxpool.Pool, each time.Duration) ([]row, error) {
	if _, err := pool.Exec(ctx, "create unlogged table if not exists bench_nothing (n int); create table if not exists bench_floor (n int)"); err != nil {
		return nil, err
	}
	book, lines := ledger.New(pool), statement.New(pool)
	wallets, members, err := richWallets(ctx, pool, book, 512)
	if err != nil {
		return nil, err
	}
	pick := func(client, n int) int { return (client*97 + n*31) % len(wallets) }
	var rows []row
	rates := map[string]float64{}
	for _, clients := range clientCounts {
		counts := make([]int, clients)
		for _, kind := range []struct {
			name string
			do   func(client int) error
		}{
			{"commit floor: insert of one column", func(int) error { _, err := pool.Exec(ctx, "insert into bench_floor values (1)"); return err }},
			{"the one statement, raw", func(client int) error {
				counts[client]++
				w := wallets[pick(client, counts[client])]
				_, err := pool.Exec(ctx, oneStatement, w, ledger.WithdrawalsPending, 1, uuid.New())
				return err
			}},
			{"ledger.Post, one house account", func(client int) error {
				counts[client]++
				_, err := book.Post(ctx, hold(wallets[pick(client, counts[client])], ledger.WithdrawalsPending))
				return err
			}},
			{"ledger.Post, spread over house accounts", func(client int) error {
				counts[client]++
				_, err := book.Post(ctx, hold(wallets[pick(client, counts[client])], houses[counts[client]%len(houses)]))
				return err
			}},
			{"ledger.Post with its statement line", func(client int) error {
				counts[client]++
				i := pick(client, counts[client])
				_, err := book.Post(ctx, hold(wallets[i], ledger.WithdrawalsPending), func(tx pgx.Tx, p ledger.Posted) error {
					_, err := lines.AddTx(ctx, tx, members[i], statement.Line{
						Type: statement.Withdraw, Status: statement.Pending, FromPlace: statement.At(statement.Wallet), ToPlace: statement.Account("KTB", "xxx4821"), Amount: p.Amount,
						Currency: "BAHT", TransferID: &p.ID, CreatedAt: p.CreatedAt,
					})
					return err
				})
				return err
			}},
		} {
			r, err := load(kind.name, clients, each, kind.do)
			if err != nil {
				return nil, err
			}
			rates[fmt.Sprint(kind.name, clients)] = r.Rate
			rows = append(rows, r)
		}
	}
	raw := rates["the one statement, raw32"]
	rows = append(
		rows,
		row{What: "ledger.Post of the raw statement, at 32", Value: 100 * rates["ledger.Post, one house account32"] / raw, Unit: "%", Goal: ">= 70 %"},
		row{What: "ledger.Post with its line of the raw statement, at 32", Value: 100 * rates["ledger.Post with its statement line32"] / raw, Unit: "%"},
		row{What: "one house account of spread, at 32", Value: 100 * rates["ledger.Post, one house account32"] / rates["ledger.Post, spread over house accounts32"], Unit: "%", Goal: ">= 95 %"},
	)
	verify, err := benchVerify(ctx, book)
	return append(rows, verify), err
}

func hold(from ledger.AccountID, to ledger.House) ledger.Transfer {
	return ledger.Transfer{Key: uuid.New(), Kind: ledger.Hold, Debit: from, Credit: to.In(ledger.BAHT), Amount: 1, Currency: ledger.BAHT}
}

// richWallets opens members' wallets with a million baht each.
func richWallets(ctx context.Context, pool *pgxpool.Pool, book *ledger.Book, n int) (wallets []ledger.AccountID, members []int64, err error) {
	err = pg.InTx(ctx, pool, func(tx pgx.Tx) error {
		wallets, members = nil, nil
		for i := range n {
			var id int64
			err := tx.QueryRow(ctx, `insert into member (public_id, phone, name, password_hash, bank_code, bank_account_name, bank_account_no, version)
				values ($1, $2, 'bench', '', 'KTB', 'BENCH', $2, 0) returning id`, fmt.Sprintf("B%07d", i), fmt.Sprintf("07%08d", i)).Scan(&id)
			if err != nil {
				return err
			}
			wallet, err := book.OpenTx(ctx, tx, id, ledger.BAHT)
			if err != nil {
				return err
			}
			_, err = book.PostTx(ctx, tx, ledger.Transfer{
				Key: uuid.New(), Kind: ledger.Adjustment, Debit: ledger.Adjustments.In(ledger.BAHT), Credit: wallet, Amount: money.Baht(1_000_000), Currency: ledger.BAHT,
			})
			if err != nil {
				return err
			}
			wallets, members = append(wallets, wallet), append(members, id)
		}
		return nil
	})
	return wallets, members, err
}

func benchVerify(ctx context.Context, book *ledger.Book) (row, error) {
	started := time.Now()
	findings, err := book.Verify(ctx)
	if err != nil {
		return row{}, err
	}
	for _, f := range findings {
		if f.Broken != 0 {
			return row{}, fmt.Errorf("%s: %d", f.Invariant, f.Broken)
		}
	}
	return row{What: "verify the books of this run, all invariants 0", Value: time.Since(started).Seconds(), Unit: "s"}, nil
}
