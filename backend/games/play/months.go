package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/pg"
)

// monthsAhead is the number of later months whose partitions are made in advance.
const monthsAhead = 2

// monthOf returns the beginning of a Bangkok month: the month that is later months after that of at.
func monthOf(at time.Time, later int) time.Time {
	local := at.In(clock.Bangkok)
	return time.Date(local.Year(), local.Month()+time.Month(later), 1, 0, 0, 0, 0, clock.Bangkok)
}

// storedSince returns the beginning of the stored months. Plays with an earlier bet are not stored and do not
// count.
func (s *Service) storedSince(now time.Time) time.Time { return monthOf(now, -s.Months) }

// partitionOf returns the quoted name of a month's partition.
func partitionOf(month time.Time) string {
	return pgx.Identifier{month.Format("game_play_2006_01")}.Sanitize()
}

// keepMonths makes partitions for this month, the next ones and every month with rows in game_play_rest. It
// drops the partitions of months that are no longer stored.
func (s *Service) keepMonths(ctx context.Context) error {
	now := s.Clock()
	months := []time.Time{}
	for later := range monthsAhead + 1 {
		months = append(months, monthOf(now, later))
	}
	rows, err := s.Pool.Query(ctx, `select distinct date_trunc('month', at, 'Asia/Bangkok') from game_play_rest where at >= $1`, s.storedSince(now))
	if err != nil {
		return err
	}
	missing, err := pgx.CollectRows(rows, pgx.RowTo[time.Time])
	if err != nil {
		return err
	}
	for _, month := range append(months, missing...) {
		err = errors.Join(err, s.makeMonth(ctx, monthOf(month, 0)))
	}
	return errors.Join(err, s.dropMonths(ctx, s.storedSince(now)))
}

// setLockTimeout limits how long a change of the partitions waits for a lock, since all new plays wait behind
// it. A change that times out is tried again in an hour.
const setLockTimeout = `set local lock_timeout = '3s'`

// makeMonth makes a month's partition, if there is none, and moves the month's rows from game_play_rest
// into it.
func (s *Service) makeMonth(ctx context.Context, month time.Time) error {
	name, until := partitionOf(month), monthOf(month, 1)
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if exists, err := hasTable(ctx, tx, name); err != nil || exists {
			return err
		}
		for _, statement := range []string{
			// The locks prevent writes: game_play_rest refuses a row once its month has a partition.
			setLockTimeout, "lock table only game_play in share row exclusive mode", "lock table game_play_rest in access exclusive mode",
		} {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		// Another server may have made the partition while this one waited for the locks.
		if exists, err := hasTable(ctx, tx, name); err != nil || exists {
			return err
		}
		_, err := tx.Exec(ctx, "create table "+name+" (like game_play including defaults including indexes)")
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "with moved as (delete from game_play_rest where at >= $1 and at < $2 returning *) insert into "+name+" select * from moved", month, until)
		if err == nil {
			bounds := fmt.Sprintf("'%s') to ('%s'", month.Format(time.RFC3339), until.Format(time.RFC3339))
			_, err = tx.Exec(ctx, "alter table game_play attach partition "+name+" for values from ("+bounds+")")
		}
		return err
	})
}

// hasTable reports whether the database has a table with the given quoted name.
func hasTable(ctx context.Context, tx pgx.Tx, name string) (exists bool, err error) {
	err = tx.QueryRow(ctx, "select to_regclass($1) is not null", name).Scan(&exists)
	return exists, err
}

// dropMonths drops the partitions of all months before since.
func (s *Service) dropMonths(ctx context.Context, since time.Time) error {
	rows, err := s.Pool.Query(ctx, `select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
		where i.inhparent = 'game_play'::regclass and c.relname ~ '^game_play_\d{4}_\d{2}$' and c.relname < $1 order by 1`, since.Format("game_play_2006_01"))
	if err != nil {
		return err
	}
	past, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, name := range past {
		err = errors.Join(err, pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, setLockTimeout); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "drop table if exists "+pgx.Identifier{name}.Sanitize())
			return err
		}))
	}
	if err != nil {
		return err
	}
	_, err = s.Pool.Exec(ctx, "delete from game_play_rest where at < $1", since)
	return err
}
