package backoffice

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/wallet/reconcile"
)

// release is the wait that two people end, by the moment that it began.
type release struct {
	Since time.Time `json:"since"`
}

// attribution is an item, as the one who proposes whose it is sees it.
type attribution struct {
	Item reconcile.Item `json:"item"`
}

func (s *Service) differencesWaiting(ctx context.Context) ([]QueueItem, error) {
	items, err := s.Differences.Waiting(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]QueueItem, 0, len(items))
	for _, i := range items {
		item := QueueItem{
			Kind: waitDifference, ID: i.ID, Since: i.Since, Amount: amountOf(i), Currency: i.Currency, Reason: i.Reason, Reference: i.Reference, Note: i.Said, Difference: &i,
		}
		if item.Member, err = s.knownMember(ctx, i.MemberID); err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, nil
}

// amountOf is what moved, by whoever says that it did.
func amountOf(i reconcile.Item) *money.Satang {
	if i.Amount > 0 {
		return &i.Amount
	}
	return &i.Ours
}

func (s *Service) differenceRoutes(e *web.Edge) {
	type closing struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			Note string `json:"note" doc:"Why it ends without money."`
		}
	}
	web.Handle(e, web.Route{ID: "closeDifference", Method: http.MethodPost, Path: "/api/operator/differences/{id}/close", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "End a difference between two books with a written reason; no money moves"},
		func(ctx context.Context, in *closing) (*web.Answer[reconcile.Item], error) {
			return act(ctx, s, "difference.close", in.ID, map[string]any{"note": in.Body.Note}, func(tx pgx.Tx, id uuid.UUID, by int64) (reconcile.Item, error) {
				return s.Differences.CloseTx(ctx, tx, id, in.Body.Note, by)
			})
		})
	type attribute struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			MemberID string `json:"memberId" doc:"Whose it is, by their _id."`
			Why      string `json:"why"`
		}
	}
	web.Handle(e, web.Route{ID: "attributeDifference", Method: http.MethodPost, Path: "/api/operator/differences/{id}/attribute", Tag: tag, Auth: web.Staff, Roles: cashiers, Status: http.StatusCreated, Summary: "Propose whose a payment is that our book lost; a second person approves it, and it is booked"},
		func(ctx context.Context, in *attribute) (*web.Answer[Proposal], error) {
			id, err := uuid.Parse(in.ID)
			if err != nil {
				return nil, apperr.New(apperr.NoData)
			}
			return s.propose(ctx, wish{memberID: in.Body.MemberID, difference: id, why: in.Body.Why})
		})
	type lift struct {
		Body struct {
			Why string `json:"why"`
		}
	}
	web.Handle(e, web.Route{ID: "proposeRelease", Method: http.MethodPost, Path: "/api/operator/payouts/release", Tag: tag, Auth: web.Staff, Roles: cashiers, Status: http.StatusCreated, Summary: "Propose that payouts go on though the books were not compared; a second person approves it"},
		func(ctx context.Context, in *lift) (*web.Answer[Proposal], error) {
			return s.propose(ctx, wish{release: true, why: in.Body.Why})
		})
}

// checkDifference answers the item of a proposal, while it waits: of the member
// whom our book knows it by, where it does.
func (s *Service) checkDifference(ctx context.Context, tx pgx.Tx, id uuid.UUID, m identity.Member) (attribution, error) {
	item, err := s.Differences.LockTx(ctx, tx, id)
	switch {
	case err != nil:
		return attribution{}, err
	case !item.MayAttribute:
		return attribution{}, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	case item.Reason != reconcile.Lost && (item.MemberID == nil || *item.MemberID != m.ID), string(m.Currency) != item.Currency:
		return attribution{}, apperr.Field(apperr.InvalidUserInfo, "memberId")
	}
	return attribution{Item: item}, nil
}

// attributeTx books an item for the member that was proposed. What the company
// says of it must be what both people saw.
func (s *Service) attributeTx(ctx context.Context, tx pgx.Tx, m identity.Member, p Proposal) error {
	by := web.From(ctx).Caller.Operator.ID
	now, err := s.checkDifference(ctx, tx, p.Difference.ID, m)
	if err != nil {
		return err
	}
	if now.Item.Amount != p.Difference.Amount || now.Item.Reason != p.Difference.Reason {
		return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	switch now.Item.Company {
	case reconcile.Payouts:
		err = s.Withdrawal.AttributeTx(ctx, tx, now.Item, m, by)
	case reconcile.Gifts:
		err = s.Gifts.AttributeTx(ctx, tx, now.Item, m, by)
	default:
		err = s.QR.AttributeTx(ctx, tx, now.Item, m, by)
	}
	if err != nil {
		return err
	}
	return s.Differences.AttributedTx(ctx, tx, now.Item.ID, m.ID, by, p.Why)
}

// waitNow is the wait that a proposal to end it is about. NO_DATA if there is none.
func (s *Service) waitNow(ctx context.Context, q pg.DB) (release, error) {
	wait, err := s.Withdrawal.Waits(ctx, q)
	if err == nil && wait == nil {
		err = apperr.New(apperr.NoData)
	}
	if err != nil {
		return release{}, err
	}
	return release{Since: wait.Since}, nil
}

// releaseTx has payouts go on. NO_DATA (409) where that wait is over, or another
// one has begun since it was proposed.
func (s *Service) releaseTx(ctx context.Context, tx pgx.Tx, since time.Time) error {
	done, err := s.Withdrawal.ReleaseTx(ctx, tx, since)
	if err == nil && !done {
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	return err
}

// PayoutWait is why payouts wait, for the desk; nil where they do not.
func (s *Service) PayoutWait(ctx context.Context) (*withdrawal.Wait, error) {
	return s.Withdrawal.Waits(ctx, s.Pool)
}
