package accrual

import (
	"context"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/accrual/internal/db"
)

// Verify counts accounts whose balance is not the accrued less the claimed amounts, and running sums that differ from
// their days. It also counts claims and refund balances that differ from the ledger.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	queries := db.New(q)
	found := ledger.Finding{Invariant: "invite bonuses and refunds that differ from the plays, or from the ledger"}
	for _, count := range []func(context.Context) (int64, error){queries.VerifyAccounts, queries.VerifyMarks, queries.VerifyClaims, queries.VerifyRefunds} {
		n, err := count(ctx)
		if err != nil {
			return found, err
		}
		found.Broken += n
	}
	return found, nil
}

// OwedSum is the sum that members could claim, by kind and currency.
type OwedSum struct {
	Kind     string // INVITE, REFUND, or RECEIVED: refunds that wait for AddWallet
	Currency string
	Amount   money.Satang
}

// Owed returns the amounts that have accrued to members and were not claimed, for the metrics.
func (s *Service) Owed(ctx context.Context) ([]OwedSum, error) {
	out := []OwedSum{}
	accrued, err := s.q().SumUnclaimedBalances(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range accrued {
		out = append(out, OwedSum{r.Kind, r.Currency, money.Satang(r.Amount)})
	}
	waiting, err := s.q().SumReceivedRefunds(ctx)
	for _, r := range waiting {
		out = append(out, OwedSum{"RECEIVED", r.Currency, money.Satang(r.Amount)})
	}
	return out, err
}
