package bonus

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/bonus/internal/db"
	"krapao/backend/wallet"
)

// transferMinimum is an amount below which not every game allows a transfer out.
var transferMinimum = money.Baht(1)

// ClearedBonus is the response of Clear.
type ClearedBonus struct {
	Message apperr.Code `json:"message" enum:"BONUS_CLEAR"`
	wallet.CommandStatus
}

// Clear gives up the caller's active bonus. It returns NO_DATA (404) if there is none. It returns
// BONUS_CONDITION if money of the wallet has gone to a game since the activation, and money is still in
// a game or on its way.
func (s *Service) Clear(ctx context.Context) (*web.Response[ClearedBonus], error) {
	member := web.Member(ctx)
	responded, err := s.fetchGameBalances(ctx, member)
	if err != nil {
		return nil, err
	}
	return wallet.RunCommandTx(ctx, s.Wallet, wallet.TxCommand[ClearedBonus]{
		Member: member, Fields: struct{}{}, Guards: []pg.Guard{s.Identity.MayMoveGuard(member), s.Care.NoBreakGuard(member)},
		Work: func(tx pgx.Tx) (ClearedBonus, error) {
			status, err := s.clearTx(ctx, tx, member, responded)
			return ClearedBonus{apperr.BonusClear, status}, err
		},
		ReadAgain: func(tx pgx.Tx, stored ClearedBonus) (ClearedBonus, error) {
			status, err := s.Wallet.StatusTx(ctx, tx, member, stored.Statement.ID)
			return ClearedBonus{apperr.BonusClear, status}, err
		},
	})
}

// clearTx ends the member's active bonus, under the wallet's lock. responded is the result of
// fetchGameBalances.
func (s *Service) clearTx(ctx context.Context, tx pgx.Tx, member int64, responded bool) (none wallet.CommandStatus, err error) {
	row, w, err := s.lockActiveTx(ctx, tx, member)
	if err == nil && row == nil {
		err = apperr.New(apperr.NoData)
	}
	if err != nil {
		return none, err
	}
	remainder, isInWallet, err := s.isInWalletTx(ctx, tx, row, responded)
	if err == nil && !isInWallet {
		err = apperr.New(apperr.BonusCondition)
	}
	if err != nil {
		return none, err
	}
	amount, err := s.computeTakeBackTx(ctx, tx, row, w, remainder)
	if err != nil {
		return none, err
	}
	line, err := s.endBonusTx(ctx, tx, row, w, endByClear, amount, nil)
	if err != nil {
		return none, err
	}
	return s.Wallet.WithWallet(ctx, tx, member, line)
}

// fetchGameBalances fetches the games' balances if giving up the member's bonus depends on them. It returns
// true if it fetched them and all providers responded.
func (s *Service) fetchGameBalances(ctx context.Context, member int64) (bool, error) {
	row, err := activeBonus(ctx, s.Pool, member)
	if err != nil || row == nil {
		return false, err
	}
	touched, err := s.q().HasMovedIntoGame(ctx, db.HasMovedIntoGameParams{MemberID: member, After: row.TransferID})
	if err != nil || !touched {
		return false, err
	}
	_, sure, err := s.Turnover.FetchInGames(ctx, member)
	return sure, err
}

// isInWalletTx returns whether all money of a bonus is in the wallet. remainder is the remainder below
// transferMinimum that is still in games, in satang. responded is the result of fetchGameBalances.
func (s *Service) isInWalletTx(ctx context.Context, tx pgx.Tx, row *db.BonusTaken, responded bool) (remainder money.Satang, isInWallet bool, err error) {
	touched, err := db.New(tx).HasMovedIntoGame(ctx, db.HasMovedIntoGameParams{MemberID: row.MemberID, After: row.TransferID})
	if err != nil || !touched {
		return 0, err == nil, err
	}
	remainder, sure, err := s.Turnover.InGamesTx(ctx, tx, row.MemberID)
	return remainder, responded && sure && remainder < transferMinimum, err
}
