package pg_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

// guardIf returns a guard that returns code if refuses is true. The guard has two parameters, so that a mix-up
// of two guards' parameters would be noticed.
func guardIf(refuses bool, code string) pg.Guard {
	return pg.Guard{Query: "select $2::text where $1::bool", Args: []any{refuses, code}}
}

// sendGuarded sends a batch with guards and a write that depends on their verdict.
func sendGuarded(ctx context.Context, t *testing.T, pool *pgxpool.Pool, guards ...pg.Guard) (verdict string, wrote bool, err error) {
	t.Helper()
	if _, err := pool.Exec(ctx, "create table if not exists written (); delete from written"); err != nil {
		t.Fatal(err)
	}
	var b pgx.Batch
	guarded := pg.QueueVerdict(&b, &verdict, guards...)
	b.Queue("insert into written select where allowed()")
	err = guarded.Send(ctx, pool)
	if readErr := pool.QueryRow(ctx, "select exists (select from written)").Scan(&wrote); readErr != nil {
		t.Fatal(readErr)
	}
	return verdict, wrote, err
}

func TestQueueVerdict_SeveralGuards_FirstCodeIsTheVerdict(t *testing.T) {
	pool := pgtest.New(t)
	// mustNotRun divides by zero if it is evaluated.
	mustNotRun := pg.Guard{Query: "select (1 / (select count(*) from pg_class where false))::text"}
	for name, c := range map[string]struct {
		guards  []pg.Guard
		verdict string
	}{
		"no guards":             {nil, ""},
		"guards without a code": {[]pg.Guard{guardIf(false, "A"), pg.FixedCode(""), guardIf(false, "B")}, ""},
		"the first guard":       {[]pg.Guard{guardIf(true, "A"), mustNotRun}, "A"},
		"the second guard":      {[]pg.Guard{pg.FixedCode(""), guardIf(true, "B"), guardIf(true, "C"), mustNotRun}, "B"},
		"a fixed code":          {[]pg.Guard{guardIf(false, "A"), pg.FixedCode("FIXED")}, "FIXED"},
	} {
		verdict, wrote, err := sendGuarded(t.Context(), t, pool, c.guards...)
		if err != nil || verdict != c.verdict || wrote != (c.verdict == "") {
			t.Errorf("%s: %q, wrote %t, %v", name, verdict, wrote, err)
		}
	}
}

func TestQueueVerdict_UnlessReturnsACode_GuardIsSkipped(t *testing.T) {
	pool := pgtest.New(t)
	for _, excluded := range []bool{true, false} {
		unless := guardIf(excluded, "EXCLUDED")
		open := guardIf(true, "OPEN")
		open.Unless = &unless

		verdict, _, err := sendGuarded(t.Context(), t, pool, guardIf(false, "A"), open, guardIf(true, "LAST"))

		if want := map[bool]string{true: "LAST", false: "OPEN"}[excluded]; err != nil || verdict != want {
			t.Errorf("excluded %t: %q instead of %q, %v", excluded, verdict, want, err)
		}
	}
}

func TestQueueVerdict_StaleGuardReturnsACode_ReturnsItsErrorAndWritesNothing(t *testing.T) {
	pool, errStale := pgtest.New(t), errors.New("stale")
	stale := guardIf(true, "STALE")
	stale.Stale = errStale

	_, wrote, err := sendGuarded(t.Context(), t, pool, guardIf(false, "A"), stale, guardIf(true, "LAST"))
	if !errors.Is(err, errStale) || wrote {
		t.Errorf("wrote %t, %v", wrote, err)
	}
	verdict, _, err := sendGuarded(t.Context(), t, pool, guardIf(true, "REFUSED"), stale)
	if verdict != "REFUSED" || err != nil {
		t.Errorf("after a guard with a code: %q, %v", verdict, err)
	}
}

func TestSend_WriteWithoutVerdict_ReturnsError(t *testing.T) {
	pool := pgtest.New(t)
	for _, sql := range []string{
		"insert into written default values",
		"with new as (insert into written select returning 1) select * from new",
		"-- name: Forgets :exec\nupdate written set n = 1",
		"select next_version(1)",
	} {
		var b pgx.Batch
		guarded := pg.QueueVerdict(&b, new(string))
		b.Queue(sql)

		if err := guarded.Send(t.Context(), pool); err == nil || !strings.Contains(err.Error(), "verdict") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	var b pgx.Batch
	guarded := pg.QueueVerdict(&b, new(string))
	b.Queue("-- name: Reads :one\nselect 1")
	if err := guarded.Send(t.Context(), pool); err != nil {
		t.Errorf("a statement that only reads: %v", err)
	}
}

func TestQueueGuards_ThreeTimesInOneTransaction_ResultsAreIndependent(t *testing.T) {
	pool := pgtest.New(t)
	var first, second, third string
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		for code, guards := range map[*string][]pg.Guard{&first: {guardIf(true, "A")}, &second: {guardIf(false, "B"), guardIf(true, "C")}, &third: nil} {
			var b pgx.Batch
			pg.QueueGuards(&b, code, guards...)
			if err := tx.SendBatch(t.Context(), &b).Close(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || first != "A" || second != "C" || third != "" {
		t.Errorf("%q, %q, %q, %v", first, second, third, err)
	}
}

func TestEmbed_QueryAfterOthers_UsesItsOwnArguments(t *testing.T) {
	var args pg.Arguments
	first := args.Embed(pg.Guard{Query: "select $2 || $1", Args: []any{"a", "b"}})
	second := args.Embed(pg.Guard{Query: "select 1"})
	third := args.Embed(pg.Guard{Query: "select $1 || $10 || $1, '1'", Args: make([]any, 10)})

	if first != "select $2 || $1" || second != "select 1" || third != "select $3 || $12 || $3, '1'" || len(args) != 12 {
		t.Errorf("%q, %q, %q, %d arguments", first, second, third, len(args))
	}
}
