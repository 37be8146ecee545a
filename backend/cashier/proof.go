package cashier

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/pg"
)

// ByCashier is the way of a proof that a person gave.
const ByCashier Way = "cashier"

// ProveTx notes that money may go out to an account under its name: a bank
// transfer from it was credited by the rules alone and both agreed with what was
// shown, or a cashier approved a payout to it. Another account, or another name
// of it, is proved anew. Proving twice is fine.
func (s *Service) ProveTx(ctx context.Context, tx pgx.Tx, m identity.Member, by Way) error {
	return s.prove(ctx, tx, m, by)
}

// ProveBatch is ProveTx for a batch.
func (s *Service) ProveBatch(ctx context.Context, b *pgx.Batch, m identity.Member, by Way) {
	_ = s.prove(ctx, pg.Into(b), m, by) // queued: what becomes of it the batch tells
}

func (s *Service) prove(ctx context.Context, q pg.DB, m identity.Member, by Way) error {
	return db.New(q).ProofAdd(ctx, db.ProofAddParams{
		MemberID: m.ID, BankCode: m.BankCode, AccountNo: m.AccountNo, AccountName: m.AccountName, Via: string(by), ProvedAt: s.Clock(),
	})
}
