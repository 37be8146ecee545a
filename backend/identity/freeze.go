package identity

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/apperr"
)

// Freeze stops a member's money: the member can sign in, read and chat, but none of their money moves
// in either direction. It ends at Until. If Until is zero, only an operator ends it.
type Freeze struct {
	Until   time.Time
	Why, By string
}

// noEnd is the stored end of a freeze that does not end by itself.
var noEnd = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// FreezeTx freezes a member's money from the commit of this transaction. It locks the wallet first,
// as every money command does: an earlier command has moved its money, and a later one sees the
// freeze. Error: INVALID_USER_INFO (until) for a time in the past.
func (s *Service) FreezeTx(ctx context.Context, tx pgx.Tx, member int64, f Freeze) error {
	now := s.Clock()
	switch {
	case f.Until.IsZero():
		f.Until = noEnd
	case !f.Until.After(now), f.Until.After(noEnd):
		return apperr.Field(apperr.InvalidUserInfo, "until")
	}
	if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
		return err
	}
	return db.New(tx).FreezeMember(ctx, db.FreezeMemberParams{ID: member, Until: f.Until, Why: f.Why, By: f.By, Now: now})
}

// UnfreezeTx ends a freeze. Error: NO_DATA (409) if there is none.
func (s *Service) UnfreezeTx(ctx context.Context, tx pgx.Tx, member int64) error {
	if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
		return err
	}
	n, err := db.New(tx).UnfreezeMember(ctx, member)
	if err == nil && n == 0 {
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	return err
}

// IsFrozen reports whether a freeze is in effect now, and whether it ends by itself. until is the stored
// end, nil if the member is not frozen.
func IsFrozen(until *time.Time, now time.Time) (frozen, endsByItself bool) {
	frozen = until != nil && until.After(now)
	return frozen, frozen && until.Before(noEnd)
}
