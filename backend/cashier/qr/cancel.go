package qr

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// ShowCode returns the caller's code at a gateway, or a QR without a code. It returns NO_DATA if there is no
// such gateway.
func (s *Service) ShowCode(ctx context.Context, provider string) (QR, error) {
	g, known := s.findGateway(provider)
	if !known {
		return QR{}, apperr.New(apperr.NoData)
	}
	now := s.Clock()
	row, err := s.q().GetShownOrder(ctx, db.GetShownOrderParams{MemberID: web.Member(ctx), Provider: provider, ExpiresAt: &now})
	if errors.Is(err, pgx.ErrNoRows) {
		return g.withoutCode(""), nil
	}
	if err != nil {
		return QR{}, err
	}
	return g.withCode(row, now)
}

// CancelCode ends the caller's code, unless it has already ended. The job then cancels the code at the
// gateway. A payment made before that is still credited. CancelCode returns NO_DATA if the caller has no such
// code.
func (s *Service) CancelCode(ctx context.Context, reference string) (*web.Response[QR], error) {
	return web.Once(ctx, s.Keyed, "", map[string]string{"qrcodeId": reference}, func(tx pgx.Tx) (int, QR, error) {
		q, now := db.New(tx), s.Clock()
		row, err := q.LockOrder(ctx, reference)
		if err != nil || row.MemberID != web.Member(ctx) {
			return 0, QR{}, pg.NotFound(err)
		}
		if row.State == stateLive || row.State == stateCreating {
			if err := q.EndOrder(ctx, db.EndOrderParams{Reference: reference, State: stateCancelled, EndedAt: &now, AskAt: &now}); err != nil {
				return 0, QR{}, err
			}
			if err := s.askSoonTx(ctx, tx, row.Provider, reference); err != nil {
				return 0, QR{}, err
			}
		}
		g, _ := s.findGateway(row.Provider)
		return http.StatusOK, g.withoutCode(""), nil
	})
}
