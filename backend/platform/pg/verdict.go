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

// QueueVerdict queues the guards as one statement, so all of them see the same snapshot. The verdict is the
// first code that a guard returns, in their order, or "" if none does. Guards after that one are not
// evaluated. If there is a verdict, statements with the SQL function allowed() in their condition do nothing.
func QueueVerdict(b *pgx.Batch, verdict *string, guards ...Guard) GuardedBatch {
	queueGuards(b, "set_config('krapao.verdict', %s, true)", verdict, guards)
	return GuardedBatch{b, b.Len()}
}

// QueueGuards queues the guards like QueueVerdict, but sets no verdict. The caller acts on code itself.
func QueueGuards(b *pgx.Batch, code *string, guards ...Guard) {
	queueGuards(b, "%s", code, guards)
}

// queueGuards queues one statement that returns the first code, wrapped in the expression result, and the
// position of its guard.
func queueGuards(b *pgx.Batch, result string, code *string, guards []Guard) {
	var args Arguments
	var firstCode strings.Builder
	for i, g := range guards {
		condition := ""
		if g.Unless != nil {
			condition = " where (" + args.Embed(*g.Unless) + ") is null"
		}
		fmt.Fprintf(&firstCode, "(select '%d ' || code from (%s) as guard (code)%s), ", i, args.Embed(g), condition)
	}
	b.Queue("with first as materialized (select coalesce("+firstCode.String()+"' ') as code)"+
		" select split_part(code, ' ', 1), "+fmt.Sprintf(result, "split_part(code, ' ', 2)")+" from first", args...).
		QueryRow(func(row pgx.Row) error {
			var position string
			if err := row.Scan(&position, code); err != nil || *code == "" {
				return err
			}
			i, err := strconv.Atoi(position)
			if err != nil {
				return err
			}
			return guards[i].Stale
		})
}

// Arguments are the arguments of a statement that contains the text of several queries.
type Arguments []any

// Embed adds the query's arguments, and returns its text with the numbers that its parameters have in the
// statement. It ignores Unless.
func (a *Arguments) Embed(g Guard) string {
	before := len(*a)
	*a = append(*a, g.Args...)
	if before == 0 {
		return g.Query
	}
	var out strings.Builder
	rest := g.Query
	for {
		text, after, isFound := strings.Cut(rest, "$")
		out.WriteString(text)
		if !isFound {
			return out.String()
		}
		digits := after[:len(after)-len(strings.TrimLeft(after, "0123456789"))]
		number, err := strconv.Atoi(digits)
		if err != nil {
			panic("pg: a $ that begins no parameter in the query " + g.Query)
		}
		out.WriteString("$" + strconv.Itoa(before+number))
		rest = after[len(digits):]
	}
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
