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

// crumbs is an amount below which not every game allows a transfer out.
var crumbs = money.Baht(1)

// Cleared is the response of Clear.
type Cleared struct {
	Message apperr.Code `json:"message" enum:"BONUS_CLEAR"`
	wallet.Answer
}

// Clear gives up the caller's active bonus. It returns NO_DATA (404) if there is none. It returns
// BONUS_CONDITION if money of the wallet has gone to a game since the activation, and money is still in
// a game or on its way.
func (s *Service) Clear(ctx context.Context) (*web.Answer[Cleared], error) {
	member := web.Member(ctx)
	heard, err := s.gamesResponded(ctx, member)
	if err != nil {
		return nil, err
	}
	return wallet.RunCommandTx(ctx, s.Wallet, wallet.TxCommand[Cleared]{
		Member: member, Fields: struct{}{}, Guards: []pg.Guard{s.Identity.MayMove(member), s.Care.NotExcluded(member)},
		Work: func(tx pgx.Tx) (Cleared, error) {
			answer, err := s.clearTx(ctx, tx, member, heard)
			return Cleared{apperr.BonusClear, answer}, err
		},
		ReadAgain: func(tx pgx.Tx, kept Cleared) (Cleared, error) {
			answer, err := s.Wallet.StatusTx(ctx, tx, member, kept.Statement.ID)
			return Cleared{apperr.BonusClear, answer}, err
		},
	})
}

// clearTx ends the member's active bonus, under the wallet's lock. heard is the result of gamesResponded.
func (s *Service) clearTx(ctx context.Context, tx pgx.Tx, member int64, heard bool) (none wallet.Answer, err error) {
	row, w, err := s.lockTx(ctx, tx, member)
	if err == nil && row == nil {
		err = apperr.New(apperr.NoData)
	}
	if err != nil {
		return none, err
	}
	left, home, err := s.homeTx(ctx, tx, row, heard)
	if err == nil && !home {
		err = apperr.New(apperr.BonusCondition)
	}
	if err != nil {
		return none, err
	}
	back, err := s.dueTx(ctx, tx, row, w, left)
	if err != nil {
		return none, err
	}
	line, err := s.endTx(ctx, tx, row, w, endClear, back, nil)
	if err != nil {
		return none, err
	}
	return s.Wallet.WithWallet(ctx, tx, member, line)
}

// gamesResponded fetches the games' balances if giving up the member's bonus depends on them. It returns true
// if it did and all providers responded.
func (s *Service) gamesResponded(ctx context.Context, member int64) (bool, error) {
	row, err := active(ctx, s.Pool, member)
	if err != nil || row == nil {
		return false, err
	}
	touched, err := s.q().Touched(ctx, db.TouchedParams{MemberID: member, After: row.TransferID})
	if err != nil || !touched {
		return false, err
	}
	_, sure, err := s.Turnover.InGames(ctx, member)
	return sure, err
}

// homeTx returns whether all money of a bonus is in the wallet. left is the remainder below crumbs that is
// still in games, in satang. heard is the result of gamesResponded.
func (s *Service) homeTx(ctx context.Context, tx pgx.Tx, row *db.BonusTaken, heard bool) (left money.Satang, home bool, err error) {
	touched, err := db.New(tx).Touched(ctx, db.TouchedParams{MemberID: row.MemberID, After: row.TransferID})
	if err != nil || !touched {
		return 0, err == nil, err
	}
	left, still, err := s.Turnover.InGamesTx(ctx, tx, row.MemberID)
	return left, heard && still && left < crumbs, err
}
