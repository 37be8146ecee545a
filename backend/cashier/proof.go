package cashier

import (
	"context"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/pg"
)

// ByCashier is the way of a proof that a person gave.
const ByCashier Way = "cashier"

// Names that a bank printed are stored up to these bounds.
const (
	maxPrinted     = 8 // of one account
	maxPrintedName = 140
)

// Proof is what shows that an account is a member's, under its holder's name.
type Proof struct {
	Member identity.Member
	By     Way
	// ByDeposit says that a deposit from the account proved it, or the whole account number
	// that the bank confirmed. Without it the proof counts for payouts alone.
	ByDeposit bool
	// Printed are names that the bank printed, and that count as the member's from now on.
	Printed []string
}

// ProveTx stores a proof. Another account, or another name of it, is proved anew.
// Proving twice is fine.
func (s *Service) ProveTx(ctx context.Context, tx pgx.Tx, p Proof) error {
	return s.prove(ctx, tx, p)
}

// ProveBatch is ProveTx for a batch.
func (s *Service) ProveBatch(ctx context.Context, b *pgx.Batch, p Proof) {
	_ = s.prove(ctx, pg.Into(b), p) // queued: what becomes of it the batch tells
}

func (s *Service) prove(ctx context.Context, q pg.DB, p Proof) error {
	m := p.Member
	err := db.New(q).ProofAdd(ctx, db.ProofAddParams{
		MemberID: m.ID, BankCode: m.BankCode, AccountNo: m.AccountNo, AccountName: m.AccountName, Via: string(p.By), ByDeposit: p.ByDeposit, ProvedAt: s.Clock(),
	})
	if err != nil {
		return err
	}
	return s.addPrinted(ctx, q, p)
}

func (s *Service) addPrinted(ctx context.Context, q pg.DB, p Proof) error {
	for _, name := range p.Printed {
		if utf8.RuneCountInString(name) > maxPrintedName {
			continue
		}
		err := db.New(q).PrintedNameAdd(ctx, db.PrintedNameAddParams{
			MemberID: p.Member.ID, BankCode: p.Member.BankCode, AccountNo: p.Member.AccountNo, Name: name, Via: string(p.By), PrintedAt: s.Clock(), Most: maxPrinted,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
