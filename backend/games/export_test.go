package games

import (
	"context"
	"time"

	"github.com/google/uuid"

	"krapao/backend/games/internal/db"
)

// AskFor is how long a company may take to tell a balance.
const AskFor = askFor

// Step takes a transfer as far as it goes now.
func (s *Service) Step(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	return s.step(ctx, id, s.lanes.forCall)
}

// LookAgain asks about what ended by "no".
func (s *Service) LookAgain(ctx context.Context) error { return s.lookAgain(ctx) }

// HoldOut pauses the ways out of slots that pay out what no play explains.
func (s *Service) HoldOut(ctx context.Context) error { return s.holdOut(ctx) }

// Idle tells that no call is under way at a slot's company.
func (s *Service) Idle(slot string) bool {
	l := s.lanes.lane(slot)
	return len(l.calls)+len(l.jobs) == 0
}

// LeadsToGame tells whether a browser may be sent to an address by a slot with origins.
func (s *Service) LeadsToGame(origins []string, address string) bool {
	return s.leadsToGame(db.Slot{Origins: origins}, address)
}
