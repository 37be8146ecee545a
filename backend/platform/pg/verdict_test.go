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

// returnsIf returns a guard that returns word if yes is true. It has two parameters, so that a mix-up of
// two guards' parameters would be noticed.
func returnsIf(yes bool, word string) pg.Guard {
	return pg.Guard{Query: "select $2::text where $1::bool", Args: []any{yes, word}}
}

// sendGuarded sends a batch with guards and a write that depends on their verdict.
func sendGuarded(ctx context.Context, t *testing.T, pool *pgxpool.Pool, guards ...pg.Guard) (verdict string, wrote bool, err error) {
	t.Helper()
	if _, err := pool.Exec(ctx, "create table if not exists written (); delete from written"); err != nil {
		t.Fatal(err)
	}
	var b pgx.Batch
	judged := pg.QueueVerdict(&b, &verdict, guards...)
	b.Queue("insert into written select where allowed()")
	err = judged.Send(ctx, pool)
	if wrong := pool.QueryRow(ctx, "select exists (select from written)").Scan(&wrote); wrong != nil {
		t.Fatal(wrong)
	}
	return verdict, wrote, err
}

func TestQueueVerdict_SeveralGuards_FirstCodeIsTheVerdict(t *testing.T) {
	pool := pgtest.New(t)
	never := pg.Guard{Query: "select (1 / (select count(*) from pg_class where false))::text"}
	for name, c := range map[string]struct {
		guards  []pg.Guard
		verdict string
	}{
		"none":                  {nil, ""},
		"silent ones":           {[]pg.Guard{returnsIf(false, "A"), pg.FixedCode(""), returnsIf(false, "B")}, ""},
		"the first":             {[]pg.Guard{returnsIf(true, "A"), never}, "A"},
		"one between":           {[]pg.Guard{pg.FixedCode(""), returnsIf(true, "B"), returnsIf(true, "C"), never}, "B"},
		"one that asks nothing": {[]pg.Guard{returnsIf(false, "A"), pg.FixedCode("SAID")}, "SAID"},
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
		unless := returnsIf(excluded, "EXCLUDED")
		open := returnsIf(true, "OPEN")
		open.Unless = &unless

		verdict, _, err := sendGuarded(t.Context(), t, pool, returnsIf(false, "A"), open, returnsIf(true, "LAST"))

		if want := map[bool]string{true: "LAST", false: "OPEN"}[excluded]; err != nil || verdict != want {
			t.Errorf("excluded %t: %q instead of %q, %v", excluded, verdict, want, err)
		}
	}
}

func TestQueueVerdict_StaleGuardReturnsACode_ReturnsItsErrorAndWritesNothing(t *testing.T) {
	pool, errStale := pgtest.New(t), errors.New("stale")
	stale := returnsIf(true, "STALE")
	stale.Stale = errStale

	_, wrote, err := sendGuarded(t.Context(), t, pool, returnsIf(false, "A"), stale, returnsIf(true, "LAST"))
	if !errors.Is(err, errStale) || wrote {
		t.Errorf("wrote %t, %v", wrote, err)
	}
	verdict, _, err := sendGuarded(t.Context(), t, pool, returnsIf(true, "REFUSED"), stale)
	if verdict != "REFUSED" || err != nil {
		t.Errorf("after a guard with a code: %q, %v", verdict, err)
	}
}

func TestSend_StatementWithoutAllowed_SendsNothing(t *testing.T) {
	pool := pgtest.New(t)
	for _, sql := range []string{
		"insert into written default values",
		"with new as (insert into written select returning 1) select * from new",
		"-- name: Forgets :exec\nupdate written set n = 1",
		"select next_version(1)",
	} {
		var b pgx.Batch
		judged := pg.QueueVerdict(&b, new(string))
		b.Queue(sql)

		if err := judged.Send(t.Context(), pool); err == nil || !strings.Contains(err.Error(), "verdict") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	var b pgx.Batch
	judged := pg.QueueVerdict(&b, new(string))
	b.Queue("-- name: Reads :one\nselect 1")
	if err := judged.Send(t.Context(), pool); err != nil {
		t.Errorf("what only reads: %v", err)
	}
}

func TestQueueLook_ThreeTimesInOneTransaction_ResultsAreIndependent(t *testing.T) {
	pool := pgtest.New(t)
	var first, second, third string
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		for said, guards := range map[*string][]pg.Guard{&first: {returnsIf(true, "A")}, &second: {returnsIf(false, "B"), returnsIf(true, "C")}, &third: nil} {
			var b pgx.Batch
			pg.QueueGuards(&b, said, guards...)
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

func TestQueueWhen_TwoQueries_EachHasItsOwnCondition(t *testing.T) {
	pool := pgtest.New(t)
	var both, first bool
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		var b pgx.Batch
		some, none := pg.QueueCondition(&b, pg.Guard{Query: "select 1"}), pg.QueueCondition(&b, pg.Guard{Query: "select 1 where false"})
		b.Queue("select " + some + ", " + some + " and " + none).QueryRow(func(row pgx.Row) error { return row.Scan(&first, &both) })
		return tx.SendBatch(t.Context(), &b).Close()
	})
	if err != nil || !first || both {
		t.Errorf("%t, %t, %v", first, both, err)
	}
}
