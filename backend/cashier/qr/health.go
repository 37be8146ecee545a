package qr

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/provider"
)

// The numbers of the rule for resting gateways; see the package comment.
const (
	slowAfter        = 8 * time.Second // a response after this time counts as a failure
	restAfterMembers = 3               // a rest starts after failed calls of this many members
	failureWindow    = 5 * time.Minute
	restDuration     = 5 * time.Minute
	restCacheTTL     = time.Second // how long a server reuses the rests that it has read; every sync needs them
)

// restEnds has the end of each gateway's last rest. readAt is the wall time at which the map was read.
type restEnds struct {
	until  map[string]time.Time
	readAt time.Time
}

// isFailure returns whether a call failed: no response, or a slow one. A refusal is not a failure.
func isFailure(duration time.Duration, err error) bool {
	return duration > slowAfter || errors.Is(err, provider.ErrDown)
}

// addFailure returns a gateway's health with one more failure, which affected member.
func addFailure(h db.QrHealth, member int64, now time.Time) db.QrHealth {
	if now.Before(h.RestUntil) {
		return h
	}
	members, times := []int64{member}, []time.Time{now}
	for i, other := range h.Members {
		if other != member && now.Sub(h.FailedAt[i]) <= failureWindow {
			members, times = append(members, other), append(times, h.FailedAt[i])
		}
	}
	if len(members) < restAfterMembers {
		return db.QrHealth{Provider: h.Provider, Members: members, FailedAt: times, RestUntil: h.RestUntil}
	}
	return db.QrHealth{Provider: h.Provider, Members: []int64{}, FailedAt: []time.Time{}, RestUntil: now.Add(restDuration)}
}

// recordCall stores a gateway's failure for a member, if the call failed. The stored health affects only the
// order of the gateways, so an error here does not fail the call. A call that we or the member gave up is no
// failure.
func (s *Service) recordCall(ctx context.Context, gateway string, member int64, duration time.Duration, err error) {
	if ctx.Err() != nil || !isFailure(duration, err) {
		return
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q, now := db.New(tx), s.Clock()
		before, err := q.LockHealth(ctx, gateway)
		if err != nil {
			return err
		}
		after := addFailure(before, member, now)
		if after.RestUntil.After(before.RestUntil) {
			s.Log.WarnContext(ctx, "qr: a gateway rests after failures, so it is used last", "provider", gateway, "until", after.RestUntil)
		}
		return q.UpdateHealth(ctx, db.UpdateHealthParams(after))
	})
	if err != nil {
		s.Log.WarnContext(ctx, "qr: store a gateway's failure", "provider", gateway, "cause", err)
	}
	s.restCache.Store(nil)
}

// sortByRest marks the resting gateways, and moves them behind the others. In a transaction, q must be
// this transaction, so that the caller does not wait for a second connection.
func (s *Service) sortByRest(ctx context.Context, q pg.DB, gateways []Gateway) []Gateway {
	known := s.restCache.Load()
	if known == nil || time.Since(known.readAt) >= restCacheTTL {
		known = &restEnds{until: map[string]time.Time{}, readAt: time.Now()}
		rows, err := db.New(q).ListHealth(ctx)
		if err != nil { // treat all as not resting
			s.Log.WarnContext(ctx, "qr: read the resting gateways", "cause", err)
			return gateways
		}
		for _, r := range rows {
			known.until[r.Provider] = r.RestUntil
		}
		s.restCache.Store(known)
	}
	var available, resting []Gateway
	for _, g := range gateways {
		if g.Resting = s.Clock().Before(known.until[g.Provider]); g.Resting {
			resting = append(resting, g)
		} else {
			available = append(available, g)
		}
	}
	return slices.Concat(available, resting)
}
