package desk

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/desk/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

const proposalKindPayout = "PAYOUT_ACCOUNT"

// payoutProposal is a proposal to change a member's payout account. Old is the account at the time of the
// proposal; it is nil in proposals of earlier versions.
type payoutProposal struct {
	identity.PayoutChange
	Old *identity.PayoutChange `json:"old,omitempty"`
}

// memberKind returns the kind of the items that show a member whom an operator has found. Such an item is in no
// list, but has actions like every item.
func (s *Service) memberKind() staff.Kind {
	return staff.Kind{Name: "MEMBER", Roles: staff.Cashiers, Open: s.memberItem, Actions: []staff.Action{s.adjustAction(), s.changePayoutAction(), s.freezeAction(), s.unfreezeAction(), s.differentFromAllAction()}}
}

func (s *Service) memberItem(ctx context.Context, q pg.DB, publicID string) (staff.Item, error) {
	row, err := db.New(q).GetMemberForOperators(ctx, strings.ToUpper(strings.TrimSpace(publicID)))
	if err != nil {
		return staff.Item{}, pg.NotFound(err)
	}
	m := row.Member
	i := staff.Item{ID: m.ID, Since: row.CreatedAt.UTC(), Currency: m.Currency, Member: m}
	i.Facts = staff.AddFact(i.Facts, "called", staff.Text, row.Name)
	i.Facts = staff.AddFact(i.Facts, "phone", staff.Copy, row.Phone)
	i.Facts = staff.AddFact(i.Facts, "bank", staff.Text, m.BankCode)
	i.Facts = staff.AddFact(i.Facts, "account", staff.Copy, m.AccountNo)
	i.Facts = staff.AddFact(i.Facts, "memberId", staff.Copy, m.ID)
	state := "active"
	switch frozen, _ := identity.IsFrozen(m.FrozenUntil, s.Clock()); {
	case !m.Active:
		state = "inactive"
	case frozen:
		state = "frozen"
	}
	i.Facts = staff.AddFact(i.Facts, "state", staff.Translated, state)
	frozen, ends := identity.IsFrozen(m.FrozenUntil, s.Clock())
	if frozen {
		i.Facts = append(i.Facts, staff.Fact{Code: "frozenWhy", Value: row.FrozenWhy, Type: staff.Text}, staff.Fact{Code: "frozenBy", Value: row.FrozenBy, Type: staff.Text})
	}
	if ends {
		i.Facts = staff.AddFact(i.Facts, "frozenUntil", staff.Time, staff.FormatTime(*m.FrozenUntil))
	}
	closed, err := s.Care.CurrentBreak(ctx, q, row.ID)
	if err != nil {
		return staff.Item{}, err
	}
	if closed != nil {
		i.Facts = staff.AddFact(i.Facts, "closed", staff.Translated, string(closed.Kind))
		if closed.Ends != nil {
			i.Facts = staff.AddFact(i.Facts, "closedUntil", staff.Time, staff.FormatTime(*closed.Ends))
		}
	}
	known := len(i.Facts)
	if i.Facts, err = cashier.AddLinkedAccounts(ctx, q, row.ID, i.Facts); err != nil {
		return staff.Item{}, err
	}
	linked := len(i.Facts) > known
	if i.Facts, err = cashier.AddSameAddress(ctx, q, row.ID, i.Facts); err != nil {
		return staff.Item{}, err
	}
	i.Offers = []staff.Offer{s.adjustAction().Offer(staff.Also), s.changePayoutAction().Offer(staff.Also,
		staff.Field{Name: "bankCode", Type: staff.FieldBank, Required: true, Value: m.BankCode},
		staff.Field{Name: "bankAccountName", Type: staff.FieldLine, Required: true, Max: 100, Value: m.AccountName}), s.freezeAction().Offer(staff.Also)}
	if frozen {
		i.Offers[len(i.Offers)-1] = s.unfreezeAction().Offer(staff.Also)
	}
	if linked {
		i.Offers = append(i.Offers, s.differentFromAllAction().Offer(staff.Also))
	}
	return i, nil
}

// FindMember returns a member by their _id, for the command line. Error: NO_DATA.
func (s *Service) FindMember(ctx context.Context, publicID string) (staff.Item, error) {
	return s.memberItem(ctx, s.Pool, publicID)
}

// adjustAction returns the action that proposes a correction of a member's wallet.
func (s *Service) adjustAction() staff.Action {
	return staff.Action{
		Name: "adjust", NeedsApproval: true,
		Fields: []staff.Field{{Name: "take", Type: staff.FieldFlag}, {Name: "amount", Type: staff.FieldAmount, Required: true}, staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			m, err := s.Identity.MemberByPublicID(ctx, tx, d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			return s.Cashier.ProposeAdjustmentTx(ctx, tx, m.ID, cashier.Correction{Amount: *d.Fields.Amount("amount"), FromMember: d.Fields.Flag("take")}, d)
		},
	}
}

// changePayoutAction returns the action that proposes another payout account for a member.
func (s *Service) changePayoutAction() staff.Action {
	return staff.Action{
		Name: "payoutAccount", NeedsApproval: true,
		Fields: []staff.Field{
			{Name: "bankCode", Type: staff.FieldBank, Required: true},
			{Name: "bankAccountNo", Type: staff.FieldAccount, Required: true, Max: 20},
			{Name: "bankAccountName", Type: staff.FieldLine, Required: true, Max: 100},
			staff.Why,
		},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			m, err := s.Identity.MemberByPublicID(ctx, tx, d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			change, err := s.Identity.CheckPayoutAccount(ctx, tx, identity.PayoutChange{
				BankCode: d.Fields.Text("bankCode"), No: d.Fields.Text("bankAccountNo"), Name: d.Fields.Text("bankAccountName"),
			}, m.Currency)
			if err != nil {
				return staff.ActionResult{}, err
			}
			old := m.Payout()
			id, err := s.Staff.ProposeTx(ctx, tx, staff.NewProposal{Kind: proposalKindPayout, MemberID: m.ID, Body: payoutProposal{change, &old}, Why: d.Fields.Text("why"), By: d.By.ID})
			return staff.ActionResult{Proposal: id}, err
		},
	}
}

// payoutProposalKind returns the kind of proposals that changes a member's payout account. If the account has
// changed since the proposal, the change must be proposed again.
func (s *Service) payoutProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindPayout, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, m *staff.Member) (staff.ProposalView, error) {
			var c identity.PayoutChange
			err := json.Unmarshal(body, &c)
			bank, account := staff.CompareEqual("bank", c.BankCode, m.BankCode), staff.CompareEqual("account", c.No, m.AccountNo)
			bank.Fits, account.Fits = "", "" // the two are meant to differ
			return staff.ProposalView{
				Currency: m.Currency, Reference: c.BankCode + " " + c.No,
				Verdicts: []staff.Verdict{staff.CompareEqual("name", c.Name, m.AccountName), bank, account},
			}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var c payoutProposal
			if err := json.Unmarshal(p.Body, &c); err != nil {
				return err
			}
			if c.Old == nil {
				return s.Identity.SetPayoutAccountTx(ctx, tx, p.MemberID, c.PayoutChange)
			}
			return s.Identity.ReplacePayoutAccountTx(ctx, tx, p.MemberID, *c.Old, c.PayoutChange)
		},
	}
}
