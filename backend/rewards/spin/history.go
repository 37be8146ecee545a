package spin

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/spin/internal/db"
)

// SeedHistory is a seed with the spins drawn with it. ServerSeed is set once the seed has ended.
type SeedHistory struct {
	SeedID         string      `json:"seedId"`
	Commitment     string      `json:"commitment"`
	ServerSeedHash string      `json:"serverSeedHash"`
	Promise        string      `json:"promise" doc:"The text whose SHA-256 is the commitment."`
	ServerSeed     *string     `json:"serverSeed" nullable:"true" doc:"In hex; null while spins are drawn with the seed."`
	ClientSeed     string      `json:"clientSeed"`
	CreatedAt      time.Time   `json:"createdAt"`
	RevealedAt     *time.Time  `json:"revealedAt" nullable:"true"`
	Spins          []DrawnSpin `json:"spins"`
}

// DrawnSpin is a spin that was drawn with a seed.
type DrawnSpin struct {
	ID        uuid.UUID    `json:"_id"`
	Nonce     int32        `json:"nonce"`
	Round     int32        `json:"round" doc:"0, unless numbers were rejected."`
	Code      string       `json:"code"`
	Label     string       `json:"label"`
	Labels    content.Text `json:"labels"`
	CreatedAt time.Time    `json:"createdAt"`
}

// History returns a page of the caller's seeds that have spins, newest first, and their total number.
func (s *Service) History(ctx context.Context, page, size int) (out []SeedHistory, total int64, err error) {
	member := web.Member(ctx)
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		if total, err = q.SeedCount(ctx, member); err != nil {
			return err
		}
		rows, err := q.SeedPage(ctx, db.SeedPageParams{MemberID: member, PageSize: int32(size), Skip: int32((page - 1) * size)})
		if err != nil {
			return err
		}
		out, err = s.seedHistories(ctx, q, rows)
		return err
	})
	return out, total, err
}

func (s *Service) seedHistories(ctx context.Context, q *db.Queries, rows []db.SeedPageRow) ([]SeedHistory, error) {
	out, ids := []SeedHistory{}, []uuid.UUID{}
	place := map[uuid.UUID]int{}
	wheels := make([]*wheel, 0, len(rows))
	for i, r := range rows {
		w, err := s.toWheel(r.Wheel)
		if err != nil {
			return nil, err
		}
		wheels, ids = append(wheels, w), append(ids, r.SpinSeed.ID)
		place[r.SpinSeed.ID] = i
		out = append(out, toSeedHistory(r.SpinSeed, w))
	}
	spins, err := q.ListSpinsOfSeeds(ctx, ids)
	for _, p := range spins {
		i := place[p.SeedID]
		label := wheels[i].sliceByCode(p.Slice).Label
		out[i].Spins = append(out[i].Spins, DrawnSpin{
			ID: p.ID, Nonce: p.Nonce, Round: p.Round, Code: p.Slice, Label: label.In(web.From(ctx).Locale), Labels: label, CreatedAt: p.CreatedAt.UTC(),
		})
	}
	return out, err
}

func toSeedHistory(seed db.SpinSeed, w *wheel) SeedHistory {
	out := SeedHistory{
		SeedID: seed.ID.String(), Commitment: hex.EncodeToString(seed.Commitment), ServerSeedHash: hex.EncodeToString(seed.Hash), Promise: w.Promise(seed.Hash),
		CreatedAt: seed.CreatedAt.UTC(), RevealedAt: toUTC(seed.RevealedAt), Spins: []DrawnSpin{},
	}
	if seed.ClientSeed != nil {
		out.ClientSeed = *seed.ClientSeed
	}
	if seed.Seed != nil {
		serverSeed := hex.EncodeToString(seed.Seed)
		out.ServerSeed = &serverSeed
	}
	return out
}

// rotationLimit limits rotations, so that a member cannot fill the table with seeds.
var rotationLimit = limit.Rule{Max: 30, Window: time.Hour}

// Rotate ends and reveals the caller's live seed, and returns a new one. It returns nil while no wheel is in
// force.
func (s *Service) Rotate(ctx context.Context) (*Fairness, error) {
	m := identity.Caller(ctx)
	if err := limit.Refusal(s.Limits.Hit(ctx, "spin:rotate:"+m.PublicID, rotationLimit)); err != nil {
		return nil, err
	}
	var out *Fairness
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if _, err := s.Ledger.LockTx(ctx, tx, m.ID); err != nil {
			return err
		}
		w, err := s.wheelInForce(ctx, tx, m.Currency)
		if err != nil {
			return err
		}
		out, err = s.rotateTx(ctx, tx, m, w)
		return err
	})
	return out, err
}

func (s *Service) rotateTx(ctx context.Context, tx pgx.Tx, m identity.Member, w *wheel) (*Fairness, error) {
	seed, err := db.New(tx).SeedLive(ctx, m.ID)
	if err := pg.IgnoreNoRows(err); err != nil {
		return nil, err
	}
	// A live seed without spins has nothing to reveal, and stays live unless it is over.
	if err == nil && (seed.Spins > 0 || s.isOver(seed, w)) {
		if err := s.revealTx(ctx, tx, seed); err != nil {
			return nil, err
		}
	}
	if w == nil {
		return nil, nil
	}
	if seed, err = s.seedTx(ctx, tx, m.ID, w); err != nil {
		return nil, err
	}
	return toFairness(seed, w), nil
}
