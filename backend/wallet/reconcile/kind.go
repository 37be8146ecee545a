package reconcile

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
	"krapao/backend/wallet/reconcile/internal/db"
)

// ItemKind is the kind of the open differences at the console. Two operators have to approve each of the two
// actions. attribute books an item's money for a member. nobodysPayout records that a lost payout belongs to no
// member.
func (s *Service) ItemKind(attribute, nobodysPayout staff.Action) staff.Kind {
	return staff.Kind{
		Name: "DIFFERENCE", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListWaitingDifferences(ctx, db.ListWaitingDifferencesParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := itemOf(r.Difference)
				i.BankCode = r.BankCode
				out = append(out, s.toStaffItem(i, r.Member, attribute, nobodysPayout))
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingDifferences(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.closeAction(), attribute, nobodysPayout},
	}
}

func (s *Service) closeAction() staff.Action {
	return staff.Action{
		Name: "close", Fields: []staff.Field{{Name: "note", Type: staff.FieldLine, Required: true, Max: maxNote}},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			i, err := s.CloseItemTx(ctx, tx, id, d.Fields.Text("note"), d.By.ID)
			if err == nil && i.IsLostPayout() { // closing a lost payout takes two operators
				err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			return staff.ActionResult{Amount: i.MovedAmount(), Currency: i.Currency, Details: i.Details()}, err
		},
	}
}

func (s *Service) toStaffItem(i Item, m *staff.Member, attribute, nobodys staff.Action) staff.Item {
	out := staff.Item{
		ID: i.ID.String(), Since: i.FoundAt, Amount: i.MovedAmount(), Currency: i.Currency, Reason: i.Reason, Reference: i.Reference, Note: i.Name,
		Member: m, Find: i.Account, Facts: i.Facts(), Offers: []staff.Offer{},
	}
	if m != nil {
		out.Facts = staff.AddFact(out.Facts, "member", staff.Text, m.AccountName+" "+m.ID)
	}
	if i.MayAttribute {
		memberField := staff.Field{Name: "memberId", Type: staff.FieldMember, Required: true}
		if m != nil {
			memberField.Value = m.ID
		}
		out.Offers = append(out.Offers, attribute.Offer(staff.Yes, memberField))
	}
	switch {
	case i.IsLostPayout():
		out.Offers = append(out.Offers, nobodys.Offer(staff.No))
	case i.MayClose:
		out.Offers = append(out.Offers, s.closeAction().Offer(staff.No))
	}
	return out
}

// MovedAmount returns the amount (in satang) in the provider's record, or the amount in our ledger if the
// provider has none.
func (i Item) MovedAmount() *money.Satang {
	if i.Amount > 0 {
		return &i.Amount
	}
	return &i.OurAmount
}

// Facts returns the facts that operators see of the item.
func (i Item) Facts() []staff.Fact {
	facts := []staff.Fact{
		{Code: "company", Value: i.Provider, Type: staff.Translated},
		{Code: "said", Value: i.State, Type: staff.Translated},
		{Code: "theirAmount", Value: i.Amount.String(), Type: staff.Amount},
		{Code: "ourAmount", Value: i.OurAmount.String(), Type: staff.Amount},
		{Code: "reference", Value: i.Reference, Type: staff.Reference},
	}
	if i.Account != "" {
		facts = append(facts, staff.Fact{Code: "account", Value: i.BankCode + " " + i.Account, Type: staff.Copy})
	}
	facts = staff.AddFact(facts, "name", staff.Copy, i.Name)
	return staff.AddFact(facts, "time", staff.Time, staff.FormatTime(i.At))
}

// Details returns the fields of the item for the audit log.
func (i Item) Details() map[string]any {
	return map[string]any{"company": i.Provider, "reference": i.Reference, "reason": i.Reason, "amount": i.Amount}
}
