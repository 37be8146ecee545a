package pg_test

import (
	"io/fs"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
	"krapao/sql"
)

// TestServersThatStartAtOnceLeaveOneSlimTableOfJobs begins with a check as
// river's own migration leaves it.
func TestServersThatStartAtOnceLeaveOneSlimTableOfJobs(t *testing.T) {
	files, err := fs.Sub(sql.Migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	url := pgtest.URL(t)
	open := func() *pgxpool.Pool {
		pool, err := pg.Open(t.Context(), url, 4)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		return pool
	}
	pool := open()
	if _, err := pool.Exec(t.Context(), "alter table river_job add constraint kind_length check (char_length(kind) between 1 and 127)"); err != nil {
		t.Fatal(err)
	}

	var wg sync.WaitGroup
	for _, server := range []*pgxpool.Pool{open(), open(), open()} {
		wg.Go(func() {
			if err := pg.Migrate(t.Context(), server, files); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()

	var checks, indexes int
	err = pool.QueryRow(t.Context(), `
		select (select count(*) from pg_constraint where conrelid = 'river_job'::regclass and contype = 'c'),
		       (select count(*) from pg_indexes where indexname = any($1))`, pg.UnusedIndexes).Scan(&checks, &indexes)
	if err != nil || checks != 0 || indexes != 0 {
		t.Errorf("%d checks and %d unused indexes are left, %v", checks, indexes, err)
	}
}
