package withdrawal

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
)

// mustWaitForPlaysTx returns whether a withdrawal has to wait for plays. It does if the wallet holds less
// than the sum that games have paid out and no play explains.
func (s *Service) mustWaitForPlaysTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal) (bool, error) {
	settings, err := s.Content.RecentSettingsTx(ctx, tx)
	if err != nil {
		return false, err
	}
	bounds := settings.For(row.Currency)
	return db.New(tx).MustWaitForPlays(ctx, db.MustWaitForPlaysParams{MemberID: row.MemberID, MemberBound: int64(bounds.UnexplainedMember), SlotBound: int64(bounds.UnexplainedSlot)})
}

// releaseExplained releases withdrawals that waited for plays. Either the plays have arrived, two operators
// have settled the unexplained amount, or the wallet now holds enough. A withdrawal with other reasons then
// waits only for a cashier. A failed release does not block the others.
func (s *Service) releaseExplained(ctx context.Context) error {
	settings, err := s.Content.RecentSettings(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, currency := range ledger.WalletCurrencies {
		bounds := settings.For(string(currency))
		ids, err := s.q().ListExplainedWithdrawals(ctx, db.ListExplainedWithdrawalsParams{
			Currency: string(currency), MemberBound: int64(bounds.UnexplainedMember), SlotBound: int64(bounds.UnexplainedSlot),
		})
		errs = append(errs, err)
		for _, id := range ids {
			errs = append(errs, s.releaseIfExplained(ctx, id))
		}
	}
	return errors.Join(errs...)
}

func (s *Service) releaseIfExplained(ctx context.Context, id uuid.UUID) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.lockWithdrawal(ctx, tx, id)
		if err != nil || row.State != stateApproval || !slices.Contains(row.Reasons, reasonUnexplained) {
			return err
		}
		mustWait, err := s.mustWaitForPlaysTx(ctx, tx, row)
		if err != nil || mustWait {
			return err
		}
		rest := slices.DeleteFunc(slices.Clone(row.Reasons), func(r string) bool { return r == reasonUnexplained })
		if err := db.New(tx).StoreReasons(ctx, db.StoreReasonsParams{ID: id, Reasons: rest}); err != nil || len(rest) > 0 {
			return err
		}
		if err := db.New(tx).QueueWithdrawal(ctx, id); err != nil {
			return err
		}
		return s.enqueuePayoutTx(ctx, tx, row)
	})
}
