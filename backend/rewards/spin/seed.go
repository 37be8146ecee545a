package spin

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/rewards/spin/internal/db"
)

// seedTx returns the member's live seed for a wheel. If there is none, or the live one is over, it makes a
// new one. The caller holds the wallet's lock.
func (s *Service) seedTx(ctx context.Context, tx pgx.Tx, member int64, w *wheel) (db.SpinSeed, error) {
	q := db.New(tx)
	seed, err := q.SeedLive(ctx, member)
	if err == nil && !s.isOver(seed, w) {
		return seed, nil
	}
	if err == nil {
		err = s.revealTx(ctx, tx, seed)
	}
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return seed, err
	}
	plain := make([]byte, seedSize)
	_, _ = rand.Read(plain) // rand.Read ends the program instead of failing
	hash := sha256.Sum256(plain)
	id := uuid.New()
	err = q.SeedAdd(ctx, db.SeedAddParams{
		ID: id, MemberID: member, WheelID: w.id, Sealed: s.Vault.Seal(string(plain), id.String()),
		Hash: hash[:], Commitment: w.Commitment(hash[:]), CreatedAt: s.Clock(),
	})
	if err != nil {
		return seed, err
	}
	return q.SeedLive(ctx, member)
}

// isOver returns whether a live seed has to end. w is the wheel in force, or nil.
func (s *Service) isOver(seed db.SpinSeed, w *wheel) bool {
	return w == nil || seed.WentBack || seed.WheelID != w.id || s.Clock().Sub(seed.CreatedAt) >= seedLife
}

// EndLiveSeedsTx marks all live seeds as over, since the database has lost transactions. A member may have seen
// lost spins, which these seeds would draw again.
func (s *Service) EndLiveSeedsTx(ctx context.Context, tx pgx.Tx) error {
	return db.New(tx).MarkSeedsWentBack(ctx)
}

// revealTx ends a live seed and reveals it. From then on the member can check its spins.
func (s *Service) revealTx(ctx context.Context, tx pgx.Tx, seed db.SpinSeed) error {
	plain, err := s.unsealSeed(seed)
	if err != nil {
		return err
	}
	return db.New(tx).RevealSeed(ctx, db.RevealSeedParams{ID: seed.ID, Seed: plain, Now: s.Clock()})
}

func (s *Service) unsealSeed(seed db.SpinSeed) ([]byte, error) {
	plain, err := s.Vault.Open(seed.Sealed, seed.ID.String())
	return []byte(plain), err
}

// endSeeds ends and reveals the seeds that are over, for members who do not visit the wheel.
func (s *Service) endSeeds(ctx context.Context) error {
	members, err := s.q().ListMembersWithOverdueSeed(ctx, s.Clock().Add(-seedLife))
	for _, member := range members { // the next run ends the rest
		err = errors.Join(err, s.endSeed(ctx, member))
	}
	return err
}

func (s *Service) endSeed(ctx context.Context, member int64) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		wallet, err := s.Ledger.LockTx(ctx, tx, member)
		if err != nil {
			return err
		}
		seed, err := db.New(tx).SeedLive(ctx, member)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		w, err := s.wheelInForce(ctx, tx, wallet.Currency)
		if err != nil || !s.isOver(seed, w) {
			return err
		}
		return s.revealTx(ctx, tx, seed)
	})
}

// Reseal seals every live seed under the current key, and returns how many it sealed. After an interruption,
// the next call continues with the rest.
func (s *Service) Reseal(ctx context.Context) (count int, err error) {
	for {
		rows, err := s.q().ListSeedsToReseal(ctx, int32(s.Vault.CurrentID()))
		if err != nil || len(rows) == 0 {
			return count, err
		}
		for _, r := range rows {
			plain, err := s.Vault.Open(r.Sealed, r.ID.String())
			if err != nil {
				return count, err
			}
			n, err := s.q().SeedReseal(ctx, db.SeedResealParams{ID: r.ID, Old: r.Sealed, Sealed: s.Vault.Seal(plain, r.ID.String())})
			if err != nil {
				return count, err
			}
			count += int(n)
		}
	}
}

// toUTC returns a time in UTC, or nil.
func toUTC(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := t.UTC()
	return &at
}
