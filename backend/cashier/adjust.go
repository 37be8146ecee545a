package cashier

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/rewards/spin"
	"krapao/backend/statement"
)

// Adjustment corrects a member's wallet: money to the member, or from the member.
type Adjustment struct {
	// Key is the transfer's key in the ledger: a second correction with the same key fails.
	Key        uuid.UUID
	FromMember bool
	Amount     money.Satang
}

// AdjustTx posts a correction with its statement line, in the caller's transaction. It returns the line. If
// the wallet has too little, it returns MONEY_NOT_ENOUGH, and the caller must roll back.
func (s *Service) AdjustTx(ctx context.Context, tx pgx.Tx, m identity.Member, a Adjustment) (statement.Line, error) {
	wallet, err := s.Ledger.LockTx(ctx, tx, m.ID)
	if err != nil {
		return statement.Line{}, err
	}
	t := ledger.Transfer{
		Key: a.Key, Kind: ledger.Adjustment, Debit: ledger.Adjustments.In(m.Currency), Credit: wallet.ID, Amount: a.Amount, Currency: m.Currency,
	}
	moved := money.Signed(a.Amount) // counts towards coins like the deposit that it corrects
	line := statement.Line{
		Type: statement.Transfer, Status: statement.Success, Amount: a.Amount,
		FromPlace: statement.PlaceOf(statement.Adjustment), ToPlace: statement.PlaceOf(statement.Wallet),
		Currency: string(m.Currency), CreatedAt: s.Clock(),
	}
	if a.FromMember {
		t.Debit, t.Credit = t.Credit, t.Debit
		line.FromPlace, line.ToPlace = line.ToPlace, line.FromPlace
		moved = -moved
	}
	posted, err := s.Ledger.PostTx(ctx, tx, t)
	if errors.Is(ledger.Refusal(err), ledger.ErrNotEnough) {
		return statement.Line{}, apperr.New(apperr.MoneyNotEnough)
	}
	if err != nil {
		return statement.Line{}, err
	}
	if err := spin.CountMoneyTx(ctx, tx, m.ID, m.Currency, moved); err != nil {
		return statement.Line{}, err
	}
	line.TransferID = &posted.ID
	return s.Statement.AddTx(ctx, tx, m.ID, line)
}
