package bank

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/match"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// proposalKindTransfer is the two-operator action that credits a transfer to a member whom the bank's data
// contradicts.
const proposalKindTransfer = "TRANSFER"

var memberField = staff.Field{Name: "memberId", Type: staff.FieldMember, Required: true}

// unmatchedKind is the kind of items for bank transfers whose payer was not found.
func (s *Service) unmatchedKind() staff.Kind {
	return staff.Kind{
		Name: "UNMATCHED", Roles: staff.Cashiers, List: s.listUnmatched, Compare: s.compareUnmatched,
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingFeedRows(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.creditUnmatchedAction(), s.proposeUnmatchedAction(), s.returnUnmatchedAction()},
	}
}

func (s *Service) creditUnmatchedAction() staff.Action {
	return staff.Action{Name: "credit", Fields: []staff.Field{memberField, confirmedField}, Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		id, err := staff.ItemID(d.ID)
		if err != nil {
			return staff.ActionResult{}, err
		}
		m, err := s.Identity.MemberByPublicID(ctx, tx, d.Fields.Text("memberId"))
		if err != nil {
			return staff.ActionResult{}, err
		}
		return resultOfUnmatched(s.creditUnmatchedTx(ctx, tx, id, m, approval{by: d.By.ID, confirmedAccount: confirmedAccountOf(d)}))
	}}
}

func (s *Service) returnUnmatchedAction() staff.Action {
	return staff.Action{Name: "return", Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		id, err := staff.ItemID(d.ID)
		if err != nil {
			return staff.ActionResult{}, err
		}
		return resultOfUnmatched(s.returnUnmatchedTx(ctx, tx, id, d.By.ID))
	}}
}

func resultOfUnmatched(u Unmatched, err error) (staff.ActionResult, error) {
	return staff.ActionResult{
		Amount: &u.Amount, Currency: u.Currency, Held: u.Held, Details: map[string]any{"amount": u.Amount, "reference": u.Reference},
	}, err
}

func (s *Service) proposeUnmatchedAction() staff.Action {
	return staff.Action{
		Name: "propose", NeedsApproval: true, Fields: []staff.Field{memberField, confirmedField, staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			row, err := s.lockUnmatched(ctx, tx, id)
			if err != nil {
				return staff.ActionResult{}, err
			}
			m, err := s.Identity.MemberByPublicID(ctx, tx, d.Fields.Text("memberId"))
			if err != nil {
				return staff.ActionResult{}, err
			}
			content := unmatchedOf(row)
			_, content.payerProposal, err = s.checkUnmatchedApproval(ctx, tx, row, m, approval{hasSecondPerson: true, confirmedAccount: confirmedAccountOf(d)})
			if err != nil {
				return staff.ActionResult{}, err
			}
			if content.BankCode, err = s.Content.BankCode(ctx, row.Bank); err != nil {
				return staff.ActionResult{}, err
			}
			done, _ := resultOfUnmatched(content, nil)
			done.Proposal, err = s.Staff.ProposeTx(ctx, tx, staff.NewProposal{Kind: proposalKindTransfer, MemberID: m.ID, Body: content, Why: d.Fields.Text("why"), By: d.By.ID})
			return done, err
		},
	}
}

// transferProposalKind is the two-operator action that credits a transfer.
func (s *Service) transferProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindTransfer, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, m *staff.Member) (staff.ProposalView, error) {
			var u Unmatched
			err := json.Unmarshal(body, &u)
			return staff.ProposalView{
				Amount: &u.Amount, Currency: u.Currency, Reference: u.Bank + " " + u.Reference, Verdicts: u.verdicts(m, u.Printed),
				Facts: u.addFacts(staff.AddFact(staff.AddFact(nil, "time", staff.Time, staff.FormatTime(u.At)), "reference", staff.Copy, u.Reference)),
			}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var u Unmatched
			if err := json.Unmarshal(p.Body, &u); err != nil {
				return err
			}
			m, err := s.Identity.Member(ctx, tx, p.MemberID)
			if err != nil {
				return err
			}
			_, err = s.creditUnmatchedTx(ctx, tx, u.ID, m, approval{by: p.By.ID, hasSecondPerson: true, confirmedAccount: u.ConfirmedAccount})
			return err
		},
	}
}

func (p payerProposal) addFacts(facts []staff.Fact) []staff.Fact {
	return addOtherMembers(staff.AddFact(facts, confirmedField.Name, staff.Copy, p.ConfirmedAccount), p.OtherMembers)
}

func (u Unmatched) verdicts(m *staff.Member, printed []string) []staff.Verdict {
	code := u.BankCode
	if code == "" { // proposed by a server of an older version
		code = u.Bank
	}
	return payerVerdicts(match.Payer{Bank: u.Bank, Account: u.Account, Names: []string{u.Name}}, code, m, printed, true)
}

func (s *Service) listUnmatched(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
	if p.Member != 0 { // the transfer belongs to no member before the credit
		return nil, nil
	}
	rows, err := db.New(q).ListWaitingFeedRows(ctx, db.ListWaitingFeedRowsParams{After: p.After, AfterID: p.AfterID, Most: p.Limit})
	out := make([]staff.Item, 0, len(rows))
	for _, r := range rows {
		i, _, err := s.unmatchedItem(ctx, r)
		if err != nil {
			return nil, err
		}
		i.Offers = []staff.Offer{s.creditUnmatchedAction().Offer(staff.Yes), s.returnUnmatchedAction().Offer(staff.No)}
		out = append(out, i)
	}
	return out, err
}

func (s *Service) unmatchedItem(ctx context.Context, r db.BankFeed) (staff.Item, Unmatched, error) {
	u := unmatchedOf(r)
	code, err := s.Content.BankCode(ctx, u.Bank)
	if err != nil {
		return staff.Item{}, u, err
	}
	u.BankCode = code
	ours, err := s.Content.BankCode(ctx, u.ToBank)
	from := strings.TrimSpace(code + " " + u.Account)
	i := staff.Item{
		ID: u.ID.String(), Since: u.Since, Amount: &u.Amount, Currency: u.Currency, Reason: u.Reason, Reference: from, Note: u.Name,
		Find: match.ReadNames(u.Name).SearchPart(),
	}
	i.Facts = staff.AddFact(i.Facts, "from", staff.Text, from)
	i.Facts = staff.AddFact(i.Facts, "name", staff.Text, u.Name)
	i.Facts = staff.AddFact(i.Facts, "to", staff.Text, ours+" "+u.ToAccountNo)
	i.Facts = staff.AddFact(i.Facts, "time", staff.Time, staff.FormatTime(u.At))
	i.Facts = staff.AddFact(i.Facts, "reference", staff.Copy, u.Reference)
	return i, u, err
}

// compareUnmatched compares a transfer with a member. If the credit needs a second operator, the only offer
// is a proposal.
func (s *Service) compareUnmatched(ctx context.Context, q pg.DB, name, publicID string) (staff.Item, error) {
	id, err := staff.ItemID(name)
	if err != nil {
		return staff.Item{}, err
	}
	row, err := db.New(q).GetWaitingFeedRow(ctx, id)
	if err != nil {
		return staff.Item{}, pg.NotFound(err)
	}
	i, u, err := s.unmatchedItem(ctx, row)
	if err != nil {
		return i, err
	}
	if i.Member, err = findMember(ctx, q, publicID); err != nil {
		return i, err
	}
	member, err := s.Identity.MemberByPublicID(ctx, q, publicID)
	if err != nil {
		return i, err
	}
	p, err := s.matchFeedPayer(ctx, q, row)
	if err != nil {
		return i, err
	}
	self, err := s.holderOfMember(ctx, q, member)
	if err != nil {
		return i, err
	}
	i.Verdicts = u.verdicts(i.Member, self.Printed)
	i.Facts = addOtherMembers(i.Facts, p.otherMembers(member.ID))
	known := memberField
	known.Value = i.Member.ID
	need, action := p.findRequirements(member, self), s.creditUnmatchedAction()
	if need.SecondPerson {
		action = s.proposeUnmatchedAction()
	}
	i.Offers = []staff.Offer{action.Offer(staff.Yes, known, confirmedFieldIf(need.ConfirmedAccount)), s.returnUnmatchedAction().Offer(staff.No)}
	return i, nil
}
