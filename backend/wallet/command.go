package wallet

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
)

// Command is a money command of a member: see the package's text.
type Command struct {
	Member int64
	// Fields are the parsed input that makes two calls the same.
	Fields any
	// Line is its statement line, which Work writes. By its name a repeat asks how the command
	// stands.
	Line *statement.Line
	// Before queues locks that must be acquired before the wallet's. It may be nil.
	Before func(b *pgx.Batch)
	// Guards are asked in their order, under the lock of the member's wallet.
	Guards []pg.Guard
	// Work queues all that is written. Each statement hangs on allowed().
	Work func(b *pgx.Batch, from ledger.Wallet) error
}

// Do does a money command at most once for the call's Idempotency-Key, in one
// round trip. The first caller gets the line and the wallet with it, as under way
// (202). A refusal is the code of the first guard that spoke.
func Do(ctx context.Context, s *Service, c Command) (*web.Answer[Answer], error) {
	from, err := s.Book.AccountOf(ctx, s.Pool, c.Member)
	if err != nil {
		return nil, err
	}
	var locked ledger.Wallet
	var now Wallet
	return web.OnceBatch(ctx, s.Keyed, c.Fields, web.Batch[Answer]{
		Begin: func(b *pgx.Batch) {
			if c.Before != nil {
				c.Before(b)
			}
			s.Book.LockBatch(b, c.Member, &locked)
		},
		Guards: c.Guards,
		Work: func(b *pgx.Batch) error {
			err := c.Work(b, from)
			s.OfBatch(b, c.Member, &now)
			return err
		},
		Status: http.StatusAccepted,
		// A repeat is told how the command stands by then: its line's name is enough.
		Kept:   lastingOf(c.Line.ID),
		Answer: func() Answer { return Answer{Statement: *c.Line, Wallet: now} }, Touched: c.Member,
	})
}
