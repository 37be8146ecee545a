package staff

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// Confirm returns the operator for whom a subcommand acts. It takes a fresh code of their code app
// and marks the code as used. Errors: WRONG_CREDENTIAL if name or code is wrong, CODE_USED,
// REQUEST_LIMIT.
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
