package pg

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Guard asks whether something may be done: a query that answers the code of why
// not, or no row.
type Guard struct {
	Query string
	Args  []any
}

// Say is a guard that says a code without asking; none where it is "".
func Say(code string) Guard { return Guard{Query: "select nullif($1::text, '')", Args: []any{code}} }

// QueueVerdict queues a statement that asks guards, in their order, until one
// answers. Its code, "" where none does, is the transaction's verdict: statements
// that hang on the SQL function allowed() do nothing where there is one.
func QueueVerdict(b *pgx.Batch, verdict *string, guards ...Guard) {
	first, args := firstAnswer(guards)
	b.Queue("select set_config('krapao.verdict', "+first+", true)", args...).
		QueryRow(func(row pgx.Row) error { return row.Scan(verdict) })
}

// QueueLook is QueueVerdict for who decides by itself: nothing hangs on the answer.
func QueueLook(b *pgx.Batch, answer *string, guards ...Guard) {
	first, args := firstAnswer(guards)
	b.Queue("select "+first, args...).QueryRow(func(row pgx.Row) error { return row.Scan(answer) })
}

func firstAnswer(guards []Guard) (expression string, args []any) {
	var sql strings.Builder
	sql.WriteString("coalesce(")
	for _, g := range guards {
		sql.WriteString("(")
		shiftParameters(&sql, g.Query, len(args))
		sql.WriteString("), ")
		args = append(args, g.Args...)
	}
	sql.WriteString("'')")
	return sql.String(), args
}

// Where is the condition of a statement that hangs on the verdict, and on each of
// some queries answering a row. args are the statement's own; all of them answers.
func Where(args []any, queries ...Guard) (condition string, all []any) {
	var sql strings.Builder
	sql.WriteString("allowed()")
	for _, q := range queries {
		sql.WriteString(" and exists (")
		shiftParameters(&sql, q.Query, len(args))
		sql.WriteString(")")
		args = append(args, q.Args...)
	}
	return sql.String(), args
}

// shiftParameters writes a query whose $1 is the parameter after others.
func shiftParameters(out *strings.Builder, query string, others int) {
	for {
		before, after, found := strings.Cut(query, "$")
		out.WriteString(before)
		if !found {
			return
		}
		end := 0
		for end < len(after) && after[end] >= '0' && after[end] <= '9' {
			end++
		}
		n, _ := strconv.Atoi(after[:end])
		out.WriteString("$")
		out.WriteString(strconv.Itoa(n + others))
		query = after[end:]
	}
}

// Unless is a guard that speaks only while another one does not.
func Unless(g, other Guard) Guard {
	var sql strings.Builder
	sql.WriteString("select said from (")
	sql.WriteString(g.Query)
	sql.WriteString(") as g(said) where not exists (")
	shiftParameters(&sql, other.Query, len(g.Args))
	sql.WriteString(")")
	return Guard{Query: sql.String(), Args: append(append([]any{}, g.Args...), other.Args...)}
}
