package games

import (
	"context"
	"time"

	"github.com/google/uuid"

	"krapao/backend/games/internal/db"
)

// AskFor is how long a provider may take to return a balance.
const AskFor = askFor

// Step takes a transfer as far as it goes now.
func (s *Service) Step(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	return s.step(ctx, id, s.Lanes.calls)
}

// LookAgain asks again about calls that ended by "no".
func (s *Service) LookAgain(ctx context.Context) error { return s.lookAgain(ctx) }

// HoldOut pauses money out of slots that pay out sums that no play explains.
func (s *Service) HoldOut(ctx context.Context) error { return s.holdOut(ctx) }

// Idle reports whether no call to a provider is under way.
func (s *Service) Idle() bool { return s.Lanes.calls.Running()+s.Lanes.jobs.Running() == 0 }

// LeadsToGame returns whether a slot with these origins may send a browser to an address.
func (s *Service) LeadsToGame(origins []string, address string) bool {
	return s.leadsToGame(db.Slot{Origins: origins}, address)
}
