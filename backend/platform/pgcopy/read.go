package pgcopy

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"maps"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pg"
)

// Read inserts a stream's rows into a newly migrated database: all of them, or none if it fails. fresh is a
// table that is empty in a new database. The rows that migrations inserted into other tables are deleted.
// after runs in the same transaction, after all rows were inserted. Errors: ErrDamaged, ErrNotFresh,
// pg.ErrBeforeBaseline.
func Read(ctx context.Context, pool *pgxpool.Pool, in io.Reader, fresh string, o Options, after func(pgx.Tx, Summary) error) (Summary, error) {
	zip, err := gzip.NewReader(in)
	if err != nil {
		return Summary{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	r := &frameReader{in: bufio.NewReaderSize(zip, 1<<16), sum: sha256.New()}
	summary := Summary{Rows: map[string]int64{}}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0"); err != nil {
			return err
		}
		tables, err := r.readHead(ctx, tx, &summary, fresh, o)
		if err != nil {
			return err
		}
		if err := deleteMigrationRows(ctx, tx, tables); err != nil {
			return err
		}
		for {
			name, rows, err := r.readTable(ctx, tx, tables)
			if err != nil {
				return err
			}
			if name == "" {
				break
			}
			summary.Rows[name] = rows
		}
		if err := r.readFoot(ctx, tx, summary); err != nil {
			return err
		}
		if err := switchTriggers(ctx, tx, tables, "enable"); err != nil {
			return err
		}
		return after(tx, summary)
	})
	return summary, err
}

// readHead reads the head, and checks that the stream may be restored into this database.
func (r *frameReader) readHead(ctx context.Context, tx pgx.Tx, summary *Summary, fresh string, o Options) (map[string]table, error) {
	var h head
	if err := r.readJSON(&h); err != nil || h.Magic != magic {
		return nil, ErrDamaged
	}
	summary.At, summary.Schema = h.At, h.Schema
	if h.Schema < pg.Baseline {
		return nil, fmt.Errorf("pgcopy: this backup has schema %d: %w: it cannot be restored", h.Schema, pg.ErrBeforeBaseline)
	}
	current, err := schemaVersion(ctx, tx)
	if err != nil {
		return nil, err
	}
	if current != h.Schema {
		return nil, fmt.Errorf("pgcopy: the backup is of schema %d, the database of %d: restore with the release that took it, then migrate", h.Schema, current)
	}
	var used bool
	if err := tx.QueryRow(ctx, "select exists (select from "+pgx.Identifier{fresh}.Sanitize()+")").Scan(&used); err != nil {
		return nil, err
	}
	if used {
		return nil, ErrNotFresh
	}
	list, err := readTables(ctx, tx, o)
	tables := map[string]table{}
	for _, t := range list {
		tables[t.Name] = t
	}
	return tables, err
}

// deleteMigrationRows deletes the rows that migrations inserted. It disables triggers until all rows are
// inserted, because they check new actions, not restored rows.
func deleteMigrationRows(ctx context.Context, tx pgx.Tx, tables map[string]table) error {
	if err := switchTriggers(ctx, tx, tables, "disable"); err != nil {
		return err
	}
	var names []string
	for name := range maps.Keys(tables) {
		names = append(names, pgx.Identifier{name}.Sanitize())
	}
	_, err := tx.Exec(ctx, "truncate "+strings.Join(names, ", "))
	return err
}

func switchTriggers(ctx context.Context, tx pgx.Tx, tables map[string]table, how string) error {
	for name := range maps.Keys(tables) {
		if _, err := tx.Exec(ctx, "alter table "+pgx.Identifier{name}.Sanitize()+" "+how+" trigger user"); err != nil {
			return err
		}
	}
	return nil
}

// readTable copies the next table into the database. After the last table, name is "".
func (r *frameReader) readTable(ctx context.Context, tx pgx.Tx, tables map[string]table) (name string, rows int64, err error) {
	var h tableHead
	if err := r.readJSON(&h); err != nil {
		return "", 0, err
	}
	if h.Table == "" {
		return "", 0, nil
	}
	if _, known := tables[h.Table]; !known {
		return "", 0, fmt.Errorf("%w: there is no table %q here", ErrDamaged, h.Table)
	}
	columns := make([]string, 0, len(h.Columns))
	for _, c := range h.Columns {
		columns = append(columns, pgx.Identifier{c}.Sanitize())
	}
	into := "copy " + pgx.Identifier{h.Table}.Sanitize() + " (" + strings.Join(columns, ", ") + ") from stdin"
	tag, err := tx.Conn().PgConn().CopyFrom(ctx, &tableRows{r: r}, into)
	if err != nil {
		return "", 0, fmt.Errorf("pgcopy: %s: %w", h.Table, err)
	}
	return h.Table, tag.RowsAffected(), nil
}

// readFoot sets the sequences, and compares the inserted rows with the foot.
func (r *frameReader) readFoot(ctx context.Context, tx pgx.Tx, summary Summary) error {
	var sequences map[string]int64
	if err := r.readJSON(&sequences); err != nil {
		return err
	}
	for name, last := range sequences {
		if _, err := tx.Exec(ctx, "select setval($1::regclass, $2)", pgx.Identifier{name}.Sanitize(), last); err != nil {
			return err
		}
	}
	sum := r.sum.Sum(nil)
	var f foot
	if err := r.readJSON(&f); err != nil {
		return err
	}
	if !bytes.Equal(sum, f.SHA256) || !maps.Equal(summary.Rows, f.Rows) {
		return ErrDamaged
	}
	return nil
}

// frameReader reads frames and hashes them.
type frameReader struct {
	in  *bufio.Reader
	sum hash.Hash
}

func (r *frameReader) readFrame() ([]byte, error) {
	length, err := binary.ReadUvarint(r.in)
	if err != nil || length > maxFrame {
		return nil, ErrDamaged
	}
	b := make([]byte, length)
	if _, err := io.ReadFull(r.in, b); err != nil {
		return nil, ErrDamaged
	}
	r.sum.Write(binary.AppendUvarint(nil, length))
	r.sum.Write(b)
	return b, nil
}

func (r *frameReader) readJSON(v any) error {
	b, err := r.readFrame()
	if err != nil {
		return err
	}
	if json.Unmarshal(b, v) != nil {
		return ErrDamaged
	}
	return nil
}

// tableRows reads the rows of one table, up to the empty frame.
type tableRows struct {
	r         *frameReader
	remaining []byte
	done      bool
}

// Read returns rows to COPY.
func (t *tableRows) Read(into []byte) (int, error) {
	if len(t.remaining) == 0 && !t.done {
		b, err := t.r.readFrame()
		if err != nil {
			return 0, err
		}
		t.remaining, t.done = b, len(b) == 0
	}
	if t.done {
		return 0, io.EOF
	}
	n := copy(into, t.remaining)
	t.remaining = t.remaining[n:]
	return n, nil
}
