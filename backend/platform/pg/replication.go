package pg

import "context"

// Replication is whether a commit is also on a standby before it is acknowledged.
type Replication string

// Results of Replicates.
const (
	// Synchronous means that commits wait for a standby, and one follows.
	Synchronous Replication = "synchronous"
	// Asynchronous means that commits wait for no standby. A failover may lose the last commits.
	Asynchronous Replication = "asynchronous"
	// StandbyMissing means that commits wait for a standby, and none follows. All writes block until one
	// does.
	StandbyMissing Replication = "standby missing"
	// ReplicationUnknown means that commits wait for a standby, and our role may not see whether one
	// follows.
	ReplicationUnknown Replication = "unknown"
)

// replicates is the query of Replicates. To a role without pg_monitor, everything about standbys except
// their existence is null.
const replicates = `select case
	when current_setting('synchronous_standby_names') = '' then 'asynchronous'
	when exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) then 'synchronous'
	when exists (select from pg_stat_replication where sync_state is null) then 'unknown'
	else 'standby missing' end`

// Replicates returns how the database is replicated now. Only superusers and members of pg_monitor can see
// the state of standbys.
func Replicates(ctx context.Context, q DB) (r Replication, err error) {
	err = q.QueryRow(ctx, replicates).Scan(&r)
	return r, err
}
