package pg

import "context"

// Replication says whether a commit is also on a standby before it is acknowledged.
type Replication string

// Results of Replicates.
const (
	// Synchronous: commits wait for a standby, and one follows.
	Synchronous Replication = "synchronous"
	// Asynchronous: commits wait for no standby. A failover may lose the last of them.
	Asynchronous Replication = "asynchronous"
	// StandbyMissing: commits wait for a standby, and none follows. All writes stop until one does.
	StandbyMissing Replication = "standby missing"
	// ReplicationUnknown: commits wait for a standby, and the role may not see whether one follows.
	ReplicationUnknown Replication = "unknown"
)

// A role without pg_monitor sees that standbys are connected, and null for everything else.
const replicates = `select case
	when current_setting('synchronous_standby_names') = '' then 'asynchronous'
	when exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) then 'synchronous'
	when exists (select from pg_stat_replication where sync_state is null) then 'unknown'
	else 'standby missing' end`

// Replicates returns how the database is replicated now. Only a superuser and members of pg_monitor
// can see a standby's state.
func Replicates(ctx context.Context, q DB) (r Replication, err error) {
	err = q.QueryRow(ctx, replicates).Scan(&r)
	return r, err
}
