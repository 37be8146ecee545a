package pg_test

import (
	"testing"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

func TestOpen_StatementRepeats_KeepsOnePlan(t *testing.T) {
	pool, err := pg.Open(t.Context(), pgtest.URL(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()

	for range 7 { // by default, PostgreSQL makes a new plan for each of the first five
		if _, err := pool.Exec(t.Context(), "select relname from pg_class where oid = $1", 1259); err != nil {
			t.Fatal(err)
		}
	}

	var kept, fresh int
	query := "select generic_plans, custom_plans from pg_prepared_statements where statement like 'select relname from pg_class%'"
	if err := pool.QueryRow(t.Context(), query).Scan(&kept, &fresh); err != nil || kept != 7 || fresh != 0 {
		t.Errorf("ran %d times with the kept plan and %d times with a new one, %v", kept, fresh, err)
	}
}
