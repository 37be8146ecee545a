package server

import (
	"context"
	"time"

	"krapao/backend/platform/pg"
)

// replicationInterval is how often each server checks whether a synchronous standby follows.
const replicationInterval = time.Minute

// watchReplication checks replication at once and then each minute, until ctx ends. It is no job, so each
// server checks for itself. Each server has its own network path to the database, and no jobs run while the
// database accepts no writes.
func (s *Server) watchReplication(ctx context.Context) {
	check := func() {
		if err := s.CheckReplication(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "replication could not be checked", "cause", err)
		}
	}
	check()
	go func() {
		for tick := time.NewTicker(replicationInterval); ; {
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
				check()
			}
		}
	}()
}

// CheckReplication logs a warning if PROFILE is production and commits do not wait for a synchronous standby.
// A failover would then lose money that members have seen. It logs only when the status changes. If
// REPLICATION is set, it does nothing.
func (s *Server) CheckReplication(ctx context.Context) error {
	if s.cfg.Replication != "" {
		return nil
	}
	now, err := pg.ReadReplication(ctx, s.Pool)
	if err != nil {
		return err
	}
	before := s.replication.Swap(&now)
	if !s.cfg.Production() || (before != nil && *before == now) {
		return nil
	}
	if now != pg.Synchronous {
		s.log.WarnContext(ctx, replicationWarnings[now], "replication", string(now))
	} else if before != nil {
		s.log.InfoContext(ctx, "each commit is on a synchronous standby again", "replication", string(now))
	}
	return nil
}

var replicationWarnings = map[pg.Replication]string{
	pg.Asynchronous:       "no synchronous standby: a failover loses money that members have seen. Set synchronous_standby_names, or REPLICATION=managed or none",
	pg.StandbyMissing:     "the synchronous standby is gone: no write ends until a standby follows",
	pg.ReplicationUnknown: "this role cannot see whether a standby is synchronous: grant it pg_monitor, or set REPLICATION=managed or none",
}
