package pgcopy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// omittedTables are tables that a backup omits: the migrators' own, and the leadership of the job queue.
var omittedTables = []string{"goose_db_version", "river_migration", "river_leader", "river_client", "river_client_queue"}

type table struct {
	Name    string
	Columns []string
	replace map[string]string
}

// expressions returns the SQL expressions of the columns in the stream.
func (t table) expressions() string {
	out := make([]string, 0, len(t.Columns))
	for _, c := range t.Columns {
		if with, ok := t.replace[t.Name+"."+c]; ok {
			out = append(out, with)
			continue
		}
		out = append(out, pgx.Identifier{c}.Sanitize())
	}
	return strings.Join(out, ", ")
}

// schemaVersion returns the number of the last applied migration.
func schemaVersion(ctx context.Context, tx pgx.Tx) (version int64, err error) {
	err = tx.QueryRow(ctx, "select max(version_id) from goose_db_version where is_applied").Scan(&version)
	return version, err
}

// readTables returns the tables; a referenced table comes before the tables that refer to it. A partitioned
// table counts as one, because the new database may have other partitions.
func readTables(ctx context.Context, tx pgx.Tx, o Options) ([]table, error) {
	rows, err := tx.Query(ctx, `
		select c.relname::text, array_agg(a.attname::text order by a.attnum)
		from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
		where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
		group by c.relname order by c.relname`)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (t table, err error) {
		t.replace = o.Replace
		return t, r.Scan(&t.Name, &t.Columns)
	})
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(t table) bool {
		return slices.Contains(omittedTables, t.Name) || slices.Contains(o.Skip, t.Name)
	})
	refers, err := readReferences(ctx, tx)
	if err != nil {
		return nil, err
	}
	return sortTables(all, refers)
}

// readReferences returns, for each table, the tables that it refers to.
func readReferences(ctx context.Context, tx pgx.Tx) (map[string][]string, error) {
	rows, err := tx.Query(ctx, `
		select c.conrelid::regclass::text, c.confrelid::regclass::text from pg_constraint c
		where c.contype = 'f' and c.conrelid <> c.confrelid and c.connamespace = current_schema()::regnamespace`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		var from, to string
		if err := rows.Scan(&from, &to); err != nil {
			return nil, err
		}
		out[from] = append(out[from], to)
	}
	return out, rows.Err()
}

func sortTables(all []table, refers map[string][]string) ([]table, error) {
	var out []table
	placed := map[string]bool{}
	for _, t := range all {
		placed[t.Name] = false
	}
	for len(out) < len(all) {
		before := len(out)
		for _, t := range all {
			waits := slices.ContainsFunc(refers[t.Name], func(to string) bool { done, listed := placed[to]; return listed && !done })
			if !placed[t.Name] && !waits {
				out, placed[t.Name] = append(out, t), true
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("pgcopy: tables refer to each other in a circle")
		}
	}
	return out, nil
}

// readSequences returns each sequence's last value. The values are read after the snapshot was taken.
// Sequences only grow, so no value is too low for the rows.
func readSequences(ctx context.Context, tx pgx.Tx) (map[string]int64, error) {
	rows, err := tx.Query(ctx, "select sequencename::text, last_value from pg_sequences where schemaname = current_schema() and last_value is not null")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]int64{}
	for rows.Next() {
		var name string
		var last int64
		if err := rows.Scan(&name, &last); err != nil {
			return nil, err
		}
		out[name] = last
	}
	return out, rows.Err()
}
