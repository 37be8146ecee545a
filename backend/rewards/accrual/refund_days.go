package accrual

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/rewards/accrual/internal/db"
)

// notEligible answers what counts for no refund of the players' sums of a day: what
// they won and lost while a bonus was active. Without bonuses that is nothing.
func (s *Service) notEligible(_ context.Context, _ pgx.Tx, _ time.Time, _ []db.PlayersRow) (map[int64]money.Satang, error) {
	return nil, nil
}
