package staff

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// Confirm answers the operator whom a subcommand acts for, by a fresh code of
// theirs; it is used up. WRONG_CREDENTIAL if either is not right.
func (s *Service) Confirm(ctx context.Context, username, code string) (web.Operator, error) {
	o, err := s.q().OperatorByName(ctx, username)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && !o.Active) {
		return web.Operator{}, apperr.New(apperr.WrongCredential)
	}
	if err == nil {
		err = s.useCode(ctx, o, code)
	}
	return web.Operator{ID: o.ID, Username: o.Username, Role: o.Role}, err
}
