package spin

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/spin/internal/db"
)

// CountMoneyBatch queues the statement that counts money for the member's coins. amount is above zero if
// money was credited from outside, and below zero if it is held on its way out. The statement depends on
// allowed(), and has to come after the wallet's lock.
func CountMoneyBatch(b *pgx.Batch, member int64, c ledger.Currency, amount money.Signed) {
	b.Queue(db.AddToFlow, member, string(c), int64(amount))
}

// CountMoneyTx is CountMoneyBatch in the caller's transaction.
func CountMoneyTx(ctx context.Context, tx pgx.Tx, member int64, c ledger.Currency, amount money.Signed) error {
	return db.New(tx).AddToFlow(ctx, db.AddToFlowParams{MemberID: member, Currency: string(c), Amount: int64(amount)})
}

// coinPer returns the amount for which a member earns one coin in a currency, in satang.
func (s *Service) coinPer(ctx context.Context, c ledger.Currency) (money.Satang, error) {
	settings, err := s.Content.RecentSettings(ctx)
	return settings.For(string(c)).CoinPer, err
}

// followPlays updates the turnover of all members whose plays have changed.
func (s *Service) followPlays(ctx context.Context) error {
	return s.Plays.ProcessChangedDays(
		ctx,
		func(tx pgx.Tx) (int64, error) { return db.New(tx).LockPlaysMark(ctx) },
		func(tx pgx.Tx, members []int64, version int64) error {
			if err := db.New(tx).UpdatePlayedFlows(ctx, members); err != nil {
				return err
			}
			return db.New(tx).SetPlaysMark(ctx, version)
		},
	)
}

// mintDue posts the coins that members have earned, one member per transaction. If a member's transaction
// fails, the others continue. The next run handles the next page of members.
func (s *Service) mintDue(ctx context.Context) (failed error) {
	failed = s.followPlays(ctx)
	for _, c := range ledger.WalletCurrencies {
		per, err := s.coinPer(ctx, c)
		if err != nil {
			return errors.Join(failed, err)
		}
		due, err := s.q().ListDueFlows(ctx, db.ListDueFlowsParams{Currency: string(c), Per: int64(per)})
		failed = errors.Join(failed, err)
		for _, member := range due {
			failed = errors.Join(failed, s.mintFor(ctx, member, per))
		}
	}
	return failed
}

func (s *Service) mintFor(ctx context.Context, member int64, per money.Satang) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
			return err
		}
		row, err := db.New(tx).LockFlow(ctx, member)
		if err != nil {
			return err
		}
		coins := (min(row.Mark, row.Played) - row.Counted) / int64(per)
		if coins <= 0 {
			return nil // another run has posted them
		}
		counted := db.AddCountedCoinsParams{MemberID: member, Counted: coins * int64(per), Coins: coins}
		if err := db.New(tx).AddCountedCoins(ctx, counted); err != nil {
			return err
		}
		return s.postCoinsTx(ctx, tx, member, coins, uuid.New())
	})
}

// GiveCoinsTx gives a member coins that were not earned, for the demo.
func (s *Service) GiveCoinsTx(ctx context.Context, tx pgx.Tx, m identity.Member, coins int64, key uuid.UUID) error {
	if _, err := s.Ledger.LockTx(ctx, tx, m.ID); err != nil {
		return err
	}
	if err := db.New(tx).AddGivenCoins(ctx, db.AddGivenCoinsParams{MemberID: m.ID, Currency: string(m.Currency), Coins: coins}); err != nil {
		return err
	}
	return s.postCoinsTx(ctx, tx, m.ID, coins, key)
}

// postCoinsTx posts coins to the member's coin account. coins is in whole coins.
func (s *Service) postCoinsTx(ctx context.Context, tx pgx.Tx, member, coins int64, key uuid.UUID) error {
	to, err := s.coinAccountTx(ctx, tx, member)
	if err != nil {
		return err
	}
	_, err = s.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: key, Kind: ledger.CoinMove, Debit: ledger.AccountID(ledger.CoinMint), Credit: to.ID, Amount: money.Satang(coins), Currency: ledger.COIN,
	})
	if err != nil {
		return err
	}
	_, err = s.Identity.MarkCoinsChangedTx(ctx, tx, member)
	return err
}

// coinAccountTx returns the member's coin account. Its balance is whole coins.
func (s *Service) coinAccountTx(ctx context.Context, tx pgx.Tx, member int64) (ledger.Wallet, error) {
	return s.Ledger.OpenPointsTx(ctx, tx, member, identity.CoinKind, ledger.COIN)
}
