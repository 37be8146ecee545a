// Package pgcopy writes a database's rows into a stream and reads them into a new database. The stream is
// the logical backup of an installation, taken while its server runs. It does not contain the schema,
// which the migrations create. Both databases must have the same migrations.
//
// # The stream
//
// The stream is gzip of frames: a length (uvarint), then as many bytes. It starts with a head (JSON). For
// each table there is a head with its columns, and its rows in PostgreSQL's text form (COPY), ended by an
// empty frame. The sequences follow, then a foot with the number of rows of each table and the SHA-256
// of everything before. A stream without its foot was cut off and is not a backup.
package pgcopy

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Options apply to writing and reading.
type Options struct {
	// Skip names tables that are neither written nor read.
	Skip []string
	// Replace has SQL expressions that replace columns in the stream, by name ("transfer.tx").
	Replace map[string]string
}

// Summary describes a backup.
type Summary struct {
	At     time.Time        `json:"at"`
	Schema int64            `json:"schema"` // the last migration
	Rows   map[string]int64 `json:"rows"`   // of each table
}

var (
	// ErrDamaged means that a stream is no backup, or an incomplete one.
	ErrDamaged = errors.New("pgcopy: this is no whole backup")
	// ErrNotFresh means that the database into which to restore already has rows.
	ErrNotFresh = errors.New("pgcopy: the database is not fresh")
)

const (
	magic    = "krapao-backup-1"
	maxFrame = 64 << 20
)

type head struct {
	Magic  string    `json:"magic"`
	At     time.Time `json:"at"`
	Schema int64     `json:"schema"`
}

type tableHead struct {
	Table   string   `json:"table,omitempty"` // "" ends the tables
	Columns []string `json:"columns,omitempty"`
}

type foot struct {
	Rows   map[string]int64 `json:"rows"`
	SHA256 []byte           `json:"sha256"`
}

// Write writes all rows as of one moment.
func Write(ctx context.Context, pool *pgxpool.Pool, out io.Writer, o Options) (Summary, error) {
	zip := gzip.NewWriter(out)
	w := &frameWriter{out: bufio.NewWriterSize(zip, 1<<16), sum: sha256.New()}
	summary := Summary{Rows: map[string]int64{}}
	err := pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0"); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "select now()").Scan(&summary.At); err != nil {
			return err
		}
		var err error
		if summary.Schema, err = schemaVersion(ctx, tx); err != nil {
			return err
		}
		if err := w.writeJSON(head{Magic: magic, At: summary.At, Schema: summary.Schema}); err != nil {
			return err
		}
		tables, err := readTables(ctx, tx, o)
		if err != nil {
			return err
		}
		for _, t := range tables {
			if summary.Rows[t.Name], err = writeTable(ctx, tx, w, t); err != nil {
				return fmt.Errorf("pgcopy: %s: %w", t.Name, err)
			}
		}
		if err := w.writeJSON(tableHead{}); err != nil {
			return err
		}
		sequences, err := readSequences(ctx, tx)
		if err != nil {
			return err
		}
		return w.writeJSON(sequences)
	})
	if err != nil {
		return summary, err
	}
	if err := w.writeJSON(foot{Rows: summary.Rows, SHA256: w.sum.Sum(nil)}); err != nil {
		return summary, err
	}
	if err := w.out.Flush(); err != nil {
		return summary, err
	}
	return summary, zip.Close()
}

func writeTable(ctx context.Context, tx pgx.Tx, w *frameWriter, t table) (rows int64, err error) {
	if err := w.writeJSON(tableHead{Table: t.Name, Columns: t.Columns}); err != nil {
		return 0, err
	}
	tag, err := tx.Conn().PgConn().CopyTo(ctx, w, "copy (select "+t.expressions()+" from "+pgx.Identifier{t.Name}.Sanitize()+") to stdout")
	if err != nil {
		return 0, err
	}
	_, err = w.writeFrame(nil)
	return tag.RowsAffected(), err
}

// frameWriter writes frames and hashes them.
type frameWriter struct {
	out *bufio.Writer
	sum hash.Hash
}

func (f *frameWriter) writeFrame(b []byte) (int, error) {
	length := binary.AppendUvarint(nil, uint64(len(b)))
	for _, part := range [][]byte{length, b} {
		f.sum.Write(part)
		if _, err := f.out.Write(part); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// Write writes a piece of COPY's output as a frame.
func (f *frameWriter) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil // an empty frame would end the table
	}
	return f.writeFrame(b)
}

func (f *frameWriter) writeJSON(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = f.writeFrame(text)
	return err
}
