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
	slow       = 8 * time.Second // a response after this time counts as a failure
	failedMost = 3               // number of failed members that starts a rest
	failedTime = 5 * time.Minute
	restTime   = 5 * time.Minute
	restsKnown = time.Second // how long a server uses what it has read, since every sync needs it
)

// rests has the end of each gateway's last rest. at is when it was read, in wall time.
type rests struct {
	until map[string]time.Time
	at    time.Time
}

// isFailure returns whether a gateway has failed its caller. A refusal is a response.
func isFailure(took time.Duration, err error) bool {
	return took > slow || errors.Is(err, provider.ErrDown)
}

// failed returns a gateway's health with one more failure, which affected member.
func failed(h db.QrHealth, member int64, now time.Time) db.QrHealth {
	if now.Before(h.RestUntil) {
		return h
	}
	members, times := []int64{member}, []time.Time{now}
	for i, other := range h.Members {
		if other != member && now.Sub(h.FailedAt[i]) <= failedTime {
			members, times = append(members, other), append(times, h.FailedAt[i])
		}
	}
	if len(members) < failedMost {
		return db.QrHealth{Provider: h.Provider, Members: members, FailedAt: times, RestUntil: h.RestUntil}
	}
	return db.QrHealth{Provider: h.Provider, Members: []int64{}, FailedAt: []time.Time{}, RestUntil: now.Add(restTime)}
}

// called stores a gateway's failure for a member, if the call failed. The stored health affects only the
// order of the gateways, so an error here does not fail the call. A call that we or the member gave up is no
// failure.
func (s *Service) called(ctx context.Context, gateway string, member int64, took time.Duration, err error) {
	if ctx.Err() != nil || !isFailure(took, err) {
		return
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q, now := db.New(tx), s.Clock()
		before, err := q.HealthLock(ctx, gateway)
		if err != nil {
			return err
		}
		after := failed(before, member, now)
		if after.RestUntil.After(before.RestUntil) {
			s.Log.WarnContext(ctx, "a gateway rests", "provider", gateway, "until", after.RestUntil)
		}
		return q.HealthPut(ctx, db.HealthPutParams(after))
	})
	if err != nil {
		s.Log.WarnContext(ctx, "qr: store a gateway's failure", "provider", gateway, "cause", err)
	}
	s.rests.Store(nil)
}

// inOrder marks the resting gateways, and moves them behind the others. q is a pool or the caller's
// transaction, which must not wait for a second connection.
func (s *Service) inOrder(ctx context.Context, q pg.DB, gateways []Gateway) []Gateway {
	known := s.rests.Load()
	if known == nil || time.Since(known.at) >= restsKnown {
		known = &rests{until: map[string]time.Time{}, at: time.Now()}
		rows, err := db.New(q).HealthAll(ctx)
		if err != nil { // treat all as not resting
			s.Log.WarnContext(ctx, "qr: read which gateways rest", "cause", err)
			return gateways
		}
		for _, r := range rows {
			known.until[r.Provider] = r.RestUntil
		}
		s.rests.Store(known)
	}
	var open, resting []Gateway
	for _, g := range gateways {
		if g.Resting = s.Clock().Before(known.until[g.Provider]); g.Resting {
			resting = append(resting, g)
		} else {
			open = append(open, g)
		}
	}
	return slices.Concat(open, resting)
}
