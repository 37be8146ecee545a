package bank

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/match"
	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/provider/slip"
	"krapao/backend/staff"
)

// slipKind is the kind of items for slips that the rules could not decide.
func (s *Service) slipKind() staff.Kind {
	return staff.Kind{
		Name: "SLIP", Roles: staff.Cashiers, List: s.listSlipItems,
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingSlips(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.settleSlipAction(), s.proposeSlipAction(), s.rejectSlipAction()},
	}
}

// amountField is the amount that the cashier found. It is required if the verifier returned none.
var amountField = staff.Field{Name: "amount", Type: staff.FieldAmount}

func (s *Service) settleSlipAction() staff.Action {
	return staff.Action{
		Name: "settle", Fields: []staff.Field{amountField, confirmedField},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			return s.decideSlip(ctx, tx, d, Decision{Credit: true, Amount: d.Fields.Amount("amount"), approval: approval{confirmedAccount: confirmedAccountOf(d)}})
		},
	}
}

func (s *Service) rejectSlipAction() staff.Action {
	options := make([]string, 0, len(refusals))
	for _, code := range refusals {
		options = append(options, string(code))
	}
	return staff.Action{
		Name: "reject", Fields: []staff.Field{{Name: "note", Type: staff.FieldCode, Required: true, Options: options}},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			return s.decideSlip(ctx, tx, d, Decision{Note: apperr.Code(d.Fields.Text("note"))})
		},
	}
}

func (s *Service) decideSlip(ctx context.Context, tx pgx.Tx, d staff.ActionInput, v Decision) (staff.ActionResult, error) {
	var err error
	if v.Slip, err = staff.ItemID(d.ID); err != nil {
		return staff.ActionResult{}, err
	}
	v.by = d.By.ID
	decided, err := s.DecideTx(ctx, tx, v)
	return staff.ActionResult{
		Amount: decided.Amount, Currency: decided.Currency, Held: v.Credit && decided.Status == statusFailed, Details: map[string]any{"amount": decided.Amount},
	}, err
}

func (s *Service) listSlipItems(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
	rows, err := db.New(q).ListWaitingSlips(ctx, db.ListWaitingSlipsParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
	if err != nil {
		return nil, err
	}
	ours, err := s.Content.Accounts(ctx, q)
	if err != nil {
		return nil, err
	}
	settings, err := s.Content.RecentSettings(ctx)
	out := make([]staff.Item, 0, len(rows))
	for _, r := range rows {
		i := s.slipItem(ctx, r)
		bank := r.Slip.SendingBank
		f := factsOf(r.Slip)
		if f != nil && f.Sender.Bank != "" {
			bank = f.Sender.Bank
		}
		code, err := s.Content.BankCode(ctx, bank)
		if err != nil {
			return nil, err
		}
		i.Verdicts = slipVerdicts(r, f, bank, code, ours, settings.SlipWithin.Duration())
		out = append(out, i)
	}
	return out, err
}

func (s *Service) slipItem(ctx context.Context, r db.ListWaitingSlipsRow) staff.Item {
	row := r.Slip
	i := staff.Item{
		ID: row.ID.String(), Since: row.UploadedAt.UTC(), Amount: row.Amount, Currency: row.Currency, Reason: row.Reason,
		Reference: row.SendingBank + " " + row.TransRef, Member: r.Member, Picture: s.Signer.Sign(web.HolderOf(ctx), picturePath+row.Reference, time.Hour),
	}
	i.Facts = staff.AddFact(i.Facts, "sent", staff.Time, staff.FormatTime(row.UploadedAt))
	if row.CapturedAt != nil {
		i.Facts = staff.AddFact(i.Facts, "picked", staff.Time, staff.FormatTime(*row.CapturedAt))
	}
	i.Facts = staff.AddFact(i.Facts, "reference", staff.Copy, row.TransRef)
	i.Facts = addOtherMembers(i.Facts, row.OtherMembers)
	i.Offers = s.slipOffers(row)
	return i
}

// slipOffers returns the actions for a slip. Another member who fits the slip may have registered while
// the slip waited. Then the credit may need a second operator and the confirmed account.
func (s *Service) slipOffers(row db.Slip) []staff.Offer {
	amount := staff.Field{Name: amountField.Name} // the verifier's amount is used
	if row.Amount == nil {
		amount = amountField
		amount.Required = true
	}
	isDoubtful := slices.Contains([]string{string(match.Several), string(match.TooLittle), string(match.OtherName)}, row.Reason)
	confirmed := confirmedFieldIf(len(row.OtherMembers) > 0)
	if isDoubtful && len(row.OtherMembers) == 0 {
		confirmed = confirmedField
	}
	settle, propose := s.settleSlipAction().Offer(staff.Yes, amount, confirmed), s.proposeSlipAction().Offer(staff.Yes, amount, confirmed)
	reject := s.rejectSlipAction().Offer(staff.No)
	switch {
	case row.NeedsSecondPerson:
		return []staff.Offer{propose, reject}
	case isDoubtful:
		propose.Answer = staff.Also
		return []staff.Offer{settle, reject, propose}
	}
	return []staff.Offer{settle, reject}
}

// slipVerdicts returns the result of each rule of evaluateRules. The amount has no verdict, since there is
// nothing to compare it with. f is the verifier's data, or nil.
func slipVerdicts(r db.ListWaitingSlipsRow, f *slip.Facts, bank, bankCode string, ours []content.Account, limit time.Duration) []staff.Verdict {
	p := match.Payer{Bank: bank}
	if f != nil {
		p.Account, p.Names = f.Sender.Account, []string{f.Sender.NameTH, f.Sender.NameEN}
	}
	out := payerVerdicts(p, bankCode, r.Member, r.Printed, false)
	at := staff.Verdict{Code: "time", Ours: staff.FormatTime(r.Slip.UploadedAt), Type: staff.Time, Fits: staff.Unsure}
	if f != nil {
		at.Theirs = staff.FormatTime(f.At)
		at.Fits = map[age]staff.Fit{fresh: staff.Fits, lateButFresh: staff.Unsure, tooOld: staff.Differs}[ageOf(r.Slip, f.At, limit)]
	}
	out = append(out, at)
	if f != nil {
		out = append(out, destinationVerdict(f.Receiver, ours, r.Slip.Currency))
	}
	if via := otherClaimOf(r); via != "" {
		out = append(out, staff.Verdict{Code: "duplicate", Theirs: r.Slip.TransRef, Ours: via, Type: staff.Translated, Fits: staff.Differs})
	}
	return out
}

// otherClaimOf returns the payment method of another claim on a slip's transfer: of a credit or of another
// slip. It returns "" if the transfer is free or claimed for this slip.
func otherClaimOf(r db.ListWaitingSlipsRow) string {
	if r.ClaimTransfer == nil && (r.ClaimSlip == nil || *r.ClaimSlip == r.Slip.ID) {
		return ""
	}
	return r.ClaimVia
}
