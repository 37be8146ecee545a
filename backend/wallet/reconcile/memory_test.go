package reconcile_test

import (
	"context"
	"fmt"
	"strconv"

	"krapao/backend/wallet/reconcile"
)

// memory is our rows of one provider.
type memory []reconcile.Payment

// comparison returns a comparison of the rows with lists. The provider answers no questions.
func (m memory) comparison(lists ...reconcile.List[reconcile.Payment]) reconcile.Comparison[reconcile.Payment, reconcile.Payment] {
	same := func(p reconcile.Payment) reconcile.Payment { return p }
	return reconcile.Comparison[reconcile.Payment, reconcile.Payment]{
		Lists: lists, Theirs: same, Ours: same,
		Find: func(_ context.Context, names []string) (found []reconcile.Payment, err error) {
			for _, name := range names {
				for _, row := range m {
					if row.Reference == name {
						found = append(found, row)
					}
				}
			}
			return found, nil
		},
		Rows: func(_ context.Context, after reconcile.Payment) ([]reconcile.Payment, error) {
			for i, row := range m {
				if row.Reference > after.Reference {
					return m[i:min(i+3, len(m))], nil
				}
			}
			return nil, nil
		},
	}
}

// pages returns a list with these pages. The cursor is the page's number.
func pages(all ...[]reconcile.Payment) reconcile.List[reconcile.Payment] {
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

// failing returns a list that fails with err.
func failing(err error) reconcile.List[reconcile.Payment] {
	return func(context.Context, string) ([]reconcile.Payment, string, error) { return nil, "", err }
}
