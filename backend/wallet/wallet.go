package wallet

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
	"krapao/backend/wallet/internal/db"
)

// Service runs money commands. All fields are required.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Keyed     web.Keyed
	Ledger    *ledger.Service
	Statement *statement.Service
	Queue     *jobs.Queue
}

// Wallet is a member's wallet on the wire. Amounts are in satang in Go, and in the main unit on the wire.
type Wallet struct {
	Amount     money.Satang `json:"amount"`
	InProgress money.Satang `json:"onTheWay,omitempty" doc:"The amount that transfers and withdrawals in progress have taken out of the wallet or a game."`
	Currency   string       `json:"currency"`
	AsOf       time.Time    `json:"asOf" doc:"When the server read the wallet."`
}

// ReadWallet returns a member's wallet, or ledger.ErrNoAccount. q is a pool or a transaction.
func (s *Service) ReadWallet(ctx context.Context, q pg.DB, member int64) (Wallet, error) {
	row, err := db.New(q).GetWalletAndPending(ctx, member)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ledger.ErrNoAccount
	}
	return Wallet{Amount: row.Balance, InProgress: money.Satang(row.OnTheWay), Currency: row.Currency, AsOf: s.Clock().UTC()}, err
}

// ReadWalletBatch is ReadWallet for a batch: w is set when the batch is sent, and includes what the batch wrote.
func (s *Service) ReadWalletBatch(b *pgx.Batch, member int64, w *Wallet) {
	b.Queue(db.GetWalletAndPending, member).QueryRow(func(row pgx.Row) error {
		w.AsOf = s.Clock().UTC()
		return row.Scan(&w.Amount, &w.Currency, &w.InProgress)
	})
}

// Verify counts three kinds of errors. A transfer moves a wallet's money but no line of its member names the
// transfer. A line differs from its transfer, its hold or its member. The open advances of a currency differ
// from the amount that the house account has lent.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	lines, err := db.New(q).VerifyLines(ctx)
	lent, advancesErr := db.New(q).VerifyAdvances(ctx)
	return ledger.Finding{Invariant: "transfers that touch a wallet without their line, the other way round, and advances", Broken: int64(lines) + lent}, errors.Join(err, advancesErr)
}

// LockAndCheckTx locks a member's wallet until the transaction ends. It returns the code of the first guard that
// refuses, or "". The refusal forbids no writes: the caller decides what to do, for example to hold the
// money.
func (s *Service) LockAndCheckTx(ctx context.Context, tx pgx.Tx, member int64, guards ...pg.Guard) (apperr.Code, error) {
	var b pgx.Batch
	var code string
	s.LockAndCheckBatch(&b, member, &code, guards...)
	err := tx.SendBatch(ctx, &b).Close()
	return apperr.Code(code), err
}

// LockAndCheckBatch is LockAndCheckTx for a batch; code is set when the batch is sent.
func (s *Service) LockAndCheckBatch(b *pgx.Batch, member int64, code *string, guards ...pg.Guard) {
	s.Ledger.LockBatch(b, member, new(ledger.Wallet))
	pg.QueueGuards(b, code, guards...)
}
