package staff

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// Confirm checks a fresh code of an operator's code app, marks it as used, and returns the operator. A
// subcommand then acts for this operator. Errors: WRONG_CREDENTIAL if name or code is wrong,
// CODE_USED, REQUEST_LIMIT.
func (s *Service) Confirm(ctx context.Context, username, code string) (web.Operator, error) {
	o, err := s.q().GetOperatorByName(ctx, username)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && !o.Active) {
		return web.Operator{}, apperr.New(apperr.WrongCredential)
	}
	if err == nil {
		err = s.useCode(ctx, o, code)
	}
	return web.Operator{ID: o.ID, Username: o.Username, Role: o.Role}, err
}
