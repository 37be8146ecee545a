package cashier

import (
	"context"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// CashAnswer is how a money command ends, or stands: its line, and the wallet
// as it is with it.
type CashAnswer struct {
	Statement statement.Line `json:"statement"`
	Wallet    CashWallet     `json:"wallet"`
}

// CashWallet is the member's own money.
type CashWallet struct {
	Amount   money.Satang `json:"amount"`
	Currency string       `json:"currency"`
	AsOf     time.Time    `json:"asOf" doc:"When the server read it."`
}

// CashAnswer reads the wallet beside a line; q is a pool or a transaction.
func (s *Service) CashAnswer(ctx context.Context, q pg.DB, m Member, line statement.Line) (CashAnswer, error) {
	w, err := s.Book.Wallet(ctx, q, m.ID, m.Currency)
	return CashAnswer{Statement: line, Wallet: CashWallet{Amount: w.Balance, Currency: string(m.Currency), AsOf: s.Clock().UTC()}}, err
}
