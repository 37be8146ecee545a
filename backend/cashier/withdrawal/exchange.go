package withdrawal

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/provider"
	"krapao/backend/provider/payout"
	"krapao/backend/rewards/spin"
	"krapao/backend/statement"
)

// otherContent is stored as the reason if the provider has another payout under a withdrawal's name.
const otherContent = "OTHER_CONTENT"

// exchangeIfContentDiffers returns whether the provider has another amount or account under a withdrawal's
// name. Then the provider's response must not settle the withdrawal. This happens if our ledger lost the first
// payout of this name, and the member repeated the key with other content. exchangeIfContentDiffers then
// changes the withdrawal to the provider's content.
func (s *Service) exchangeIfContentDiffers(ctx context.Context, row db.Withdrawal, response payout.Response) (bool, error) {
	if response.Outcome != payout.Paid && response.Outcome != payout.Pending {
		return false, nil
	}
	content := response.Content
	if content == (payout.Content{}) {
		found := false
		var err error
		content, found, err = s.Provider.Find(ctx, reference(row), row.CreatedAt.Add(-lossSlack))
		switch {
		case errors.Is(err, provider.ErrNoList):
			return false, nil // the provider has no list, so its content stays unknown
		case errors.Is(err, provider.ErrDown), err == nil && !found:
			return true, nil // unknown for now: a later step tries again
		case err != nil:
			return true, err
		}
	}
	if content == payoutOrderOf(row).Content() {
		return false, nil
	}
	s.Log.ErrorContext(ctx, "the payout provider has another payout under this reference", "withdrawal", row.ID, "amount", content.Amount)
	return true, s.withLocked(ctx, row.ID, func(tx pgx.Tx, row db.Withdrawal) error {
		if row.State != stateSending || row.RestoredAt != nil || content.Amount <= 0 || content.Amount > money.Max {
			return nil
		}
		return s.exchangeTx(ctx, tx, row, content)
	})
}

// exchangeTx changes a withdrawal to the payout that the provider has under its name. It voids the hold,
// which gets a failed line of its own, and holds the payout's amount. The withdrawal continues like a
// restored one.
func (s *Service) exchangeTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, content payout.Content) error {
	currency := ledger.Currency(row.Currency)
	voided, err := s.Ledger.VoidTx(ctx, tx, keyOf(row.ID, "exchange"), row.HoldID)
	if err != nil {
		return err
	}
	_, err = s.Statement.AddTx(ctx, tx, row.MemberID, statement.Line{
		Type: statement.Withdraw, Status: statement.Failed, Note: apperr.WithdrawGaveWay, FromPlace: statement.PlaceOf(statement.Wallet),
		ToPlace: statement.OwnAccountPlace(row.BankCode, row.AccountNo), Amount: row.Amount, Currency: row.Currency, CreatedAt: s.Clock().UTC(), TransferID: &voided.ID,
	})
	if err != nil {
		return err
	}
	held, err := s.holdLostTx(ctx, tx, row.ID, row.MemberID, content.Amount)
	if err != nil {
		return err
	}
	code := row.BankCode
	if content.Bank != row.BankNumber {
		code = content.Bank
	}
	day := clock.DayOf(row.CreatedAt)
	err = errors.Join(
		spin.CountMoneyTx(ctx, tx, row.MemberID, currency, money.Signed(row.Amount)),
		db.New(tx).SubtractFromPayoutDay(ctx, db.SubtractFromPayoutDayParams{MemberID: row.MemberID, Day: day, Amount: row.Amount}),
		db.New(tx).AddToPayoutDay(ctx, db.AddToPayoutDayParams{MemberID: row.MemberID, Day: day, Amount: content.Amount}),
		db.New(tx).ReplaceLostPayout(ctx, db.ReplaceLostPayoutParams{
			ID: row.ID, Amount: content.Amount, HoldID: held.ID, BankCode: code, BankNumber: content.Bank, AccountNo: content.AccountNo, Now: s.Clock(),
		}),
	)
	if err != nil {
		return err
	}
	to := statement.OwnAccountPlace(code, content.AccountNo)
	_, err = s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{
		Status: statement.Pending, Event: statement.Sent, TransferID: &held.ID, ToPlace: &to, Amount: &content.Amount,
	})
	return err
}
