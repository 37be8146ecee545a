package cashier

import (
	"context"
	"fmt"
	"time"

	"krapao/backend/platform/money"
)

// Reconciled is our book of one company beside the company's own, since a
// moment. Differences name single items; a sum that agrees hides none.
type Reconciled struct {
	Company     string
	Items       int
	Ours        money.Satang
	Theirs      money.Satang
	Differences []string
}

// Differ notes an item on which the books differ.
func (r *Reconciled) Differ(format string, args ...any) {
	r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
}

// Reconcile holds the transfers that we booked against those that the banks
// told of. A transfer that is booked by its slip alone is a difference only
// where its bank tells of others into the same account: not every bank does.
func (s *Service) Reconcile(ctx context.Context, since time.Time) (Reconciled, error) {
	out := Reconciled{Company: "bank transfers"}
	rows, err := s.q().ReconcileBank(ctx, since)
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		out.Items++
		name := r.Bank + " " + r.TransRef
		booked, told := money.Satang(r.Booked), money.Satang(r.Told)
		out.Ours, out.Theirs = out.Ours+booked, out.Theirs+told
		switch {
		case booked == 0:
			out.Differ("%s: the bank tells of %s, which is not booked", name, told)
		case told == 0 && r.Tells:
			out.Differ("%s: booked with %s, and the bank has not told of it", name, booked)
		case told == 0:
			out.Theirs += booked // this bank tells of nothing: there is no other book
		case booked != told:
			out.Differ("%s: booked with %s, and the bank tells of %s", name, booked, told)
		}
	}
	return out, nil
}
