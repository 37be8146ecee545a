package bonus

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/push"
	"krapao/backend/rewards/bonus/internal/db"
	"krapao/backend/statement"
)

// endBonusTx ends a bonus whose row and wallet the caller has locked. amount is the amount in satang that
// is taken back from the wallet. The statement line comes last, since it increments the member's sync version.
func (s *Service) endBonusTx(ctx context.Context, tx pgx.Tx, row *db.BonusTaken, w ledger.Wallet, endedBy string, amount money.Satang, operator *int64) (statement.Line, error) {
	kind := Kind(row.Kind)
	line := statement.Line{
		ID: ledgerKey(row.ID, "end"), Type: statement.FinishBonus, Status: statement.Success, Amount: amount, Currency: row.Currency,
		FromPlace: statement.RewardPlace(row.Kind), ToPlace: statement.PlaceOf(statement.Wallet), Links: kind.statementLinks(row.Name), CreatedAt: s.Clock().UTC(),
	}
	if amount > 0 {
		posted, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
			Key: ledgerKey(row.ID, "back"), Kind: ledger.Reward, Debit: w.ID, Credit: kind.houseAccount().In(w.Currency), Amount: amount, Currency: w.Currency,
		})
		if err != nil {
			return line, err
		}
		line.TransferID, line.FromPlace, line.ToPlace = &posted.ID, line.ToPlace, line.FromPlace
	}
	err := db.New(tx).EndTakenBonus(ctx, db.EndTakenBonusParams{
		ID: row.ID, Now: s.Clock(), EndedBy: endedBy, DecidedBy: operator, TakenBack: int64(amount), BackID: line.TransferID, EndLine: line.ID,
	})
	if err != nil {
		return line, err
	}
	if endedBy != endByClear { // a member who gave the bonus up needs no push
		err := s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: row.MemberID}, push.Notice{Kind: push.BonusEnded, Args: map[string]string{"name": row.Name}})
		if err != nil {
			return line, err
		}
	}
	return s.Statement.AddTx(ctx, tx, row.MemberID, line)
}

// computeTakeBackTx returns the amount in satang that is taken back when a bonus is given up. Without a transfer
// into a game the amount is the bonus. Otherwise the amount is the bonus and the winnings. A loss reduces the
// member's own money first. inGames is the small remainder in games.
func (s *Service) computeTakeBackTx(ctx context.Context, tx pgx.Tx, row *db.BonusTaken, w ledger.Wallet, inGames money.Satang) (money.Satang, error) {
	movedIntoGame, err := db.New(tx).HasMovedIntoGame(ctx, db.HasMovedIntoGameParams{MemberID: row.MemberID, After: row.TransferID})
	if err != nil || !movedIntoGame {
		return min(row.Amount, w.Balance), err
	}
	received, err := db.New(tx).SumReceivedSince(ctx, db.SumReceivedSinceParams{MemberID: row.MemberID, After: row.TransferID})
	won := w.Balance + inGames - money.Satang(row.Own+received) - row.Amount
	return min(row.Amount+max(won, 0), w.Balance), err
}
