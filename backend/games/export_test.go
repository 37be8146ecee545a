package games

import (
	"context"
	"time"

	"github.com/google/uuid"

	"krapao/backend/games/internal/db"
)

// AskFor is the timeout for a balance.
const AskFor = askFor

// Step runs one step of a transfer, as a request handler does.
func (s *Service) Step(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	return s.step(ctx, id, s.Lanes.calls)
}

// LookAgain checks the calls that ended by "no" again.
func (s *Service) LookAgain(ctx context.Context) error { return s.lookAgain(ctx) }

// HoldOut pauses money out of slots with large unexplained sums.
func (s *Service) HoldOut(ctx context.Context) error { return s.holdOut(ctx) }

// Idle returns whether no call to a provider is running.
func (s *Service) Idle() bool { return s.Lanes.calls.Running()+s.Lanes.jobs.Running() == 0 }

// LeadsToGame returns whether a slot with these origins may send a browser to an address.
func (s *Service) LeadsToGame(origins []string, address string) bool {
	return s.leadsToGame(db.Slot{Origins: origins}, address)
}
