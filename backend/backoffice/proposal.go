package backoffice

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/backoffice/internal/db"
	"krapao/backend/cashier"
	"krapao/backend/cashier/bank"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/wallet/reconcile"
)

// Kinds of acts that need two people.
const (
	kindAdjustment = "ADJUSTMENT"
	kindPayout     = "PAYOUT_ACCOUNT"
	kindDifference = "DIFFERENCE"
	kindRelease    = "RELEASE_PAYOUTS"
	kindTransfer   = "TRANSFER"
)

const (
	proposalOpen     = "OPEN"
	proposalApproved = "APPROVED"
	proposalRejected = "REJECTED"
	maxWhy           = 500
)

// Adjustment is a correction of a member's wallet.
type Adjustment struct {
	Amount money.Satang `json:"amount"`
	Take   bool         `json:"take,omitempty" doc:"From the member; otherwise to them."`
}

// Proposal is an act that waits for a second person, or got its answer.
type Proposal struct {
	ID         uuid.UUID              `json:"id"`
	Kind       string                 `json:"kind" enum:"ADJUSTMENT,PAYOUT_ACCOUNT,DIFFERENCE,RELEASE_PAYOUTS,TRANSFER"`
	Member     *MemberView            `json:"member,omitempty" doc:"None of RELEASE_PAYOUTS."`
	Adjustment *Adjustment            `json:"adjustment,omitempty"`
	Payout     *identity.PayoutChange `json:"payout,omitempty"`
	Difference *reconcile.Item        `json:"difference,omitempty" doc:"As it was when it was proposed."`
	Release    *release               `json:"release,omitempty"`
	Transfer   *bank.Unmatched        `json:"transfer,omitempty" doc:"Whose payer's data contradict the member."`
	Why        string                 `json:"why"`
	ProposedBy string                 `json:"proposedBy"`
	Since      time.Time              `json:"since"`
	State      string                 `json:"state" enum:"OPEN,APPROVED,REJECTED"`
}

// wish is what an operator proposes; one of the acts is set.
type wish struct {
	memberID   string
	adjustment *Adjustment
	payout     *identity.PayoutChange
	difference uuid.UUID
	transfer   uuid.UUID
	release    bool
	why        string
}

// propose keeps an act until a second person has looked at it.
func (s *Service) propose(ctx context.Context, w wish) (*web.Answer[Proposal], error) {
	w.why = strings.TrimSpace(w.why)
	switch n := utf8.RuneCountInString(w.why); {
	case n == 0, n > maxWhy:
		return nil, apperr.Field(apperr.InvalidUserInfo, "why")
	case w.adjustment != nil && w.adjustment.Amount <= 0:
		return nil, apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	fields := map[string]any{"member": w.memberID, "adjustment": w.adjustment, "payout": w.payout, "difference": w.difference, "transfer": w.transfer, "release": w.release, "why": w.why}
	return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, Proposal, error) {
		out, err := s.proposeTx(ctx, tx, w)
		return http.StatusCreated, out, err
	})
}

func (s *Service) proposeTx(ctx context.Context, tx pgx.Tx, w wish) (Proposal, error) {
	member, kind, what, err := s.check(ctx, tx, w)
	if err != nil {
		return Proposal{}, err
	}
	text, err := json.Marshal(what)
	if err != nil {
		return Proposal{}, err
	}
	by := web.From(ctx).Caller.Operator
	row := db.ProposalsOpenRow{
		ID: uuid.New(), Kind: kind, MemberID: member, What: text, Why: w.why, ProposedBy: by.ID, ProposedAt: s.Clock(), State: proposalOpen, Proposer: by.Username,
	}
	err = db.New(tx).ProposalAdd(ctx, db.ProposalAddParams{
		ID: row.ID, Kind: kind, MemberID: member, What: text, Why: w.why, ProposedBy: by.ID, ProposedAt: row.ProposedAt,
	})
	if err != nil {
		return Proposal{}, err
	}
	out, err := s.proposalOf(ctx, tx, row)
	if err != nil {
		return out, err
	}
	return out, s.audit(ctx, tx, "proposal.make", row.ID.String(), out.details())
}

// check settles what a wish is about, and whether it may be proposed at all.
func (s *Service) check(ctx context.Context, tx pgx.Tx, w wish) (member *int64, kind string, what any, err error) {
	if w.release {
		what, err = s.waitNow(ctx, tx)
		return nil, kindRelease, what, err
	}
	m, err := s.Identity.MemberNamed(ctx, tx, w.memberID)
	if err != nil {
		return nil, "", nil, err
	}
	switch {
	case w.payout != nil:
		kind = kindPayout
		what, err = s.Identity.CheckPayout(ctx, tx, *w.payout)
	case w.difference != uuid.Nil:
		kind = kindDifference
		what, err = s.checkDifference(ctx, tx, w.difference, m)
	case w.transfer != uuid.Nil:
		kind = kindTransfer
		what, err = s.Bank.UnmatchedTx(ctx, tx, w.transfer)
	default:
		kind, what = kindAdjustment, w.adjustment
	}
	return &m.ID, kind, what, err
}

// Proposals lists what waits for a second person, longest wait first.
func (s *Service) Proposals(ctx context.Context) ([]Proposal, error) {
	rows, err := s.q().ProposalsOpen(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Proposal, 0, len(rows))
	for _, r := range rows {
		p, err := s.proposalOf(ctx, s.Pool, r)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// decideProposal is the second person's yes or no. UNAUTHORIZED (403) for the
// one who proposed it, except to take it back; NO_DATA if it does not wait.
func (s *Service) decideProposal(ctx context.Context, id string, approve bool) (*web.Answer[Proposal], error) {
	name, err := uuid.Parse(id)
	if err != nil {
		return nil, apperr.New(apperr.NoData)
	}
	return web.Once(ctx, s.Keyed, "", map[string]any{"proposal": name, "approve": approve}, func(tx pgx.Tx) (int, Proposal, error) {
		out, err := s.decideProposalTx(ctx, tx, name, approve)
		return http.StatusOK, out, err
	})
}

func (s *Service) decideProposalTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, approve bool) (Proposal, error) {
	q, by := db.New(tx), web.From(ctx).Caller.Operator
	locked, err := q.ProposalLock(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && locked.State != proposalOpen) {
		return Proposal{}, apperr.New(apperr.NoData)
	}
	if err != nil {
		return Proposal{}, err
	}
	if approve && locked.ProposedBy == by.ID {
		return Proposal{}, apperr.New(apperr.Unauthorized).WithStatus(http.StatusForbidden)
	}
	out, err := s.proposalOf(ctx, tx, db.ProposalsOpenRow(locked))
	if err != nil {
		return out, err
	}
	out.State = proposalRejected
	if approve {
		out.State = proposalApproved
		if err := s.carryOut(ctx, tx, locked.MemberID, out); err != nil {
			return out, err
		}
	}
	now := s.Clock()
	if err := q.ProposalDecide(ctx, db.ProposalDecideParams{ID: id, State: out.State, DecidedBy: &by.ID, DecidedAt: &now}); err != nil {
		return out, err
	}
	return out, s.audit(ctx, tx, "proposal."+strings.ToLower(out.State), id.String(), out.details())
}

func (s *Service) carryOut(ctx context.Context, tx pgx.Tx, member *int64, p Proposal) error {
	if p.Release != nil {
		return s.releaseTx(ctx, tx, p.Release.Since)
	}
	if p.Transfer != nil {
		_, err := s.Bank.CreditUnmatchedTx(ctx, tx, p.Transfer.ID, p.Member.ID, web.From(ctx).Caller.Operator.ID, true)
		return err
	}
	if p.Payout != nil {
		return s.Identity.SetPayoutTx(ctx, tx, *member, *p.Payout)
	}
	m, err := s.Identity.Member(ctx, tx, *member)
	if err != nil {
		return err
	}
	if p.Difference != nil {
		return s.attributeTx(ctx, tx, m, p)
	}
	_, err = s.Cashier.AdjustTx(ctx, tx, m, cashier.Adjustment{Key: p.ID, Take: p.Adjustment.Take, Amount: p.Adjustment.Amount})
	return err
}

func (s *Service) proposalOf(ctx context.Context, q pg.DB, r db.ProposalsOpenRow) (Proposal, error) {
	out := Proposal{ID: r.ID, Kind: r.Kind, Why: r.Why, ProposedBy: r.Proposer, Since: r.ProposedAt.UTC(), State: r.State}
	if r.MemberID != nil {
		m, err := s.Identity.Member(ctx, q, *r.MemberID)
		if err != nil {
			return Proposal{}, err
		}
		view := viewOf(m)
		out.Member = &view
	}
	switch r.Kind {
	case kindPayout:
		return out, json.Unmarshal(r.What, &out.Payout)
	case kindTransfer:
		return out, json.Unmarshal(r.What, &out.Transfer)
	case kindRelease:
		return out, json.Unmarshal(r.What, &out.Release)
	case kindDifference:
		var what attribution
		err := json.Unmarshal(r.What, &what)
		out.Difference = &what.Item
		return out, err
	}
	return out, json.Unmarshal(r.What, &out.Adjustment)
}

func (p Proposal) details() map[string]any {
	told := map[string]any{"kind": p.Kind, "adjustment": p.Adjustment, "payout": p.Payout, "why": p.Why}
	if d := p.Difference; d != nil {
		told["company"], told["reference"], told["reason"], told["amount"] = d.Company, d.Reference, d.Reason, d.Amount
	}
	if p.Transfer != nil {
		told["reference"], told["amount"] = p.Transfer.Reference, p.Transfer.Amount
	}
	if p.Member != nil {
		told["member"] = p.Member.ID
	}
	if p.Adjustment != nil {
		told["currency"] = p.Member.Currency
	}
	return told
}
