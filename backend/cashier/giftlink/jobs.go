package giftlink

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/cashier/giftlink/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/truemoney"
	"krapao/backend/wallet"
)

// The reasons why a gift waits for a cashier.
const (
	reasonRedeemed   = "REDEEMED"
	reasonNoResponse = "NO_ANSWER"
	reasonStalled    = "STALLED"
)

const bulkhead = "gift"

// redeemGift is the job that redeems a voucher.
type redeemGift struct {
	ID uuid.UUID `json:"id"`
}

// Kind returns the job's name in the queue.
func (redeemGift) Kind() string { return "gift.redeem" }

// InsertOpts selects the workers that serve only the voucher provider.
func (redeemGift) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: bulkhead} }

// Jobs registers the step that redeems gifts. A gift that has lost its job waits for a cashier.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Bulkhead(bulkhead)
	wallet.Step[redeemGift]{
		Do:      func(ctx context.Context, r redeemGift) (time.Duration, error) { return s.tryRedeem(ctx, r.ID) },
		Stalled: s.findStalled,
		Lost:    func(ctx context.Context, r redeemGift) error { return s.sendToReview(ctx, r.ID, reasonStalled, "") },
	}.Register(q, s.Pool, 5*time.Minute)
}

func (s *Service) findStalled(ctx context.Context) ([]redeemGift, error) {
	ids, err := s.q().ListStalledGifts(ctx, s.Clock().Add(-stalledAfter))
	out := make([]redeemGift, 0, len(ids))
	for _, id := range ids {
		out = append(out, redeemGift{id})
	}
	return out, err
}

// tryRedeem tries to redeem a voucher once. It returns the wait before the next try, or 0 if the gift has ended
// or is in review.
func (s *Service) tryRedeem(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	var g db.Gift
	isOpen := false
	// The try is committed before the call: after a crash, the outcome counts as unknown.
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		var err error
		if g, err = db.New(tx).LockGift(ctx, id); err != nil {
			return err
		}
		if isOpen = g.State == stateNew || g.State == stateRedeeming; !isOpen {
			return nil
		}
		return db.New(tx).CountGiftTry(ctx, id)
	})
	if err != nil || !isOpen {
		return 0, err
	}
	response, err := s.Provider.Redeem(ctx, g.Hash, g.Mobile)
	if err != nil {
		return 0, err
	}
	first := g.State == stateNew
	switch {
	case response.Outcome == truemoney.OK:
		return 0, s.withOpenGift(ctx, id, func(tx pgx.Tx, g db.Gift) error {
			_, err := s.creditGiftTx(ctx, tx, g, response.Amount, nil)
			return err
		})
	case response.Outcome == truemoney.TakenByOthers && first:
		return 0, s.refuseGift(ctx, id, response.Code, apperr.TruelinkDuplicate)
	case response.Outcome == truemoney.Invalid && first:
		return 0, s.refuseGift(ctx, id, response.Code, apperr.TruelinkInvalid)
	case response.Outcome != truemoney.Unknown:
		return 0, s.sendToReview(ctx, id, reasonRedeemed, response.Code)
	case s.Clock().Sub(g.CreatedAt) >= reviewAfter:
		return 0, s.sendToReview(ctx, id, reasonNoResponse, response.Code)
	}
	s.Log.WarnContext(ctx, "no response from the gift voucher provider", "gift", id, "code", response.Code)
	return min(retryDelay, max(reviewAfter-s.Clock().Sub(g.CreatedAt), time.Second)), nil
}

// withOpenGift runs do on the locked gift if it is NEW or REDEEMING.
func (s *Service) withOpenGift(ctx context.Context, id uuid.UUID, do func(pgx.Tx, db.Gift) error) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		g, err := db.New(tx).LockGift(ctx, id)
		if err != nil || (g.State != stateNew && g.State != stateRedeeming) {
			return err
		}
		return do(tx, g)
	})
}

func (s *Service) refuseGift(ctx context.Context, id uuid.UUID, code string, note apperr.Code) error {
	return s.withOpenGift(ctx, id, func(tx pgx.Tx, g db.Gift) error {
		g.Code = code
		return s.failGiftTx(ctx, tx, g, note, nil)
	})
}

func (s *Service) sendToReview(ctx context.Context, id uuid.UUID, reason, code string) error {
	return s.withOpenGift(ctx, id, func(tx pgx.Tx, _ db.Gift) error {
		return db.New(tx).SendGiftToReview(ctx, db.SendGiftToReviewParams{ID: id, Reason: reason, Code: code})
	})
}
