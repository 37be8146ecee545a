package pgtest_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pgtest"
)

// The files in testdata were written from a database that had run the 81 migrations from before
// the baseline. The tests can go, with these files, once the baseline is released: its files no
// longer change then.

func TestBaseline_Schema_IsTheOneOfTheMigrationsBefore(t *testing.T) {
	pool := pgtest.New(t)
	catalog := readFile(t, "testdata/catalog.sql")

	lines := strings.Split(strings.Join(query(t, pool, catalog), "\n"), "\n")

	compare(t, lines, strings.Split(strings.TrimSuffix(readFile(t, "testdata/schema.txt"), "\n"), "\n"))
}

// Rows whose values differ by nature (ids made at random, dates of today) are compared by their form.
const baselineRows = `
	select format('account %s: %s %s %s, owner %s, balance %s, floor %s', id, kind, currency, role, owner, balance, floor) from account
	union all select 'lookup_version ' || lookup || ' ' || version from lookup_version
	union all select format('ledger_fold %s', tx_below) from ledger_fold
	union all select format('payout_wait since %s, reason %L, lost from %s', since, reason, lost_from) from payout_wait
	union all select format('sync_epoch of %s characters, timeline %s', length(epoch), timeline) from sync_epoch
	union all select format('installation of %s characters', length(id)) from installation
	union all select format('game_book %s, closed yesterday: %s', version, (now() at time zone 'Asia/Bangkok')::date - closed in (1, 2)) from game_book
	union all select format('accrual_book like game_book: %s, after member %s', since = closed and closed = (select g.closed from game_book g), after_member) from accrual_book
	union all select format('bonus_mark %s %s', plays, exclusion) from bonus_mark
	union all select format('turnover_mark %s', plays) from turnover_mark
	union all select format('spin_mark %s', plays) from spin_mark`

func TestBaseline_Rows_AreThoseOfTheMigrationsBefore(t *testing.T) {
	pool := pgtest.New(t)

	rows := query(t, pool, baselineRows)
	for _, table := range query(t, pool, `select tablename::text from pg_tables where schemaname = 'public' and tablename not like 'river\_%' and tablename <> 'goose_db_version'`) {
		if !slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, table+" ") }) {
			rows = append(rows, query(t, pool, "select 'a row in "+table+"' from "+table)...)
		}
	}

	slices.Sort(rows)
	compare(t, rows, strings.Split(strings.TrimSuffix(readFile(t, "testdata/rows.txt"), "\n"), "\n"))
}

// compare reports each line that only one side has, with +1 if it is new and -1 if it is gone.
func compare(t *testing.T, now, before []string) {
	t.Helper()
	count := map[string]int{}
	for _, line := range now {
		count[line]++
	}
	for _, line := range before {
		count[line]--
	}
	differences := 0
	for line, n := range count {
		if n != 0 {
			differences++
			t.Errorf("%+d: %s", n, line)
		}
	}
	if differences == 0 && !slices.Equal(now, before) {
		t.Error("the same lines in another order")
	}
}

func query(t *testing.T, pool *pgxpool.Pool, sql string) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", sql, err))
	}
	return all
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
