package qr

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/platform/pg"
)

// recentFor is how long an instance goes on with what it read of the gateways'
// conditions: every sync asks for it.
const recentFor = time.Second

// conditions keeps what was read last.
type conditions struct{ last atomic.Pointer[conditionsAt] }

type conditionsAt struct {
	all map[string]condition
	at  time.Time // wall time: how old our own answer is
}

// conditions answers how each gateway does, as it was a second ago at most. q is a
// pool, or the transaction of whoever asks: who waits for a second connection while
// holding a first may wait for ever.
func (s *Service) conditions(ctx context.Context, q pg.DB) (map[string]condition, error) {
	if last := s.known.last.Load(); last != nil && time.Since(last.at) < recentFor {
		return last.all, nil
	}
	at := time.Now()
	rows, err := db.New(q).HealthAll(ctx)
	if err != nil {
		return nil, err
	}
	doubts, err := db.New(q).DoubtsRecent(ctx, s.Clock().Add(-doubtfulTime))
	if err != nil {
		return nil, err
	}
	all := map[string]condition{}
	for _, r := range rows {
		c := all[r.Provider]
		c.parts[indexOf(r.Part)] = healthOf(r)
		all[r.Provider] = c
	}
	for _, d := range doubts {
		c := all[d.Provider]
		c.doubts = int(d.Members)
		all[d.Provider] = c
	}
	s.known.last.Store(&conditionsAt{all, at})
	return all, nil
}

// answered notes how a gateway did a part of its work for a member. It only ever
// changes the order in which gateways are shown: where it cannot be noted, nothing
// else fails.
func (s *Service) answered(ctx context.Context, provider, part string, member int64, took time.Duration, err error) {
	if ctx.Err() != nil { // we have hung up, or the server ends: no fault of the gateway's
		return
	}
	good := err == nil && took < slow
	if good {
		if all, err := s.conditions(ctx, s.Pool); err == nil && all[provider].parts[indexOf(part)].clean() {
			return // as nearly always
		}
	}
	if err := s.note(ctx, provider, part, member, good); err != nil {
		s.Log.WarnContext(ctx, "qr: note how a gateway does", "provider", provider, "cause", err)
	}
}

func (s *Service) note(ctx context.Context, provider, part string, member int64, good bool) error {
	defer s.known.last.Store(nil)
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q, now := db.New(tx), s.Clock()
		row, err := q.HealthLock(ctx, db.HealthLockParams{Provider: provider, Part: part})
		if errors.Is(err, pgx.ErrNoRows) {
			if err := q.HealthKnown(ctx, db.HealthKnownParams{Provider: provider, Part: part}); err != nil {
				return err
			}
			row, err = q.HealthLock(ctx, db.HealthLockParams{Provider: provider, Part: part})
		}
		if err != nil {
			return err
		}
		before := healthOf(row)
		after := before.did(now)
		if !good {
			after = before.failed(member, now)
		}
		if after.standing(now) == resting && before.standing(now) != resting {
			s.Log.WarnContext(ctx, "a gateway rests", "provider", provider, "part", part, "until", after.restUntil, "in a row", after.rests)
		}
		return q.HealthPut(ctx, after.row(provider, part))
	})
}

func indexOf(part string) int {
	if part == partMake {
		return 0
	}
	return 1
}

func healthOf(r db.QrHealth) health {
	return health{
		members: r.Members, since: timeOf(r.Since), rests: int(r.Rests), restUntil: timeOf(r.RestUntil), good: int(r.Good), recovered: timeOf(r.RecoveredAt),
	}
}

func (h health) row(provider, part string) db.HealthPutParams {
	p := db.HealthPutParams{
		Provider: provider, Part: part, Members: h.members, Since: known(h.since), Rests: int32(h.rests), RestUntil: known(h.restUntil), Good: int32(h.good),
		RecoveredAt: known(h.recovered),
	}
	if p.Members == nil {
		p.Members = []int64{}
	}
	return p
}

func timeOf(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

func known(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
