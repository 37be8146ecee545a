package withdrawal

import (
	"context"
	"time"

	"krapao/backend/cashier"
	"krapao/backend/platform/money"
	"krapao/backend/provider/payout"
)

// Reconcile asks the company about every withdrawal sent since a moment, and
// holds what it paid against what we settled.
func (s *Service) Reconcile(ctx context.Context, since time.Time) (cashier.Reconciled, error) {
	book := cashier.Reconciled{Company: "payouts"}
	rows, err := s.q().WithdrawalsSent(ctx, &since)
	if err != nil {
		return book, err
	}
	for _, r := range rows {
		book.Items++
		var ours, theirs money.Satang
		if r.State == statePaid {
			ours = r.Amount
		}
		said, err := s.Company.Query(ctx, r.ID.String())
		if err != nil {
			return book, err
		}
		switch said.Outcome {
		case payout.Paid:
			theirs = r.Amount
		case payout.Unknown:
			theirs = ours
			book.Differ("%s (%s): no proper answer", r.ID, r.State)
		}
		book.Ours, book.Theirs = book.Ours+ours, book.Theirs+theirs
		if ours != theirs {
			book.Differ("%s of %s: %s here, %s there", r.ID, r.Amount, r.State, said.Outcome)
		}
	}
	return book, nil
}
