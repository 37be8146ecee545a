package qr

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// findAttempt returns the reference of a call's order. This is the order that the call began with, or, if the
// gateway's response for this order was lost, the order of the next attempt. fresh means that this call still
// has to request the code.
func (s *Service) findAttempt(ctx context.Context, g Gateway, reference string, fresh bool) (string, bool, error) {
	for !fresh {
		row, err := s.q().GetOrder(ctx, reference)
		if err != nil || row.State != stateLost || row.Refusal != "" {
			return reference, false, err
		}
		next, err := s.q().GetRepeatOfOrder(ctx, &reference)
		if errors.Is(err, pgx.ErrNoRows) {
			err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
				next.Reference, err = s.beginOrderTx(ctx, tx, row.MemberID, g, row.Amount, &reference)
				return err
			})
			if pg.ViolatedUnique(err) != "" { // another repeat was first
				continue
			}
			fresh = err == nil
		}
		if err != nil {
			return "", false, err
		}
		reference = next.Reference
	}
	return reference, fresh, nil
}

// awaitOutcome returns the response for an attempt. If another call is requesting its code, awaitOutcome waits
// for that call. Only a final outcome is stored under the key.
func (s *Service) awaitOutcome(ctx context.Context, g Gateway, reference string) (*web.Response[QR], error) {
	var row db.QrOrder
	for until := time.Now().Add(repeatPatience); ; {
		var err error
		if row, err = s.q().GetOrder(ctx, reference); err != nil {
			return nil, err
		}
		if row.State != stateCreating || time.Now().After(until) {
			break
		}
		select { // no connection is held during the pause
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
	switch {
	case row.State == stateCreating:
		return nil, apperr.New(apperr.QRFail).WithRetryAfter(time.Second)
	case row.State == stateLost:
		return nil, apperr.New(apperr.QRFail)
	case row.Refusal != "" && row.State != stateRefused:
		return nil, apperr.New(apperr.Code(row.Refusal))
	}
	out, err := g.withCode(row, s.Clock())
	if err != nil {
		return nil, err
	}
	if row.State != stateLive && row.State != stateRefused {
		return web.Fresh(http.StatusOK, out)
	}
	return web.Finish(ctx, s.Keyed, "", http.StatusOK, out)
}
