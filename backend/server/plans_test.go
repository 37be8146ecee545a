package server_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pgtest"
)

// largeStats are the planner's statistics of a database with 100,000 members and 5 million statement lines. "make
// seed-large" writes them.
//
//go:embed testdata/large.json
var largeStats []byte

// largeRows is the number of rows from which a table is large: a query that a person waits for must not read a large
// table whole.
const largeRows = 20_000

// manyRows is the number of rows from which an index scan is one that a person must not wait for. The number is the
// planner's estimate.
const manyRows = 1000

// readsManyRows are the queries that may read a large table whole, or many of its rows, each with its reason.
var readsManyRows = map[string]string{
	"cashier/bank.SumBookedTransfers":        "a comparison with the bank, once a night",
	"cashier/qr.CountOrders":                 "a comparison with a gateway, once a night",
	"cashier/withdrawal.ListSentWithdrawals": "a comparison with the payout provider; a page of 500, found by two bounds of one index",
	"chat.CountInbox":                        "counts the conversations that support has not read, which are few",
	"games.InsertFeed":                       "once per slot, when its feed is first read",
	"games.ListFeeds":                        "reads the accounts of a slot only until its feed was first read",
	"games.ListLegsToCompare":                "a comparison with a game provider, once a night",
	"games.MarkBalancesCompared":             "after a restore, once for each slot whose provider is gone",
	"games.ListSlotStates":                   "the console's page of games, with the number of accounts of each",
	"games.IsSlotUsed":                       "ends at the first account of the slot; once per change of a slot",
	"identity.DeleteOldSignInAddresses":      "once an hour, outside of calls",
	"identity.RevokeAllSessions":             "after a restore",
	"identity.DeleteOldSessions":             "once an hour, outside of calls",
	"ledger.UpdateHouseBalances":             "reads the transfers since the last update, every five seconds",
	"ledger.ListHouseBalances":               "reads the transfers since the last update; the house accounts are the first of their index",
	"ledger.RestoreHouseBalances":            "after a restore",
	"push.DeleteUnseenSubscriptions":         "once a day",
	"rewards/accrual.ListPlayers":            "a page of a day's players, in the order of their index",
}

// isProof reports whether a query is part of verify-ledger, which reads everything.
func isProof(name string) bool { return strings.Contains(name, ".Verify") }

type statistics struct {
	Relations []struct {
		Name                 string
		Index                bool
		Pages, Rows, Visible float64
	}
	Columns []struct {
		Table, Column          string
		Inherited              bool
		Nulls, Width, Distinct float64
		Correlation            *float64
		Common, Frequencies    *string
	}
}

// plan is a node of PostgreSQL's explain.
type plan struct {
	NodeType  string  `json:"Node Type"`
	Relation  string  `json:"Relation Name"`
	Index     string  `json:"Index Name"`
	IndexCond string  `json:"Index Cond"`
	Rows      float64 `json:"Plan Rows"`
	Join      string  `json:"Join Type"`
	Plans     []plan
}

// enlarge makes the planner treat an empty database as a large one. The planner uses a file's real size, so the
// files get that size as well, without content.
func enlarge(t *testing.T, pool *pgxpool.Pool) (rowsOf map[string]float64) {
	t.Helper()
	var stats statistics
	if err := json.Unmarshal(largeStats, &stats); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	var folder string
	if err := pool.QueryRow(ctx, "show data_directory").Scan(&folder); err != nil {
		t.Fatal(err)
	}
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	rowsOf = map[string]float64{}
	var restore strings.Builder
	for _, r := range stats.Relations {
		var file *string
		if err := pool.QueryRow(ctx, "select pg_relation_filepath(to_regclass($1))", r.Name).Scan(&file); err != nil {
			t.Fatal(err)
		}
		if file != nil {
			extend(t, filepath.Join(folder, *file), int64(r.Pages))
		}
		rowsOf[r.Name] = r.Rows
		fmt.Fprintf(&restore, "select pg_restore_relation_stats('schemaname', 'public', 'relname', %s::text, 'relpages', %d::integer, 'reltuples', %f::real, 'relallvisible', %d::integer);\n",
			quote(r.Name), int64(r.Pages), r.Rows, int64(r.Visible))
	}
	for _, c := range stats.Columns {
		fmt.Fprintf(&restore, "select pg_restore_attribute_stats('schemaname', 'public', 'relname', %s::text, 'attname', %s::text, 'inherited', %t, 'null_frac', %g::real, 'avg_width', %d::integer, 'n_distinct', %g::real",
			quote(c.Table), quote(c.Column), c.Inherited, c.Nulls, int64(c.Width), c.Distinct)
		if c.Correlation != nil {
			fmt.Fprintf(&restore, ", 'correlation', %g::real", *c.Correlation)
		}
		if c.Common != nil && c.Frequencies != nil {
			fmt.Fprintf(&restore, ", 'most_common_vals', %s::text, 'most_common_freqs', %s::real[]", quote(*c.Common), quote(*c.Frequencies))
		}
		restore.WriteString(");\n")
	}
	conn, err := pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Conn().PgConn().Exec(ctx, restore.String()).ReadAll(); err != nil {
		t.Fatal(err)
	}
	return rowsOf
}

// extend gives a relation's file, and its segments of 1 GB, a size in pages.
func extend(t *testing.T, file string, pages int64) {
	t.Helper()
	const page, segment = 8192, 131072
	for n := int64(0); n*segment < pages; n++ {
		name := file
		if n > 0 {
			name += "." + strconv.FormatInt(n, 10)
		}
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		info, err := f.Stat()
		if size := min(pages-n*segment, segment) * page; err == nil && info.Size() < size {
			err = f.Truncate(size)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// findLargeReads returns which large tables a query reads whole or reads many rows of, with a plan that fits every value
// of its parameters.
func findLargeReads(ctx context.Context, pool *pgxpool.Pool, rowsOf map[string]float64, query string) ([]string, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	// The simple protocol leaves the parameters without values.
	results, err := conn.Conn().PgConn().Exec(ctx, "explain (generic_plan, format json) "+query).ReadAll()
	if err != nil {
		return nil, err
	}
	var plans []struct{ Plan plan }
	if err := json.Unmarshal(results[0].Rows[0][0], &plans); err != nil {
		return nil, err
	}
	var found []string
	var visit func(p plan, stopsEarly bool)
	visit = func(p plan, stopsEarly bool) {
		isScan := strings.HasSuffix(p.NodeType, "Scan") && rowsOf[p.Relation] >= largeRows
		// A partial index of few rows may be read whole.
		isWhole := p.NodeType == "Seq Scan" || strings.HasPrefix(p.NodeType, "Index") && p.IndexCond == "" && rowsOf[p.Index] >= largeRows
		if isScan && (p.NodeType == "Seq Scan" || !stopsEarly && (isWhole || p.Rows >= manyRows)) {
			found = append(found, fmt.Sprintf("%s (%s, %.0f rows)", p.Relation, p.NodeType, p.Rows))
		}
		for i, child := range p.Plans {
			// A limit needs only the first rows, unless they come from a node that reads all rows first. A search for
			// whether a row exists ends at the first.
			stops := p.NodeType == "Limit" || stopsEarly && !slices.Contains([]string{"Sort", "Aggregate", "Hash"}, p.NodeType) ||
				p.NodeType == "Nested Loop" && i == 1 && (p.Join == "Semi" || p.Join == "Anti")
			visit(child, stops)
		}
	}
	visit(plans[0].Plan, false)
	slices.Sort(found)
	return slices.Compact(found), nil
}

// readSqlcQueries returns all queries that sqlc has generated, by package and name.
func readSqlcQueries(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".sql.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		domain := strings.TrimPrefix(filepath.Dir(filepath.Dir(filepath.Dir(path))), "../")
		for _, declaration := range file.Decls {
			constants, isConst := declaration.(*ast.GenDecl)
			if !isConst || constants.Tok != token.CONST {
				continue
			}
			for _, spec := range constants.Specs {
				value := spec.(*ast.ValueSpec)
				text, err := strconv.Unquote(value.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					return err
				}
				out[domain+"."+value.Names[0].Name] = text
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// readSQLFunctions returns the bodies of all functions in SQL, by name, with parameters instead of the arguments'
// names. A query that calls one shows nothing of its plan.
func readSQLFunctions(t *testing.T, pool *pgxpool.Pool) map[string]string {
	t.Helper()
	rows, err := pool.Query(t.Context(), `
		select p.proname, p.prosrc, coalesce(p.proargnames[:p.pronargs], '{}'), array(select format_type(a, null) from unnest(p.proargtypes::oid[]) a)
		from pg_proc p join pg_language l on l.oid = p.prolang where l.lanname = 'sql' and p.pronamespace = 'public'::regnamespace`)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	var name, body string
	var arguments, types []string
	if _, err := pgx.ForEachRow(rows, []any{&name, &body, &arguments, &types}, func() error {
		for i, argument := range arguments {
			// A column of that name has its table's alias before it.
			isArgument := regexp.MustCompile(`(^|[^.\w])` + argument + `\b`)
			body = isArgument.ReplaceAllString(body, fmt.Sprintf("${1}$$%d::%s", i+1, types[i]))
		}
		out["function "+name] = body
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPlans_ManyRows_AreReadOnlyByQueriesOnTheList(t *testing.T) {
	pool := pgtest.New(t)
	rowsOf := enlarge(t, pool)
	for query, wants := range map[string]bool{
		"select count(*) from transfer where amount > $1": true, "select * from transfer where id = $1": false,
		"select * from member where lower(phone) = $1": true, "select * from member where phone = $1": false,
		"select * from transfer where tx >= $1 order by amount limit 10": true, "select * from transfer where tx >= $1 order by tx limit 10": false,
	} {
		found, err := findLargeReads(t.Context(), pool, rowsOf, query)
		if err != nil || (len(found) > 0) != wants {
			t.Fatalf("the test itself: %q reads %v, %v", query, found, err)
		}
	}
	queries := readSqlcQueries(t)
	if len(queries) < 400 {
		t.Fatalf("only %d queries were found", len(queries))
	}
	maps.Copy(queries, readSQLFunctions(t, pool))
	for name, query := range queries {
		if isProof(name) {
			continue
		}
		found, err := findLargeReads(t.Context(), pool, rowsOf, query)
		switch reason := readsManyRows[name]; {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case len(found) > 0 && reason == "":
			t.Errorf("%s reads large tables whole, or many rows: %s", name, strings.Join(found, ", "))
		case len(found) == 0 && reason != "":
			t.Errorf("%s reads no large table whole, nor many rows: remove it from readsManyRows", name)
		}
	}
	for name := range readsManyRows {
		if queries[name] == "" {
			t.Errorf("there is no query %s", name)
		}
	}
}
