package main

import (
	"context"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"
)

// statsSQL returns the planner's statistics of tables and indexes with more than 1,000 rows, as JSON. The test of query
// plans restores them in an empty database. The JSON has the common values only of columns with few values, such as
// states.
const statsSQL = `
with big as (
    select c.oid, c.relname, c.relkind, c.relpages, c.reltuples, c.relallvisible from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'i') and (c.reltuples > 1000 or c.relkind = 'i' and exists (
        select from pg_index i join pg_class t on t.oid = i.indrelid where i.indexrelid = c.oid and t.reltuples > 1000))
)
select jsonb_pretty(jsonb_build_object(
    'relations', (select jsonb_agg(jsonb_build_object('name', relname, 'index', relkind = 'i', 'pages', relpages, 'rows', reltuples, 'visible', relallvisible) order by relname) from big),
    'columns', (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('table', s.tablename, 'column', s.attname, 'inherited', s.inherited, 'nulls', s.null_frac, 'width', s.avg_width,
        'distinct', s.n_distinct, 'correlation', s.correlation, 'common', case when s.n_distinct between 0 and 40 then s.most_common_vals::text end,
        'frequencies', case when s.n_distinct between 0 and 40 then s.most_common_freqs::text end)) order by s.tablename, s.attname, s.inherited)
        from pg_stats s join big on big.relname = s.tablename and big.relkind <> 'i' where s.schemaname = 'public')
))`

// writeStats writes the statistics of a seeded database to a file.
func writeStats(ctx context.Context, pool *pgxpool.Pool, file string) error {
	var text string
	if err := pool.QueryRow(ctx, statsSQL).Scan(&text); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text+"\n"), 0o644)
}
