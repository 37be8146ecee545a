package withdrawal

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// Kinds returns the kinds of items of this package: withdrawals to approve, payouts without a known outcome,
// paused payouts, restored payouts, and advances.
func (s *Service) Kinds() []staff.Kind {
	return []staff.Kind{s.approvalKind(), s.overdueKind(), s.pauseKind(), s.restoredKind(), s.advanceKind()}
}

// ProposalKinds returns the actions of this package that two operators have to approve.
func (s *Service) ProposalKinds() []staff.ProposalKind {
	return []staff.ProposalKind{s.endPauseProposalKind(), s.restoredProposalKind(), s.writeOffProposalKind()}
}

func (s *Service) approvalKind() staff.Kind {
	return staff.Kind{
		Name: "WITHDRAWAL", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListWaitingWithdrawals(ctx, db.ListWaitingWithdrawalsParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i, reasons := itemOf(r.Withdrawal, r.Member), reasonsOf(r.Withdrawal)
				open, err := db.New(q).OpenDifference(ctx, r.Withdrawal.MemberID)
				if err != nil {
					return nil, err
				}
				if open {
					reasons = append(reasons, reasonOpenDifference)
				}
				i.Reason, i.Also, i.Since = reasons[0], reasons[1:], r.Withdrawal.CreatedAt.UTC()
				if slices.Contains(reasons, reasonSameHolder) {
					if i.Facts, err = cashier.AddLinkedAccounts(ctx, q, r.Withdrawal.MemberID, i.Facts); err != nil {
						return nil, err
					}
					if i.Facts, err = cashier.AddSameAddress(ctx, q, r.Withdrawal.MemberID, i.Facts); err != nil {
						return nil, err
					}
				}
				if len(reasons) > 1 || reasons[0] != reasonUnexplained { // otherwise plays or another item release it
					i.Offers = append(i.Offers, s.decisionAction(Approve).Offer(staff.Yes))
				}
				i.Offers = append(i.Offers, s.decisionAction(Reject, noteField).Offer(staff.No))
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingWithdrawals(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.decisionAction(Approve), s.decisionAction(Reject, noteField)},
	}
}

func (s *Service) overdueKind() staff.Kind {
	return staff.Kind{
		Name: "PAYOUT", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListWaitingPayouts(ctx, db.ListWaitingPayoutsParams{Before: s.Clock().Add(-overdueAfter), After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := itemOf(r.Withdrawal, r.Member)
				i.Reason, i.Since = reasonNoResponse, r.Withdrawal.HeardAt.UTC()
				i.Offers = []staff.Offer{s.decisionAction(Settle).Offer(staff.Yes), s.decisionAction(Fail).Offer(staff.No)}
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingPayouts(ctx, s.Clock().Add(-overdueAfter))
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.decisionAction(Settle), s.decisionAction(Fail)},
	}
}

// noteField is the cashier's reason, for the audit log. The member only sees WITHDRAW_REFUSED.
var noteField = staff.Field{Name: "note", Type: staff.FieldLine, Required: true, Max: maxNote}

func (s *Service) decisionAction(action Action, fields ...staff.Field) staff.Action {
	return staff.Action{Name: string(action), Fields: fields, Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		id, err := staff.ItemID(d.ID)
		if err != nil {
			return staff.ActionResult{}, err
		}
		row, err := s.DecideTx(ctx, tx, Decision{ID: id, Cashier: d.By.ID, Action: action, Note: d.Fields.Text("note")})
		return staff.ActionResult{Amount: &row.Amount, Currency: row.Currency, Details: map[string]any{"amount": row.Amount, "currency": row.Currency}}, err
	}}
}

// itemOf returns a withdrawal as an item, compared with the member's current account.
func itemOf(row db.Withdrawal, m *staff.Member) staff.Item {
	i := staff.Item{
		ID: row.ID.String(), Amount: &row.Amount, Currency: row.Currency, Reference: row.ID.String(), Member: m,
		Verdicts: []staff.Verdict{
			staff.CompareEqual("name", row.AccountName, m.AccountName), staff.CompareEqual("bank", row.BankCode, m.BankCode), staff.CompareEqual("account", row.AccountNo, m.AccountNo),
		},
	}
	i.Facts = staff.AddFact(i.Facts, "asked", staff.Time, staff.FormatTime(row.CreatedAt))
	if row.State == stateSending {
		i.Facts = staff.AddFact(i.Facts, "heard", staff.Time, staff.FormatTime(*row.HeardAt))
	}
	i.Facts = staff.AddFact(i.Facts, "lastWord", staff.Text, row.Note)
	i.Facts = staff.AddFact(i.Facts, "reference", staff.Reference, row.ID.String())
	return i
}
