package jobs

import (
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// fetchCooldown is the least time between two looks for jobs.
const fetchCooldown = 50 * time.Millisecond

// InsertBatch is InsertTx for a batch, of a job without options but its own
// bulkhead. It writes the row that river writes, and wakes the workers as river
// does: not more often than they would look anyway, since each NOTIFY holds up
// all other commits.
func (q *Queue) InsertBatch(batch *pgx.Batch, args river.JobArgs) error {
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	queue, woken, err := q.bulkheadOf(args)
	if err != nil {
		return err
	}
	batch.Queue(`insert into river_job (args, kind, max_attempts, queue, state, tags) values ($1, $2, $3, $4, 'available', '{}')`,
		text, args.Kind(), river.MaxAttemptsDefault, queue)
	last, now := woken.Load(), time.Now().UnixNano()
	if q.listens && now-last > int64(fetchCooldown) && woken.CompareAndSwap(last, now) {
		batch.Queue(`select pg_notify(current_schema() || '.river_insert', $1)`, `{"queue": "`+queue+`"}`)
	}
	return nil
}
