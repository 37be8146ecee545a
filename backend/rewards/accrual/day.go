package accrual

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/accrual/internal/db"
)

// maxBatch is the maximum number of players in one transaction.
const maxBatch = 500

// CloseDays stores today's terms. Then it credits the days that package play has closed, one after the other,
// in batches of players.
func (s *Service) CloseDays(ctx context.Context) error {
	if err := s.storeTodaysTerms(ctx); err != nil {
		return err
	}
	for {
		if more, err := s.CloseBatch(ctx); err != nil || !more {
			return err
		}
	}
}

// CloseBatch closes the next day for its next players, in one transaction. more is false if nothing is left
// to do, or if another server holds the lock for closing days.
func (s *Service) CloseBatch(ctx context.Context) (more bool, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		more = false
		q := db.New(tx)
		rows, err := q.LockProgress(ctx)
		if err != nil || len(rows) == 0 {
			return err
		}
		progress := rows[0]
		day := progress.Closed.AddDate(0, 0, 1)
		if day.After(progress.Played) {
			return nil
		}
		more = true
		settings, err := s.Content.RecentSettingsTx(ctx, tx)
		if err != nil {
			return err
		}
		baht, kip := settings.For(string(ledger.BAHT)), settings.For(string(ledger.LAK))
		players, err := q.ListPlayers(ctx, db.ListPlayersParams{
			Day: day, After: progress.AfterMember, Most: maxBatch,
			MemberBaht: int64(baht.UnexplainedMember), SlotBaht: int64(baht.UnexplainedSlot), MemberKip: int64(kip.UnexplainedMember), SlotKip: int64(kip.UnexplainedSlot),
		})
		if err != nil {
			return err
		}
		if len(players) > 0 {
			if err := s.closeForPlayers(ctx, tx, day, players); err != nil {
				return err
			}
		}
		if len(players) < maxBatch {
			return q.StoreProgress(ctx, db.StoreProgressParams{Closed: day})
		}
		return q.StoreProgress(ctx, db.StoreProgressParams{Closed: progress.Closed, AfterMember: players[len(players)-1].ID})
	})
	return more, err
}

// closeForPlayers counts the play of some players on a day: for themselves, and for their inviters.
func (s *Service) closeForPlayers(ctx context.Context, tx pgx.Tx, day time.Time, players []db.ListPlayersRow) error {
	b := &batch{day: day, now: s.Clock(), runningSums: map[pair]*runningSum{}, accounts: map[accountKey]*account{}}
	var err error
	if b.terms, err = s.termsOf(ctx, tx, day); err != nil {
		return err
	}
	if err := b.load(ctx, tx, players); err != nil {
		return err
	}
	members := make([]int64, 0, len(players))
	for _, p := range players {
		members = append(members, p.ID)
	}
	ineligible, err := s.ineligibleSums(ctx, tx, day, members)
	if err != nil {
		return err
	}
	for _, p := range players {
		b.countPlayer(p, ineligible[p.ID])
	}
	return b.write(ctx, tx)
}
