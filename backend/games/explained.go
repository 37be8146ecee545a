package games

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// currencySettings returns a currency's settings, among them the bounds for unexplained sums.
func (s *Service) currencySettings(ctx context.Context, q pg.DB, currency string) (content.CurrencySettings, error) {
	settings, err := s.Content.RecentSettingsTx(ctx, q)
	return settings.For(currency), err
}

// balanceParams returns the parameters for storing a balance that a slot's provider reported, with the bounds
// that decide whether the balance is believed.
func (s *Service) balanceParams(ctx context.Context, q pg.DB, slot, currency string) (db.StoreAccountBalanceParams, error) {
	bounds, err := s.currencySettings(ctx, q, currency)
	return db.StoreAccountBalanceParams{SlotCode: slot, MemberBound: int64(bounds.UnexplainedMember), SlotBound: int64(bounds.UnexplainedSlot)}, err
}

// storeBalanceTx stores a balance that a provider reported. It returns false if the balance is not believed.
// It returns true if the balance is believed, or if a newer one is already stored.
func (s *Service) storeBalanceTx(ctx context.Context, tx pgx.Tx, r db.StoreAccountBalanceParams) (believed bool, err error) {
	pg.MarkChanged(tx, r.MemberID)
	stale, err := db.New(tx).StoreAccountBalance(ctx, r)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	return !stale, err
}

// unexplainedGuard returns a guard for money into a slot. It refuses with UNEXPLAINED_WIN if the wallet would
// then have less than the unexplained sums of the other slots. Staked in another slot, that money could come
// back as an explained win. Money may go back into the slot that paid it.
func (s *Service) unexplainedGuard(member int64, to db.Slot, amount money.Satang, bounds content.CurrencySettings) pg.Guard {
	return pg.Guard{Query: db.GuardUnexplained, Args: []any{
		string(apperr.UnexplainedWin), int64(bounds.UnexplainedMember), int64(bounds.UnexplainedSlot), member, int64(amount), to.Code,
	}}
}

// UnexplainedSum is the sum that a slot's members have taken out and that no play explains.
type UnexplainedSum struct {
	Slot     string
	Currency string
	Amount   money.Satang // in satang; each member's sum counts up to the member's bound
	Late     money.Satang // the part that is older than the slot's lag
	isHeld   bool
}

// UnexplainedSums returns the slots with unexplained sums, for the metrics.
func (s *Service) UnexplainedSums(ctx context.Context) (all []UnexplainedSum, err error) {
	for _, currency := range ledger.WalletCurrencies {
		bounds, err := s.currencySettings(ctx, s.Pool, string(currency))
		if err != nil {
			return nil, err
		}
		rows, err := s.q().ListUnexplainedSlots(ctx, db.ListUnexplainedSlotsParams{MemberBound: int64(bounds.UnexplainedMember), Currency: string(currency)})
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			all = append(all, UnexplainedSum{Slot: r.Code, Currency: r.Currency, Amount: money.Satang(r.Amount), Late: money.Satang(r.Late), isHeld: r.HeldOut})
		}
	}
	return all, nil
}

// pauseMoneyOut pauses money out of each slot whose late unexplained sum is above the slot's bound. It ends the
// pause once the sum is within the bound again.
func (s *Service) pauseMoneyOut(ctx context.Context) error {
	slots, err := s.UnexplainedSums(ctx)
	if err != nil {
		return err
	}
	for _, u := range slots {
		bounds, err := s.currencySettings(ctx, s.Pool, u.Currency)
		if err != nil {
			return err
		}
		hold := u.Late > bounds.UnexplainedSlot
		if hold == u.isHeld {
			continue
		}
		changed, err := s.q().SetSlotHeldOut(ctx, db.SetSlotHeldOutParams{Code: u.Slot, HeldOut: hold})
		switch {
		case err != nil:
			return err
		case changed > 0 && hold:
			s.Log.ErrorContext(ctx, "a game pays out more than its plays explain: money out of it is paused", "slot", u.Slot, "amount", u.Late, "currency", u.Currency)
		case changed > 0:
			s.Log.InfoContext(ctx, "money out of a game is no longer paused", "slot", u.Slot)
		}
	}
	return nil
}
