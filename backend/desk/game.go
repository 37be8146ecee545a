package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// PauseGame has money into a game, or out of it, stand still, or move again: at once
// and by one person, from the console, since it makes no money. The log says why.
func (s *Service) PauseGame(ctx context.Context, code string, in, out bool, why string) error {
	if err := staff.CheckWhy(&why); err != nil {
		return err
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		wasIn, wasOut, err := s.Games.PauseTx(ctx, tx, code, in, out)
		if err != nil {
			return err
		}
		type ways struct {
			In  bool `json:"in"`
			Out bool `json:"out"`
		}
		return s.Staff.Audit(ctx, tx, "game.pause", code, map[string]any{"old": ways{wasIn, wasOut}, "new": ways{in, out}, "why": why})
	})
}

// SetEdge stores a game's edge in hundredths of a percent, nil for unknown. One person may do
// it, from the command line: the edge is shown only, and moves no money.
func (s *Service) SetEdge(ctx context.Context, code string, edge *int32, why string) error {
	if err := staff.CheckWhy(&why); err != nil {
		return err
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		was, err := s.Games.SetEdgeTx(ctx, tx, code, edge)
		if err != nil {
			return err
		}
		return s.Staff.Audit(ctx, tx, "game.edge", code, map[string]any{"old": was, "new": edge, "why": why})
	})
}

// The bounds of a slot's lag.
const (
	leastLag = time.Minute
	mostLag  = 24 * time.Hour
)

// SetLag stores how long a game's plays may take to be reported, in whole minutes: until then
// unexplained sums pause nothing for other members. One person may do it, from the command
// line. INVALID_USER_INFO outside a minute to a day.
func (s *Service) SetLag(ctx context.Context, code string, lag time.Duration, why string) error {
	if err := staff.CheckWhy(&why); err != nil {
		return err
	}
	if lag < leastLag || lag > mostLag {
		return apperr.Field(apperr.InvalidUserInfo, "lag")
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		was, err := s.Games.SetLagTx(ctx, tx, code, lag)
		if err != nil {
			return err
		}
		return s.Staff.Audit(ctx, tx, "game.lag", code, map[string]any{"old": was.String(), "new": lag.String(), "why": why})
	})
}
