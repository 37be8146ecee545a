package qr

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/provider"
	gateway "krapao/backend/provider/qr"
	"krapao/backend/statement"
)

// The reasons why an order waits for a cashier.
const (
	doubtReview   = "REVIEW"             // the gateway doubts the payment, or holds it
	doubtRefunded = "REFUNDED"           // the gateway gave the money back to the payer
	doubtCredited = "REFUNDED_CREDITED"  // the same, after we had credited it
	doubtDropped  = "PAID_AFTER_DROPPED" // the gateway reports PAID for an order that a cashier had dropped
	doubtSameName = "NAMED_TWICE"        // the gateway uses one name for two orders, so the payer is unknown
)

// AskGateway asks an order's gateway for the order's state, and applies the response. It returns the wait
// before the next request, or 0 if no request has to follow. AskGateway may run at any time, and
// concurrently.
func (s *Service) AskGateway(ctx context.Context, reference string) (time.Duration, error) {
	row, err := s.q().GetOrder(ctx, reference)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && row.State == stateRefused) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if row.State == stateCreating {
		if s.Clock().Sub(row.CreatedAt) < lostAfter {
			return askPause, nil
		}
		// The call that created the order has stopped or was killed.
		if err := s.endCreating(ctx, reference, stateLost, ""); err != nil {
			return 0, err
		}
		if row, err = s.q().GetOrder(ctx, reference); err != nil {
			return 0, err
		}
	}
	g, _ := s.findGateway(row.Provider)
	if g.client == nil { // the gateway is not configured any more
		return s.scheduleRetry(ctx, row)
	}
	if err := s.cancelAtGateway(ctx, g, row); err != nil {
		return 0, err
	}
	start := time.Now() // wall time, to measure the call
	state, err := s.queryGateway(ctx, g, row)
	s.recordCall(ctx, g.Provider, row.MemberID, time.Since(start), err)
	switch {
	case isUnknownOrder(err):
		state = gateway.State{Status: gateway.Pending, ID: row.ProviderID}
	case err != nil && ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil:
		s.Log.WarnContext(ctx, "no response from a gateway", "provider", row.Provider, "order", reference, "cause", err)
		return s.scheduleRetry(ctx, row)
	}
	wait, err := s.applyState(ctx, g, reference, state)
	if pg.ViolatedUnique(err) == "qr_order_once" {
		return s.handleDuplicateName(ctx, reference, state)
	}
	return wait, err
}

// handleDuplicateName hands an order to a cashier if the gateway gave it the name of another order, and the
// order is paid or doubted.
func (s *Service) handleDuplicateName(ctx context.Context, reference string, state gateway.State) (wait time.Duration, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := db.New(tx).LockOrder(ctx, reference)
		if err != nil || row.State == statePaid || row.State == stateDropped {
			return err
		}
		wait = doubtPause
		if state.Status != gateway.Paid && state.Status != gateway.Review {
			return nil
		}
		return s.markDoubtfulTx(ctx, tx, row, stateReview, doubtSameName, state.Amount)
	})
	return wait, err
}

func (s *Service) queryGateway(ctx context.Context, g Gateway, row db.QrOrder) (gateway.State, error) {
	callCtx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	state, err := g.client.Query(callCtx, gateway.Handle{Reference: row.Reference, ID: row.ProviderID})
	if err == nil && row.ProviderID != "" && state.ID != row.ProviderID {
		return state, fmt.Errorf("%w: a response for another order", provider.ErrDown)
	}
	return state, err
}

// cancelAtGateway asks the gateway to cancel a cancelled or lost code, since the payer may still have it. If the
// gateway does not respond, cancelAtGateway runs again with the next request.
func (s *Service) cancelAtGateway(ctx context.Context, g Gateway, row db.QrOrder) error {
	if row.Withdrawn || (row.State != stateCancelled && row.State != stateLost) {
		return nil
	}
	callCtx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	err := g.client.Cancel(callCtx, gateway.Handle{Reference: row.Reference, ID: row.ProviderID})
	switch {
	case err == nil, errors.Is(err, gateway.ErrAlreadyPaid), errors.Is(err, gateway.ErrCannotCancel):
		return s.q().MarkOrderWithdrawn(ctx, row.Reference)
	}
	return ctx.Err()
}

// scheduleRetry stores and returns the wait before the next request, after a request without a response.
func (s *Service) scheduleRetry(ctx context.Context, row db.QrOrder) (time.Duration, error) {
	pause := noResponsePause
	switch {
	case row.State == stateLive:
		pause = askPause
	case row.State == statePaid:
		return 0, nil
	case row.State == stateReview || (row.EndedAt != nil && s.Clock().Sub(*row.EndedAt) > time.Hour):
		pause = doubtPause
	}
	next := s.Clock().Add(pause)
	return pause, s.q().StoreOrderAsked(ctx, db.StoreOrderAskedParams{Reference: row.Reference, AskAt: &next})
}

// applyState applies the gateway's state to an order, in one transaction. It returns the wait before the next
// request, or 0.
func (s *Service) applyState(ctx context.Context, g Gateway, reference string, state gateway.State) (wait time.Duration, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q, now := db.New(tx), s.Clock()
		row, err := q.LockOrder(ctx, reference)
		if err != nil {
			return err
		}
		if row.ProviderID == "" && state.ID != "" { // the name from a lost response
			if err := q.StoreProviderID(ctx, db.StoreProviderIDParams{Reference: reference, ProviderID: state.ID}); err != nil {
				return err
			}
			row.ProviderID = state.ID
		}
		if row, err = s.changeByState(ctx, tx, g, row, state); err != nil {
			return err
		}
		var at *time.Time
		if wait = nextAskPause(row, now); wait > 0 {
			next := now.Add(wait)
			at = &next
		}
		return q.StoreOrderAsked(ctx, db.StoreOrderAskedParams{Reference: reference, AskedAt: &now, AskAt: at})
	})
	return wait, err
}

// changeByState changes an order by the gateway's state, and returns the changed order.
func (s *Service) changeByState(ctx context.Context, tx pgx.Tx, g Gateway, row db.QrOrder, state gateway.State) (db.QrOrder, error) {
	q, now := db.New(tx), s.Clock()
	var err error
	switch {
	case state.Status == gateway.Paid:
		err = s.creditPaidTx(ctx, tx, g, row, state.Amount)
	case state.Status == gateway.Review && row.State != statePaid && row.State != stateDropped:
		err = s.markDoubtfulTx(ctx, tx, row, stateReview, doubtReview, state.Amount)
	case state.Status == gateway.Refunded && row.State == statePaid && row.DoubtedAt == nil:
		err = s.markDoubtfulTx(ctx, tx, row, statePaid, doubtCredited, 0)
	case state.Status == gateway.Refunded && row.State != statePaid && row.State != stateDropped:
		err = s.markDoubtfulTx(ctx, tx, row, stateReview, doubtRefunded, state.Amount)
	case row.State == stateLive && (state.Status == gateway.Cancelled || state.Status == gateway.Failed):
		err = q.EndOrder(ctx, db.EndOrderParams{Reference: row.Reference, State: stateCancelled, EndedAt: &now})
	case row.State == stateLive && (state.Status == gateway.Expired || !row.ExpiresAt.After(now)):
		err = q.EndOrder(ctx, db.EndOrderParams{Reference: row.Reference, State: stateExpired, EndedAt: &now})
	}
	if err != nil {
		return row, err
	}
	// AskedAt is stored only later, with this response's time.
	if row, err = q.GetOrder(ctx, row.Reference); err == nil {
		row.AskedAt = &now
	}
	return row, err
}

// creditPaidTx credits an order once, whatever its state was.
func (s *Service) creditPaidTx(ctx context.Context, tx pgx.Tx, g Gateway, row db.QrOrder, amount money.Satang) error {
	switch row.State {
	case statePaid:
		return nil
	case stateDropped:
		return s.markDoubtfulTx(ctx, tx, row, stateReview, doubtDropped, amount)
	}
	_, err := s.creditTx(ctx, tx, g, row, amount, nil)
	return err
}

// markDoubtfulTx hands an order to a cashier, unless it already waits for the same reason.
func (s *Service) markDoubtfulTx(ctx context.Context, tx pgx.Tx, row db.QrOrder, state, reason string, amount money.Satang) error {
	if row.Doubt == reason {
		return nil
	}
	now := s.Clock()
	s.Log.WarnContext(ctx, "a QR payment waits for a cashier", "order", row.Reference, "provider", row.Provider, "reason", reason)
	p := db.MarkOrderDoubtedParams{Reference: row.Reference, State: state, Doubt: reason, DoubtedAt: &now}
	if amount > 0 {
		p.PaidAmount = &amount
	}
	return db.New(tx).MarkOrderDoubted(ctx, p)
}

// paymentSpace is the namespace of the ledger keys. There is one key per order at its gateway, forever.
var paymentSpace = uuid.MustParse("4c0e3d7a-6a55-4f0b-8a3f-2d9f6f1b7c35")

// creditTx credits a paid order, or holds the money if the member may not have it (held).
func (s *Service) creditTx(ctx context.Context, tx pgx.Tx, g Gateway, row db.QrOrder, amount money.Satang, by *int64) (held bool, err error) {
	m, err := s.Identity.Member(ctx, tx, row.MemberID)
	if err != nil {
		return false, err
	}
	name := row.ProviderID
	if name == "" { // the gateway never returned its name for the order: a cashier credits it
		name = row.Reference
	}
	got, err := s.Cashier.ReceiveTx(ctx, tx, &cashier.Incoming{
		Member: m, Key: uuid.NewSHA1(paymentSpace, []byte(row.Provider+"\x00"+name)), HouseAccount: g.houseAccount, Amount: amount,
		From: statement.GatewayPlace(row.Provider), Method: cashier.MethodQR, Reference: row.Provider + " " + name, By: by, NewLine: row.ID,
	})
	if err != nil {
		return false, err
	}
	now := s.Clock()
	return got.Held, db.New(tx).MarkOrderPaid(ctx, db.MarkOrderPaidParams{
		Reference: row.Reference, PaidAmount: &amount, TransferID: &got.TransferID, DecidedBy: by, EndedAt: &now,
	})
}

// nextAskPause returns the wait before an order's gateway is asked again, or 0 for never. After a code has
// ended, the times are those of askAfter. If one of them passed without a response, the wait is one second.
func nextAskPause(row db.QrOrder, now time.Time) time.Duration {
	switch row.State {
	case stateCreating, stateLive:
		return askPause
	case stateReview:
		return doubtPause
	case stateCancelled, stateExpired, stateLost:
	default:
		return 0
	}
	for _, mark := range askAfter {
		due := row.EndedAt.Add(mark)
		if row.AskedAt == nil || row.AskedAt.Before(due) {
			if wait := due.Sub(now); wait > time.Second {
				return wait
			}
			return time.Second
		}
	}
	return 0
}
