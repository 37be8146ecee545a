// Package home serves what the app loads in one call: the home screen, and all changes since the
// phone's last sync. It owns no table; it reads from the domains' packages in one database snapshot.
package home

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/cashier/bank"
	"krapao/backend/chat"
	"krapao/backend/content"
	"krapao/backend/games"
	"krapao/backend/identity"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/accrual"
	"krapao/backend/rewards/bonus"
	"krapao/backend/rewards/spin"
	"krapao/backend/rewards/turnover"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Service reads the data for the app. All fields are required.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Wallet    *wallet.Service
	Identity  *identity.Service
	Content   *content.Service
	Statement *statement.Service
	Bank      *bank.Service
	Games     *games.Service
	Spin      *spin.Service
	Accrual   *accrual.Service
	Bonus     *bonus.Service
	Turnover  *turnover.Service
	Chat      *chat.Service
	// FollowPromotion runs the steps that are due after a standby of the database was promoted.
	FollowPromotion func(context.Context) error
}

// HomeScreen is the content of the home screen.
type HomeScreen struct {
	identity.Person
	Wallet wallet.Wallet  `json:"wallet"`
	ToPlay money.Satang   `json:"toPlay" doc:"The amount to play before a withdrawal, for deposits and coupons. It does not include the turnover of a bonus."`
	Invite accrual.Invite `json:"invite"`
	Slots  []games.Slot   `json:"slots"`
}

// LoadHome returns the content of the home screen. It never calls a provider.
func (s *Service) LoadHome(ctx context.Context) (HomeScreen, error) {
	member := web.Member(ctx)
	var out HomeScreen
	err := pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		var err error
		if out.Person, err = s.Identity.Person(ctx, tx, member); err != nil {
			return err
		}
		if out.Wallet, err = s.Wallet.ReadWallet(ctx, tx, member); err != nil {
			return err
		}
		if out.Slots, err = s.Games.Slots(ctx, tx, identity.Caller(ctx)); err != nil {
			return err
		}
		if out.ToPlay, err = s.Turnover.BlockingTurnover(ctx, tx, member); err != nil {
			return err
		}
		open, err := s.Accrual.ReadOpenDays(ctx, tx)
		if err != nil {
			return err
		}
		out.Invite, err = s.Accrual.InviteOf(ctx, tx, open, identity.Caller(ctx))
		return err
	})
	return out, err
}
