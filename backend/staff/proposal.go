package staff

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff/internal/db"
)

// ProposalKind is an action of two operators: one proposes it, another approves, and then it is carried out. A
// domain registers it; the proposal is JSON that only the domain reads.
type ProposalKind struct {
	Name  string // for example ADJUSTMENT
	Roles []string
	// Show returns what both operators see, from the stored proposal and the member's current state. It
	// calls no provider.
	Show func(body json.RawMessage, m *Member) (ProposalView, error)
	// CarryOut runs the action in the transaction that stores the approval.
	CarryOut func(ctx context.Context, tx pgx.Tx, p ApprovedProposal) error
}

// ProposalView is a proposal as operators see it.
type ProposalView struct {
	Amount    *money.Satang
	Currency  string
	Reference string
	Facts     []Fact
	Verdicts  []Verdict
}

// ApprovedProposal is a proposal that the second operator has approved.
type ApprovedProposal struct {
	ID       uuid.UUID
	MemberID int64 // 0 if it is about no member
	Body     json.RawMessage
	Why      string
	By       web.Operator // the second operator
}

// NewProposal is the input of ProposeTx.
type NewProposal struct {
	Kind     string
	MemberID int64
	Body     any
	Why      string
	By       int64
}

// The states of a proposal; doc.go has the transitions.
const (
	proposalOpen     = "OPEN"
	proposalApproved = "APPROVED"
	proposalRejected = "REJECTED"
)

// ProposeTx stores an action for a second operator to decide, and returns the proposal's id. The
// domain must have checked the action before.
func (s *Service) ProposeTx(ctx context.Context, tx pgx.Tx, w NewProposal) (string, error) {
	if _, err := s.proposalKind(w.Kind); err != nil {
		return "", err
	}
	text, err := json.Marshal(w.Body)
	if err != nil {
		return "", err
	}
	var member *int64
	if w.MemberID != 0 {
		member = &w.MemberID
	}
	id := uuid.New()
	return id.String(), db.New(tx).InsertProposal(ctx, db.InsertProposalParams{
		ID: id, Kind: w.Kind, MemberID: member, What: text, Why: w.Why, ProposedBy: w.By, ProposedAt: s.Clock(),
	})
}

// DecidedProposal is a proposal that was approved or rejected.
type DecidedProposal struct {
	Kind     string
	MemberID *int64
	Body     json.RawMessage
	Why      string
	Since    time.Time
}

// DecideTx stores the second operator's decision, and carries an approval out. The proposer may only
// withdraw the proposal. Errors: NO_DATA if the proposal is not open; UNAUTHORIZED (403) for a role
// that may not decide it, and for an approval by the proposer; those of CarryOut.
func (s *Service) DecideTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, by web.Operator, approve bool) (DecidedProposal, error) {
	q := db.New(tx)
	row, err := q.LockProposal(ctx, id)
	if err != nil || row.State != proposalOpen {
		return DecidedProposal{}, pg.NotFound(err)
	}
	kind, err := s.proposalKind(row.Kind)
	if err != nil {
		return DecidedProposal{}, err
	}
	if approve && row.ProposedBy == by.ID || !slices.Contains(kind.Roles, by.Role) {
		return DecidedProposal{}, apperr.New(apperr.Unauthorized).WithStatus(http.StatusForbidden)
	}
	state := proposalRejected
	if approve {
		state = proposalApproved
		p := ApprovedProposal{ID: id, Body: row.What, Why: row.Why, By: by}
		if row.MemberID != nil {
			p.MemberID = *row.MemberID
		}
		if err := kind.CarryOut(ctx, tx, p); err != nil {
			return DecidedProposal{}, err
		}
	}
	now := s.Clock()
	return DecidedProposal{Kind: row.Kind, MemberID: row.MemberID, Body: row.What, Why: row.Why, Since: row.ProposedAt},
		q.DecideProposal(ctx, db.DecideProposalParams{ID: id, State: state, DecidedBy: &by.ID, DecidedAt: &now})
}

// ShowProposal returns what operators see of a proposal.
func (s *Service) ShowProposal(name string, body json.RawMessage, m *Member) (ProposalView, error) {
	kind, err := s.proposalKind(name)
	if err != nil {
		return ProposalView{}, err
	}
	return kind.Show(body, m)
}

// DecidableProposalKinds returns the names of the ProposalKinds whose proposals an operator may decide, or
// all names if by is nil.
func (s *Service) DecidableProposalKinds(by *web.Operator) []string {
	names := []string{}
	for _, p := range s.ProposalKinds {
		if by == nil || slices.Contains(p.Roles, by.Role) {
			names = append(names, p.Name)
		}
	}
	return names
}

func (s *Service) proposalKind(name string) (ProposalKind, error) {
	for _, p := range s.ProposalKinds {
		if p.Name == name {
			return p, nil
		}
	}
	return ProposalKind{}, fmt.Errorf("staff: no kind of proposal has the name %q", name)
}
