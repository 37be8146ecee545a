package backoffice

import (
	"context"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank"
	"krapao/backend/cashier/giftlink"
	"krapao/backend/cashier/qr"
	"krapao/backend/cashier/withdrawal"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// cashiers may see and settle what is about money.
var cashiers = []string{Cashier, Admin}

type named struct {
	ID string `path:"id" format:"uuid"`
}

// cashRoutes registers the cashier's queue and the acts on what came in.
func (s *Service) cashRoutes(e *web.Edge) {
	type queue struct {
		Body struct {
			Items []QueueItem `json:"items"`
			// PayoutsWait is about all withdrawals, and belongs on top of all items.
			PayoutsWait *withdrawal.Wait `json:"payoutsWait,omitempty" doc:"Payouts wait until our book was held against the companies'."`
		}
	}
	web.Handle(e, web.Route{ID: "cashierQueue", Method: http.MethodGet, Path: "/api/operator/queue", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "All that waits for a cashier, longest wait first"},
		func(ctx context.Context, _ *struct{}) (*queue, error) {
			var out queue
			var err error
			if out.Body.Items, err = s.Queue(ctx); err != nil {
				return nil, err
			}
			out.Body.PayoutsWait, err = s.PayoutWait(ctx)
			return &out, err
		})
	type search struct {
		Query string `query:"query" maxLength:"100" doc:"A phone, an _id, an account number, or part of the account's name."`
	}
	type found struct {
		Body struct {
			Members []identity.FoundMember `json:"members"`
		}
	}
	web.Handle(e, web.Route{ID: "findMembers", Method: http.MethodGet, Path: "/api/operator/members", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "Members that fit, at most 20"},
		func(ctx context.Context, in *search) (*found, error) {
			var out found
			var err error
			out.Body.Members, err = s.Identity.Find(ctx, in.Query)
			return &out, err
		})
	type member struct {
		ID string `path:"id" maxLength:"20" doc:"The member's _id."`
	}
	web.Handle(e, web.Route{ID: "openMember", Method: http.MethodPost, Path: "/api/operator/members/{id}/open", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "Note that the operator looked at a member whom they searched for"},
		func(ctx context.Context, in *member) (*web.OK, error) { return &web.OK{}, s.openMember(ctx, in.ID) })
	s.unmatchedRoutes(e)
	s.giftRoutes(e)
	s.qrRoutes(e)
	s.proposalRoutes(e)
	s.differenceRoutes(e)
}

func (s *Service) unmatchedRoutes(e *web.Edge) {
	type credit struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			MemberID string `json:"memberId" doc:"The member's _id."`
		}
	}
	web.Handle(e, web.Route{ID: "creditUnmatched", Method: http.MethodPost, Path: "/api/operator/unmatched/{id}/credit", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "Credit a bank transfer to the member whose it is"},
		func(ctx context.Context, in *credit) (*web.Answer[bank.Unmatched], error) {
			return act(ctx, s, "unmatched.credit", in.ID, map[string]any{"member": in.Body.MemberID}, func(tx pgx.Tx, id uuid.UUID, by int64) (bank.Unmatched, error) {
				return s.Bank.CreditUnmatchedTx(ctx, tx, id, in.Body.MemberID, by, false)
			})
		})
	type proposed struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			MemberID string `json:"memberId" doc:"The member's _id."`
			Why      string `json:"why"`
		}
	}
	web.Handle(e, web.Route{ID: "proposeUnmatched", Method: http.MethodPost, Path: "/api/operator/unmatched/{id}/propose", Tag: tag, Auth: web.Staff, Roles: cashiers, Status: http.StatusCreated, Summary: "Propose to credit a bank transfer to a member whom its payer's data contradict; a second person approves it"},
		func(ctx context.Context, in *proposed) (*web.Answer[Proposal], error) {
			id, err := uuid.Parse(in.ID)
			if err != nil {
				return nil, apperr.New(apperr.NoData)
			}
			return s.propose(ctx, wish{memberID: in.Body.MemberID, transfer: id, why: in.Body.Why})
		})
	web.Handle(e, web.Route{ID: "returnUnmatched", Method: http.MethodPost, Path: "/api/operator/unmatched/{id}/return", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "Put a bank transfer that is no member's among the money to give back"},
		func(ctx context.Context, in *named) (*web.Answer[bank.Unmatched], error) {
			return act(ctx, s, "unmatched.return", in.ID, nil, func(tx pgx.Tx, id uuid.UUID, by int64) (bank.Unmatched, error) {
				return s.Bank.ReturnUnmatchedTx(ctx, tx, id, by)
			})
		})
	type returned struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			Reference string `json:"reference" doc:"Of the transfer that gave it back."`
		}
	}
	web.Handle(e, web.Route{ID: "moneyReturned", Method: http.MethodPost, Path: "/api/operator/returns/{id}/returned", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "Note that money was given back"},
		func(ctx context.Context, in *returned) (*web.Answer[cashier.Return], error) {
			return act(ctx, s, "return.done", in.ID, map[string]any{"reference": in.Body.Reference}, func(tx pgx.Tx, id uuid.UUID, by int64) (cashier.Return, error) {
				return s.Cashier.ReturnedTx(ctx, tx, id, in.Body.Reference, by)
			})
		})
}

func (s *Service) giftRoutes(e *web.Edge) {
	type settle struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			Amount money.Satang `json:"amount" doc:"What came into our wallet."`
		}
	}
	web.Handle(e, web.Route{ID: "settleGift", Method: http.MethodPost, Path: "/api/operator/gifts/{id}/settle", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "End a gift link in doubt: the money is in our wallet"},
		func(ctx context.Context, in *settle) (*web.Answer[giftlink.GiftInDoubt], error) {
			return act(ctx, s, "gift.settle", in.ID, map[string]any{"amount": in.Body.Amount}, func(tx pgx.Tx, id uuid.UUID, by int64) (giftlink.GiftInDoubt, error) {
				return s.Gifts.DecideTx(ctx, tx, id, &in.Body.Amount, by)
			})
		})
	web.Handle(e, web.Route{ID: "failGift", Method: http.MethodPost, Path: "/api/operator/gifts/{id}/fail", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "End a gift link in doubt: it brought nothing"},
		func(ctx context.Context, in *named) (*web.Answer[giftlink.GiftInDoubt], error) {
			return act(ctx, s, "gift.fail", in.ID, nil, func(tx pgx.Tx, id uuid.UUID, by int64) (giftlink.GiftInDoubt, error) {
				return s.Gifts.DecideTx(ctx, tx, id, nil, by)
			})
		})
}

// qrOrder is a QR payment that a cashier decided.
type qrOrder struct {
	ID        uuid.UUID     `json:"id"`
	Provider  string        `json:"provider"`
	Reference string        `json:"reference"`
	Reason    string        `json:"reason"`
	Amount    *money.Satang `json:"amount" nullable:"true"`
	Held      bool          `json:"held,omitempty" doc:"The member may not have it: it waits to be given back."`
}

func (s *Service) qrRoutes(e *web.Edge) {
	decide := func(ctx context.Context, action, id string, d qr.Decision) (*web.Answer[qrOrder], error) {
		return act(ctx, s, action, id, map[string]any{"amount": d.Amount}, func(tx pgx.Tx, id uuid.UUID, by int64) (qrOrder, error) {
			d.ID, d.Cashier = id, by
			out, err := s.QR.DecideTx(ctx, tx, d)
			return qrOrder{ID: id, Provider: out.Provider, Reference: out.Reference, Reason: out.Reason, Amount: out.Amount, Held: out.Held}, err
		})
	}
	type settle struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			Amount *money.Satang `json:"amount,omitempty" doc:"Needed where the gateway did not tell it, refused where it differs."`
		}
	}
	web.Handle(e, web.Route{ID: "settleQR", Method: http.MethodPost, Path: "/api/operator/qr/{id}/settle", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "End a QR payment in doubt: the money is ours and the member's"},
		func(ctx context.Context, in *settle) (*web.Answer[qrOrder], error) {
			return decide(ctx, "qr.settle", in.ID, qr.Decision{Credit: true, Amount: in.Body.Amount})
		})
	web.Handle(e, web.Route{ID: "dropQR", Method: http.MethodPost, Path: "/api/operator/qr/{id}/drop", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "End a QR payment in doubt: it brought nothing"},
		func(ctx context.Context, in *named) (*web.Answer[qrOrder], error) {
			return decide(ctx, "qr.drop", in.ID, qr.Decision{})
		})
}

func (s *Service) proposalRoutes(e *web.Edge) {
	type adjust struct {
		Body struct {
			MemberID string `json:"memberId"`
			Adjustment
			Why string `json:"why"`
		}
	}
	web.Handle(e, web.Route{ID: "proposeAdjustment", Method: http.MethodPost, Path: "/api/operator/adjustments", Tag: tag, Auth: web.Staff, Roles: cashiers, Status: http.StatusCreated, Summary: "Propose a correction of a member's wallet; a second person approves it"},
		func(ctx context.Context, in *adjust) (*web.Answer[Proposal], error) {
			return s.propose(ctx, wish{memberID: in.Body.MemberID, adjustment: &in.Body.Adjustment, why: in.Body.Why})
		})
	type payout struct {
		Body struct {
			MemberID string `json:"memberId"`
			identity.PayoutChange
			Why string `json:"why"`
		}
	}
	web.Handle(e, web.Route{ID: "proposePayoutAccount", Method: http.MethodPost, Path: "/api/operator/payout-accounts", Tag: tag, Auth: web.Staff, Roles: cashiers, Status: http.StatusCreated, Summary: "Propose another payout account of a member; a second person approves it"},
		func(ctx context.Context, in *payout) (*web.Answer[Proposal], error) {
			return s.propose(ctx, wish{memberID: in.Body.MemberID, payout: &in.Body.PayoutChange, why: in.Body.Why})
		})
	type list struct {
		Body struct {
			Proposals []Proposal `json:"proposals"`
		}
	}
	web.Handle(e, web.Route{ID: "proposals", Method: http.MethodGet, Path: "/api/operator/proposals", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "What waits for a second person"},
		func(ctx context.Context, _ *struct{}) (*list, error) {
			var out list
			var err error
			out.Body.Proposals, err = s.Proposals(ctx)
			return &out, err
		})
	web.Handle(e, web.Route{ID: "approveProposal", Method: http.MethodPost, Path: "/api/operator/proposals/{id}/approve", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "The second person's yes; it is carried out"},
		func(ctx context.Context, in *named) (*web.Answer[Proposal], error) {
			return s.decideProposal(ctx, in.ID, true)
		})
	web.Handle(e, web.Route{ID: "rejectProposal", Method: http.MethodPost, Path: "/api/operator/proposals/{id}/reject", Tag: tag, Auth: web.Staff, Roles: cashiers, Summary: "No, or taken back by whoever proposed it"},
		func(ctx context.Context, in *named) (*web.Answer[Proposal], error) {
			return s.decideProposal(ctx, in.ID, false)
		})
}

// act does one of a cashier's acts and writes it down, in one transaction.
func act[T any](ctx context.Context, s *Service, action, id string, details map[string]any, do func(tx pgx.Tx, id uuid.UUID, by int64) (T, error)) (*web.Answer[T], error) {
	name, err := uuid.Parse(id)
	if err != nil {
		return nil, apperr.New(apperr.NoData)
	}
	fields := map[string]any{"id": name, "details": details}
	return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, T, error) {
		out, err := do(tx, name, web.From(ctx).Caller.Operator.ID)
		if err != nil {
			return 0, out, err
		}
		return http.StatusOK, out, s.audit(ctx, tx, action, id, details)
	})
}

// openMember writes down whose data an operator looked at. NO_DATA if there is no
// such member.
func (s *Service) openMember(ctx context.Context, publicID string) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if _, err := s.Identity.MemberNamed(ctx, tx, publicID); err != nil {
			return err
		}
		return s.audit(ctx, tx, "member.open", strings.ToUpper(strings.TrimSpace(publicID)), nil)
	})
}
