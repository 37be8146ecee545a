package play

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
)

// asideBatch is the maximum number of plays that are judged again in one query.
const asideBatch = 500

// recountAside judges two kinds of aside plays again: those whose account exists by now, and those whose bet is
// covered by now.
func (s *Service) recountAside(ctx context.Context) error {
	slots, err := s.q().ListSlotsWithAsidePlays(ctx)
	for _, code := range slots {
		err = errors.Join(err, s.recountAsideOf(ctx, code))
	}
	return err
}

func (s *Service) recountAsideOf(ctx context.Context, code string) error {
	slot, err := s.q().GetSlotEvenIfUnlisted(ctx, code)
	if err != nil {
		return err
	}
	since, err := s.feedStart(ctx, code)
	for count := asideBatch; err == nil && count == asideBatch; {
		err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			rows, err := db.New(tx).RemovePlaysToRecount(ctx, db.RemovePlaysToRecountParams{SlotCode: code, Now: s.Clock(), Most: asideBatch})
			if err != nil {
				return err
			}
			count = len(rows)
			plays := make([]game.Play, 0, len(rows))
			for _, r := range rows {
				plays = append(plays, playOf(r))
			}
			return s.countPlaysTx(ctx, tx, slot, since, plays, false)
		})
	}
	return err
}

// playOf returns an aside play as its provider reported it.
func playOf(r db.GamePlayAside) game.Play {
	return game.Play{
		ID: r.PlayID, Revision: r.Revision, Username: r.Username, At: r.At,
		Bet: game.Units(r.Bet), Payout: game.Units(r.Payout), Valid: game.Units(r.Valid), Credit: r.Credit,
	}
}
