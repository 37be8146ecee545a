package qr

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	gateway "krapao/backend/provider/qr"
)

// CreateCode makes a code for the caller at a gateway, and ends the caller's previous code.
//
// One code is made per Idempotency-Key. A repeat waits for this code, and returns the same response. If the
// gateway did not respond, CreateCode returns QR_FAIL: the job then handles that order, and a repeat is a new
// attempt.
//
// Errors: NO_DATA for an unknown gateway, INVALID_USER_INFO for an amount outside the gateway's limits,
// DEPOSIT_LIMIT, INACTIVE_USER, REQUEST_LIMIT. If the gateway definitely refuses, the response has no code.
func (s *Service) CreateCode(ctx context.Context, provider string, amount money.Satang) (*web.Response[QR], error) {
	g, known := s.findGateway(provider)
	switch {
	case !known:
		return nil, apperr.New(apperr.NoData)
	case g.client == nil:
		return nil, apperr.New(apperr.QRFail)
	case amount < g.MinDeposit, g.MaxDeposit > 0 && amount > g.MaxDeposit:
		return nil, apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	if err := s.Content.CheckNotPaused(ctx, provider, apperr.QRFail); err != nil {
		return nil, err
	}
	member, newReference := web.Member(ctx), ""
	response, err := web.Once(ctx, s.Keyed, "", map[string]any{"provider": provider, "amount": amount}, func(tx pgx.Tx) (int, QR, error) {
		var err error
		newReference, err = s.beginOrderTx(ctx, tx, member, g, amount, nil)
		return http.StatusAccepted, QR{ID: newReference}, err
	})
	if err != nil || response.Status != http.StatusAccepted {
		return response, err
	}
	begun, err := response.Body.Value()
	if err != nil {
		return nil, err
	}
	reference, fresh, err := s.findAttempt(ctx, g, begun.ID, begun.ID == newReference)
	if err != nil {
		return nil, err
	}
	if fresh {
		err = s.requestCode(ctx, g, reference)
	}
	if err != nil {
		return nil, err
	}
	return s.awaitOutcome(ctx, g, reference)
}

// beginOrderTx stores the order before its gateway is called, and ends the member's previous code. It
// enqueues the jobs for both, and returns the new order's reference. repeats is the reference of the previous
// attempt, or nil.
func (s *Service) beginOrderTx(ctx context.Context, tx pgx.Tx, member int64, g Gateway, amount money.Satang, repeats *string) (string, error) {
	q, now, reference := db.New(tx), s.Clock(), referenceOf(ctx, repeats)
	if err := q.EnsureQRMember(ctx, member); err != nil {
		return "", err
	}
	if _, err := q.LockQRMember(ctx, member); err != nil {
		return "", err
	}
	ended, err := q.EndOpenOrders(ctx, db.EndOpenOrdersParams{MemberID: member, Now: now})
	if err != nil {
		return "", err
	}
	for _, o := range ended {
		if err := s.askSoonTx(ctx, tx, o.Provider, o.Reference); err != nil {
			return "", err
		}
	}
	if err := s.checkAllowedTx(ctx, tx, member, amount); err != nil {
		return "", err
	}
	next := now.Add(askPause)
	err = q.InsertOrder(ctx, db.InsertOrderParams{
		Reference: reference, MemberID: member, Provider: g.Provider, Amount: amount, Currency: string(ledger.BAHT),
		Repeats: repeats, CreatedAt: now, AskAt: &next,
	})
	if err != nil {
		return "", err
	}
	return reference, s.enqueueWatchTx(ctx, tx, g.Provider, reference)
}

// referenceOf returns the order's name at its gateway, in 15 characters, KBANK's maximum. It is made from the
// call's key, and for a later attempt from the previous attempt's reference. So if our ledger loses a call,
// the repeat is the same order to the gateway.
func referenceOf(ctx context.Context, repeats *string) string {
	key := web.LedgerKey(ctx, "qr")
	seed := key[:]
	if repeats != nil {
		seed = []byte(*repeats)
	}
	hash := sha256.Sum256(append([]byte("qr\x00"), seed...))
	return base32.StdEncoding.EncodeToString(hash[:])[:15]
}

// checkAllowedTx refuses too many codes per hour, an amount that would be held when it is paid, and members
// whose currency is not baht: a payment of a Thai code is in baht.
func (s *Service) checkAllowedTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) error {
	made, err := db.New(tx).CountOrdersSince(ctx, db.CountOrdersSinceParams{MemberID: member, CreatedAt: s.Clock().Add(-time.Hour)})
	if err != nil {
		return err
	}
	if made.Made >= creationsHour {
		return apperr.New(apperr.RequestLimit).WithRetryAfter(max(made.Oldest.Add(time.Hour).Sub(s.Clock()), time.Second))
	}
	m, err := s.Identity.Member(ctx, tx, member)
	if err != nil {
		return err
	}
	if m.Currency != ledger.BAHT {
		return apperr.New(apperr.QRFail)
	}
	return s.Cashier.CheckDepositTx(ctx, tx, m.ID, amount)
}

// requestCode asks the gateway to make the code, and stores the response.
func (s *Service) requestCode(ctx context.Context, g Gateway, reference string) error {
	row, err := s.q().GetOrder(ctx, reference)
	if err != nil {
		return err
	}
	m, err := s.Identity.Member(ctx, s.Pool, row.MemberID)
	if err != nil {
		return err
	}
	request := gateway.OrderRequest{
		Reference: reference, Amount: row.Amount,
		Payer: gateway.Payer{ID: m.PublicID, Name: m.AccountName, BankCode: m.BankCode, AccountNo: m.AccountNo},
	}
	if s.PublicURL != "" {
		request.Callback = s.PublicURL + webhookPath + g.Provider
	}
	callCtx, cancel := context.WithTimeout(ctx, createTimeout)
	defer cancel()
	start := time.Now() // wall time, to measure the call
	order, err := g.client.Create(callCtx, request)
	s.recordCall(ctx, g.Provider, row.MemberID, time.Since(start), err)
	if err == nil {
		return s.storeCode(ctx, reference, order)
	}
	s.Log.WarnContext(ctx, "a gateway made no code", "provider", g.Provider, "order", reference, "cause", err)
	if errors.Is(err, gateway.ErrRefused) {
		return s.endCreating(ctx, reference, stateRefused, apperr.QRFail)
	}
	return s.endCreating(ctx, reference, stateLost, "")
}

// storeCode stores a code that the gateway made. If the code came too late to be shown, storeCode also stores
// it: cancelling it needs the gateway's name of the order.
func (s *Service) storeCode(ctx context.Context, reference string, o gateway.Order) error {
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q, now := db.New(tx), s.Clock()
		row, err := q.LockOrder(ctx, reference)
		if err != nil {
			return err
		}
		expires, next := now.Add(codeLife), now.Add(askPause)
		// An earlier expiry comes from a gateway's wrong clock, not from a short life.
		if o.Expires.After(now.Add(time.Minute)) && o.Expires.Before(expires) {
			expires = o.Expires
		}
		params := db.StoreGatewayResponseParams{
			Reference: reference, State: row.State, ProviderID: o.ID, Payload: o.Text, PayAmount: &o.Pay, ExpiresAt: &expires,
			EndedAt: row.EndedAt, Refusal: row.Refusal, AskAt: &next,
		}
		if o.Text == "" {
			params.Picture = o.Image
		}
		if row.State == stateCreating {
			if params.State, params.Refusal, err = s.checkPayAmountTx(ctx, tx, row, o.Pay); err != nil {
				return err
			}
			if params.State != stateLive {
				params.EndedAt = &now
			}
		}
		if err := q.StoreGatewayResponse(ctx, params); err != nil || params.State == stateLive {
			return err
		}
		return s.askSoonTx(ctx, tx, row.Provider, reference)
	})
	if pg.ViolatedUnique(err) != "" {
		s.Log.ErrorContext(ctx, "a gateway gave two orders the same name", "order", reference, "name", o.ID)
		return s.endCreating(ctx, reference, stateLost, "")
	}
	return err
}

// checkPayAmountTx checks the amount with the satang that the gateway added. If this amount is above the
// member's limit, the payment would be held, so checkPayAmountTx returns the state CANCELLED and the refusal.
func (s *Service) checkPayAmountTx(ctx context.Context, tx pgx.Tx, row db.QrOrder, pay money.Satang) (state, refusal string, err error) {
	if pay <= row.Amount {
		return stateLive, "", nil
	}
	m, err := s.Identity.Member(ctx, tx, row.MemberID)
	if err != nil {
		return "", "", err
	}
	err = s.Cashier.CheckDepositTx(ctx, tx, m.ID, pay)
	if refused, ok := errors.AsType[*apperr.Error](err); ok && refused.Code != apperr.Internal {
		return stateCancelled, string(refused.Code), nil
	}
	return stateLive, "", err
}

// endCreating ends an order as state, if it is still CREATING: its gateway made no code.
func (s *Service) endCreating(ctx context.Context, reference, state string, refusal apperr.Code) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q, now := db.New(tx), s.Clock()
		row, err := q.LockOrder(ctx, reference)
		if err != nil || row.State != stateCreating {
			return err
		}
		end := db.EndOrderParams{Reference: reference, State: state, Refusal: string(refusal), EndedAt: &now}
		if state != stateLost {
			return q.EndOrder(ctx, end)
		}
		end.AskAt = &now
		if err := q.EndOrder(ctx, end); err != nil {
			return err
		}
		return s.askSoonTx(ctx, tx, row.Provider, reference)
	})
}
