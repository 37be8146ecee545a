package reconcile_test

import (
	"context"
	"fmt"
	"strconv"

	"krapao/backend/wallet/reconcile"
)

// fakeRows is our rows of one provider.
type fakeRows []reconcile.Payment

// records returns a comparison of the rows with lists. The provider has no request about a single payment.
func (m fakeRows) records(lists ...reconcile.List[reconcile.Payment]) reconcile.Records[reconcile.Payment, reconcile.Payment] {
	same := func(p reconcile.Payment) reconcile.Payment { return p }
	return reconcile.Records[reconcile.Payment, reconcile.Payment]{
		Lists: lists, PaymentOfEntry: same, PaymentOfRow: same,
		FindRows: func(_ context.Context, names []string) (found []reconcile.Payment, err error) {
			for _, name := range names {
				for _, row := range m {
					if row.Reference == name {
						found = append(found, row)
					}
				}
			}
			return found, nil
		},
		ListRows: func(_ context.Context, after reconcile.Payment) ([]reconcile.Payment, error) {
			for i, row := range m {
				if row.Reference > after.Reference {
					return m[i:min(i+3, len(m))], nil
				}
			}
			return nil, nil
		},
	}
}

// listOfPages returns a list with these pages. The cursor is the page's number.
func listOfPages(all ...[]reconcile.Payment) reconcile.List[reconcile.Payment] {
	return func(_ context.Context, cursor string) (page []reconcile.Payment, next string, err error) {
		n, _ := strconv.Atoi(cursor)
		if n+1 < len(all) {
			next = fmt.Sprint(n + 1)
		}
		if n < len(all) {
			page = all[n]
		}
		return page, next, nil
	}
}

// failingList returns a list that fails with err.
func failingList(err error) reconcile.List[reconcile.Payment] {
	return func(context.Context, string) ([]reconcile.Payment, string, error) { return nil, "", err }
}
