package pg

import "context"

// Replication describes whether a commit is also on a standby before the commit is acknowledged.
type Replication string

// Results of ReadReplication.
const (
	// Synchronous means that commits wait for a standby, and one follows.
	Synchronous Replication = "synchronous"
	// Asynchronous means that commits wait for no standby. A failover may lose the last commits.
	Asynchronous Replication = "asynchronous"
	// StandbyMissing means that commits wait for a standby, and none follows. All writes block until a standby
	// follows.
	StandbyMissing Replication = "standby missing"
	// ReplicationUnknown means that commits wait for a standby, and our role may not see whether a standby
	// follows.
	ReplicationUnknown Replication = "unknown"
)

// replicationQuery is the query of ReadReplication. To a role without pg_monitor, everything about standbys
// except their existence is null.
const replicationQuery = `select case
	when current_setting('synchronous_standby_names') = '' then 'asynchronous'
	when exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) then 'synchronous'
	when exists (select from pg_stat_replication where sync_state is null) then 'unknown'
	else 'standby missing' end`

// ReadReplication returns how the database is replicated now. Only superusers and members of pg_monitor can see
// the state of standbys.
func ReadReplication(ctx context.Context, q DB) (r Replication, err error) {
	err = q.QueryRow(ctx, replicationQuery).Scan(&r)
	return r, err
}
