package bank

import (
	"context"
	"strings"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/match"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/typed"
	"krapao/backend/staff"
)

// Kinds returns the kinds of items of this package.
func (s *Service) Kinds() []staff.Kind { return []staff.Kind{s.slipKind(), s.unmatchedKind()} }

// ProposalKinds returns the actions of this package that two operators have to approve.
func (s *Service) ProposalKinds() []staff.ProposalKind {
	return []staff.ProposalKind{s.transferProposalKind(), s.slipProposalKind()}
}

// confirmedField is the payer's whole account number, as the bank confirmed it to the cashier.
var confirmedField = staff.Field{Name: "wholeAccount", Type: staff.FieldAccount}

// confirmedFieldIf returns confirmedField as a required field. If isRequired is false, it returns a field
// without a type, which hides confirmedField in an offer.
func confirmedFieldIf(isRequired bool) staff.Field {
	if !isRequired {
		return staff.Field{Name: confirmedField.Name}
	}
	f := confirmedField
	f.Required = true
	return f
}

// confirmedAccountOf returns the digits of the confirmed account, or the text as typed if it is not an
// account number.
func confirmedAccountOf(d staff.ActionInput) string {
	text := d.Fields.Text(confirmedField.Name)
	if digits, ok := typed.Account(text); ok {
		return digits
	}
	return text
}

// addOtherMembers adds a fact with the other members who may have paid.
func addOtherMembers(facts []staff.Fact, others []string) []staff.Fact {
	return staff.AddFact(facts, "otherMembers", staff.Text, strings.Join(others, " · "))
}

// fitOf converts a result of package match to the one that the console shows.
func fitOf(f match.Fit) staff.Fit {
	switch f {
	case match.Agrees:
		return staff.Fits
	case match.Differs:
		return staff.Differs
	default:
		return staff.Unsure
	}
}

// payerVerdicts compares a payer with a member, by the rules of crediting. alone is true if the account
// without a name must identify the payer.
func payerVerdicts(p match.Payer, bankCode string, m *staff.Member, printed []string, alone bool) []staff.Verdict {
	compared := match.ComparePayer(p, match.OwnAccount{Bank: m.BankNumber, Account: m.AccountNo, Name: m.AccountName, Printed: printed}, alone)
	names := make([]string, 0, len(p.Names))
	for _, n := range p.Names {
		if n != "" {
			names = append(names, n)
		}
	}
	return []staff.Verdict{
		{Code: "name", Theirs: strings.Join(names, " / "), Ours: m.AccountName, Type: staff.Text, Fits: fitOf(compared.Name)},
		{Code: "bank", Theirs: bankCode, Ours: m.BankCode, Type: staff.Text, Fits: fitOf(compared.Bank)},
		{Code: "account", Theirs: p.Account, Ours: m.AccountNo, Type: staff.Text, Fits: fitOf(compared.Account)},
	}
}

// findMember returns a member by the public id that an operator entered, or NO_DATA.
func findMember(ctx context.Context, q pg.DB, publicID string) (*staff.Member, error) {
	m, err := db.New(q).GetMemberForOperators(ctx, strings.ToUpper(strings.TrimSpace(publicID)))
	if err != nil {
		return nil, pg.NotFound(err)
	}
	return m, nil
}
