package games

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
)

// bounds returns the amounts that hold in a currency.
func (s *Service) bounds(ctx context.Context, q pg.DB, currency string) (content.Measures, error) {
	settings, err := s.Content.RecentTx(ctx, q)
	return settings.In(currency), err
}

// report returns the report of a balance in a slot, with the bounds that it is judged by.
func (s *Service) report(ctx context.Context, q pg.DB, slot, currency string) (db.AccountBalanceParams, error) {
	bounds, err := s.bounds(ctx, q, currency)
	return db.AccountBalanceParams{SlotCode: slot, MemberBound: int64(bounds.UnexplainedMember), SlotBound: int64(bounds.UnexplainedSlot)}, err
}

// storeBalanceTx stores a balance that a provider reported. It returns false if the balance
// is not believed, and true if it is, or if a newer one is stored already.
func (s *Service) storeBalanceTx(ctx context.Context, tx pgx.Tx, r db.AccountBalanceParams) (believed bool, err error) {
	pg.Touch(tx, r.MemberID)
	stale, err := db.New(tx).AccountBalance(ctx, r)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	return !stale, err
}

// currencies are those of members' money.
var currencies = []ledger.Currency{ledger.BAHT, ledger.LAK}

// holdOut pauses the way out of each slot whose members' unexplained sums, as far as they
// are older than the slot's lag, pass the slot's bound. It ends the pause once they are
// within the bound again.
func (s *Service) holdOut(ctx context.Context) error {
	for _, currency := range currencies {
		bounds, err := s.bounds(ctx, s.Pool, string(currency))
		if err != nil {
			return err
		}
		rows, err := s.q().SlotsUnexplained(ctx, db.SlotsUnexplainedParams{MemberBound: int64(bounds.UnexplainedMember), Currency: string(currency)})
		if err != nil {
			return err
		}
		for _, r := range rows {
			hold := r.Late > int64(bounds.UnexplainedSlot)
			changed, err := s.q().SlotHoldOut(ctx, db.SlotHoldOutParams{Code: r.Code, HeldOut: hold})
			switch {
			case err != nil:
				return err
			case changed > 0 && hold:
				s.Log.ErrorContext(ctx, "a game pays out more than its plays explain: money out of it is paused", "slot", r.Code, "amount", r.Late, "currency", r.Currency)
			case changed > 0:
				s.Log.InfoContext(ctx, "money out of a game goes on", "slot", r.Code)
			}
		}
	}
	return nil
}
