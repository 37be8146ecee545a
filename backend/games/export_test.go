package games

import (
	"context"
	"time"

	"github.com/google/uuid"

	"krapao/backend/games/internal/db"
)

// BalanceTimeout is the timeout for a balance.
const BalanceTimeout = balanceTimeout

// Step runs one step of a transfer, as a request handler does.
func (s *Service) Step(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	return s.stepTransfer(ctx, id, s.CallLimits.calls)
}

// RecheckRefusals checks the calls that ended by "no" again.
func (s *Service) RecheckRefusals(ctx context.Context) error { return s.recheckRefusals(ctx) }

// PauseMoneyOut pauses money out of slots with large unexplained sums.
func (s *Service) PauseMoneyOut(ctx context.Context) error { return s.pauseMoneyOut(ctx) }

// Idle returns whether no call to a provider is running.
func (s *Service) Idle() bool { return s.CallLimits.calls.Running()+s.CallLimits.jobs.Running() == 0 }

// IsAllowedGameURL returns whether a slot with these origins may send a browser to an address.
func (s *Service) IsAllowedGameURL(origins []string, address string) bool {
	return s.isAllowedGameURL(db.Slot{Origins: origins}, address)
}
