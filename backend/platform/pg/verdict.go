package pg

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Guard asks whether something may be done: a query that answers the code of why
// not, or no row.
type Guard struct {
	Query string
	Args  []any
	// Unless is another guard: while that one speaks, this one is silent. It may be nil.
	Unless *Guard
	// Stale is what whoever asks gets as an error where the guard speaks: it looks at
	// what the work was prepared from, and is no refusal that a caller may see. Nil is
	// the usual guard, whose code is the refusal.
	Stale error
}

// Say is a guard that says a code without asking; none where it is "".
func Say(code string) Guard { return Guard{Query: "select nullif($1::text, '')", Args: []any{code}} }

// Judged is a batch whose verdict has been queued. What is queued from here on hangs
// on it.
type Judged struct {
	batch *pgx.Batch
	from  int
}

// QueueVerdict queues statements that ask guards, in their order, until one answers.
// Its code, "" where none does, is the transaction's verdict: statements that hang on
// the SQL function allowed() do nothing where there is one.
func QueueVerdict(b *pgx.Batch, verdict *string, guards ...Guard) Judged {
	queueGuards(b, "krapao.verdict", verdict, guards)
	return Judged{b, b.Len()}
}

// QueueLook is QueueVerdict for who decides by itself: nothing hangs on the answer.
func QueueLook(b *pgx.Batch, answer *string, guards ...Guard) {
	queueGuards(b, "krapao.look", answer, guards)
}

// queueGuards asks each guard in a statement of its own, with its own parameters: what
// the ones before it have said is kept in a setting, until the transaction's end.
func queueGuards(b *pgx.Batch, setting string, answer *string, guards []Guard) {
	said := "null"
	if len(guards) == 0 {
		guards = []Guard{Say("")}
	}
	for i, g := range guards {
		query := "(" + g.Query + ")"
		if g.Unless != nil {
			b.Queue("select set_config('krapao.unless', coalesce(("+g.Unless.Query+"), ''), true)", g.Unless.Args...)
			query = "(select word from (" + g.Query + ") as guard(word) where current_setting('krapao.unless') = '')"
		}
		b.Queue("select set_config('"+setting+"', coalesce("+said+", "+query+", ''), true)", g.Args...).
			QueryRow(func(row pgx.Row) error {
				if i == 0 {
					*answer = ""
				}
				before := *answer
				if err := row.Scan(answer); err != nil {
					return err
				}
				if *answer != "" && before == "" {
					return g.Stale
				}
				return nil
			})
		said = "nullif(current_setting('" + setting + "'), '')"
	}
}

// QueueWhen queues a query, and returns the condition that it has answered a row: for one
// statement that follows.
func QueueWhen(b *pgx.Batch, q Guard) (condition string) {
	b.Queue("select set_config('krapao.when', exists ("+q.Query+")::text, true)", q.Args...)
	return "current_setting('krapao.when') = 'true'"
}

// Send sends the batch, as a transaction by itself. It refuses to send a statement that would
// write whatever the verdict is.
func (j Judged) Send(ctx context.Context, pool *pgxpool.Pool) error {
	for _, q := range j.batch.QueuedQueries[j.from:] {
		if !strings.Contains(q.SQL, "allowed()") && !isRead(q.SQL) {
			return fmt.Errorf("pg: this statement does not hang on the verdict: %s", q.SQL)
		}
	}
	return pool.SendBatch(ctx, j.batch).Close() // without a begin, a batch is a transaction by itself
}

// isRead tells that a statement only reads. Generated ones begin with a comment.
func isRead(sql string) bool {
	for strings.HasPrefix(sql, "--") {
		_, sql, _ = strings.Cut(sql, "\n")
	}
	return strings.HasPrefix(strings.TrimSpace(sql), "select")
}
