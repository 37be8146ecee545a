package pg

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Guard is a query that returns the code that forbids some work, or no row if the work is allowed.
type Guard struct {
	Query string
	Args  []any
	// Unless is a second guard: if it returns a code, this guard is skipped. It may be nil.
	Unless *Guard
	// Stale is for a guard that checks the data with which the work was prepared. If the guard returns a
	// code, the caller receives this error and no code. It is nil for other guards.
	Stale error
}

// FixedCode returns a guard that always returns this code, or no code for "".
func FixedCode(code string) Guard {
	return Guard{Query: "select nullif($1::text, '')", Args: []any{code}}
}

// GuardedBatch is a batch with a queued verdict. Each statement that is queued later must depend on the
// verdict.
type GuardedBatch struct {
	batch *pgx.Batch
	from  int
}

// QueueVerdict queues the guards in order. The verdict is the first code that a guard returns, or "" if
// none does. If there is a verdict, statements with the SQL function allowed() in their condition do
// nothing.
func QueueVerdict(b *pgx.Batch, verdict *string, guards ...Guard) GuardedBatch {
	queueGuards(b, "krapao.verdict", verdict, guards)
	return GuardedBatch{b, b.Len()}
}

// QueueGuards queues the guards like QueueVerdict, but sets no verdict. The caller acts on code itself.
func QueueGuards(b *pgx.Batch, code *string, guards ...Guard) {
	queueGuards(b, "krapao.look", code, guards)
}

// queueGuards queues a statement for each guard. An SQL setting holds the first code until the transaction
// ends. Once it is set, later guards are not evaluated.
func queueGuards(b *pgx.Batch, setting string, code *string, guards []Guard) {
	firstCode := "null"
	if len(guards) == 0 {
		guards = []Guard{FixedCode("")}
	}
	for i, g := range guards {
		query := "(" + g.Query + ")"
		if g.Unless != nil {
			b.Queue("select set_config('krapao.unless', coalesce(("+g.Unless.Query+"), ''), true)", g.Unless.Args...)
			query = "(select word from (" + g.Query + ") as guard(word) where current_setting('krapao.unless') = '')"
		}
		b.Queue("select set_config('"+setting+"', coalesce("+firstCode+", "+query+", ''), true)", g.Args...).
			QueryRow(func(row pgx.Row) error {
				if i == 0 {
					*code = ""
				}
				before := *code
				if err := row.Scan(code); err != nil {
					return err
				}
				if *code != "" && before == "" {
					return g.Stale
				}
				return nil
			})
		firstCode = "nullif(current_setting('" + setting + "'), '')"
	}
}

// QueueCondition queues a query. It returns an SQL condition that is true if the query returned a row.
func QueueCondition(b *pgx.Batch, q Guard) (condition string) {
	setting := "'krapao.when_" + strconv.Itoa(b.Len()) + "'" // each query of the batch has its own
	b.Queue("select set_config("+setting+", exists ("+q.Query+")::text, true)", q.Args...)
	return "current_setting(" + setting + ") = 'true'"
}

// Send sends the batch as one transaction. If a statement after the verdict writes without allowed() in its
// text, Send returns an error and sends nothing.
func (g GuardedBatch) Send(ctx context.Context, pool *pgxpool.Pool) error {
	for _, q := range g.batch.QueuedQueries[g.from:] {
		if !strings.Contains(q.SQL, "allowed()") && !isRead(q.SQL) {
			return fmt.Errorf("pg: this statement does not depend on the verdict: %s", q.SQL)
		}
	}
	return pool.SendBatch(ctx, g.batch).Close() // a batch without begin is one transaction
}

// isRead reports whether a statement only reads. Generated statements begin with a comment. next_version is
// the only writing function that a select calls.
func isRead(sql string) bool {
	for strings.HasPrefix(sql, "--") {
		_, sql, _ = strings.Cut(sql, "\n")
	}
	return strings.HasPrefix(strings.TrimSpace(sql), "select") && !strings.Contains(sql, "next_version(")
}
