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
	reasonRedeemed = "REDEEMED"
	reasonNoAnswer = "NO_ANSWER"
	reasonStalled  = "STALLED"
)

const bulkhead = "gift"

// redeem is the job that redeems a voucher.
type redeem struct {
	ID uuid.UUID `json:"id"`
}

// Kind returns the job's name in the queue.
func (redeem) Kind() string { return "gift.redeem" }

// InsertOpts selects the workers that serve only the voucher provider.
func (redeem) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: bulkhead} }

// Jobs registers the step that redeems gifts. A gift that has lost its job waits for a cashier.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Bulkhead(bulkhead)
	wallet.Step[redeem]{
		Do:      func(ctx context.Context, r redeem) (time.Duration, error) { return s.redeem(ctx, r.ID) },
		Stalled: s.stalled,
		Lost:    func(ctx context.Context, r redeem) error { return s.review(ctx, r.ID, reasonStalled, "") },
	}.Register(q, s.Pool, 5*time.Minute)
}

func (s *Service) stalled(ctx context.Context) ([]redeem, error) {
	ids, err := s.q().GiftsStalled(ctx, s.Clock().Add(-stalled))
	out := make([]redeem, 0, len(ids))
	for _, id := range ids {
		out = append(out, redeem{id})
	}
	return out, err
}

// redeem tries to redeem a voucher once. It returns the wait before the next try, or 0 if the gift has ended
// or is in review.
func (s *Service) redeem(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	var g db.Gift
	begun := false
	// The try is committed before the call: after a crash, the outcome counts as unknown.
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		var err error
		if g, err = db.New(tx).GiftLock(ctx, id); err != nil {
			return err
		}
		if begun = g.State == stateNew || g.State == stateRedeeming; !begun {
			return nil
		}
		return db.New(tx).GiftTry(ctx, id)
	})
	if err != nil || !begun {
		return 0, err
	}
	answer, err := s.Company.Redeem(ctx, g.Hash, g.Mobile)
	if err != nil {
		return 0, err
	}
	first := g.State == stateNew
	switch {
	case answer.Outcome == truemoney.OK:
		return 0, s.end(ctx, id, func(tx pgx.Tx, g db.Gift) error {
			_, err := s.takeTx(ctx, tx, g, answer.Amount, nil)
			return err
		})
	case answer.Outcome == truemoney.Used && first:
		return 0, s.refuse(ctx, id, answer.Code, apperr.TruelinkDuplicate)
	case answer.Outcome == truemoney.Invalid && first:
		return 0, s.refuse(ctx, id, answer.Code, apperr.TruelinkInvalid)
	case answer.Outcome != truemoney.Unknown:
		return 0, s.review(ctx, id, reasonRedeemed, answer.Code)
	case s.Clock().Sub(g.CreatedAt) >= askedFor:
		return 0, s.review(ctx, id, reasonNoAnswer, answer.Code)
	}
	s.Log.WarnContext(ctx, "no response from the gift voucher provider", "gift", id, "code", answer.Code)
	return min(askPause, max(askedFor-s.Clock().Sub(g.CreatedAt), time.Second)), nil
}

// end runs do on the locked gift if it is NEW or REDEEMING.
func (s *Service) end(ctx context.Context, id uuid.UUID, do func(pgx.Tx, db.Gift) error) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		g, err := db.New(tx).GiftLock(ctx, id)
		if err != nil || (g.State != stateNew && g.State != stateRedeeming) {
			return err
		}
		return do(tx, g)
	})
}

func (s *Service) refuse(ctx context.Context, id uuid.UUID, code string, note apperr.Code) error {
	return s.end(ctx, id, func(tx pgx.Tx, g db.Gift) error {
		g.Code = code
		return s.failTx(ctx, tx, g, note, nil)
	})
}

func (s *Service) review(ctx context.Context, id uuid.UUID, reason, code string) error {
	return s.end(ctx, id, func(tx pgx.Tx, _ db.Gift) error {
		return db.New(tx).GiftReview(ctx, db.GiftReviewParams{ID: id, Reason: reason, Code: code})
	})
}
