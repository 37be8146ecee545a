package cashier

import (
	"context"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/pg"
)

// MethodCashier is the method of a proof by a cashier.
const MethodCashier PaymentMethod = "cashier"

// The limits of stored names that a bank printed.
const (
	maxPrinted     = 8 // per account
	maxPrintedName = 140
)

// Proof states that an account is a member's, under its holder's name.
type Proof struct {
	Member identity.Member
	Method PaymentMethod
	// ByDeposit means that a deposit from the account, or the bank's confirmation of the whole account
	// number, proved it. Otherwise the proof counts only for payouts.
	ByDeposit bool
	// Printed are names that the bank printed. They count as the member's from now on.
	Printed []string
}

// StoreProofTx stores a proof. A repeat has no further effect. Another account, or another name of the account,
// needs another proof.
func (s *Service) StoreProofTx(ctx context.Context, tx pgx.Tx, p Proof) error {
	return s.storeProof(ctx, tx, p)
}

// StoreProofBatch is StoreProofTx for a batch.
func (s *Service) StoreProofBatch(ctx context.Context, b *pgx.Batch, p Proof) {
	_ = s.storeProof(ctx, pg.InBatch(b), p) // queued: the batch returns the error
}

func (s *Service) storeProof(ctx context.Context, q pg.DB, p Proof) error {
	m := p.Member
	err := db.New(q).InsertPayoutProof(ctx, db.InsertPayoutProofParams{
		MemberID: m.ID, BankCode: m.BankCode, AccountNo: m.AccountNo, AccountName: m.AccountName, Via: string(p.Method), ByDeposit: p.ByDeposit, ProvedAt: s.Clock(),
	})
	if err != nil {
		return err
	}
	return s.storePrintedNames(ctx, q, p)
}

func (s *Service) storePrintedNames(ctx context.Context, q pg.DB, p Proof) error {
	for _, name := range p.Printed {
		if utf8.RuneCountInString(name) > maxPrintedName {
			continue
		}
		err := db.New(q).InsertPrintedName(ctx, db.InsertPrintedNameParams{
			MemberID: p.Member.ID, BankCode: p.Member.BankCode, AccountNo: p.Member.AccountNo, Name: name, Via: string(p.Method), PrintedAt: s.Clock(), Most: maxPrinted,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
