package jobs

import (
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/platform/pg"
)

// fetchCooldown is the minimum time between two fetches of jobs.
const fetchCooldown = 50 * time.Millisecond

// QueueInsert queues the insert of one job in batch. The job may have no options except its queue. The insert
// happens only if no guard of the transaction returned a code, and if each query of when returns a row. It
// inserts the same row as River, and notifies the workers as River does. But it does not notify them more often
// than they fetch anyway, because each NOTIFY blocks all other commits.
func (q *Queue) QueueInsert(batch *pgx.Batch, args river.JobArgs, when ...pg.Guard) error {
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	queue, lastNotified, err := q.queueOf(args)
	if err != nil {
		return err
	}
	where, values := "allowed()", pg.Arguments{text, args.Kind(), river.MaxAttemptsDefault, queue}
	for _, each := range when {
		where += " and exists (" + values.Embed(each) + ")"
	}
	batch.Queue(`insert into river_job (args, kind, max_attempts, queue, state, tags)
		select $1::jsonb, $2::text, $3::smallint, $4::text, 'available', '{}' where `+where, values...)
	last, now := lastNotified.Load(), time.Now().UnixNano()
	if q.listens && now-last > int64(fetchCooldown) && lastNotified.CompareAndSwap(last, now) {
		batch.Queue(`select pg_notify(current_schema() || '.river_insert', $1)`, `{"queue": "`+queue+`"}`)
	}
	return nil
}

// QueueDelayedInsert is QueueInsert for a job that runs after a delay. It notifies no worker.
func (q *Queue) QueueDelayedInsert(batch *pgx.Batch, args river.JobArgs, after time.Duration) error {
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	queue, _, err := q.queueOf(args)
	if err != nil {
		return err
	}
	batch.Queue(`insert into river_job (args, kind, max_attempts, queue, state, tags, scheduled_at)
		select $1::jsonb, $2::text, $3::smallint, $4::text, 'scheduled', '{}', now() + make_interval(secs => $5) where allowed()`,
		text, args.Kind(), river.MaxAttemptsDefault, queue, after.Seconds())
	return nil
}
