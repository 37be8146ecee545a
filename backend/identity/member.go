package identity

import (
	"context"
	"errors"
	"strings"

	"krapao/backend/identity/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// Member is a member with their own bank account, as far as money commands need it.
type Member struct {
	ID       int64
	PublicID string
	// Username is their phone, by which they sign in; of a caller only.
	Username string
	// Active says that they may sign in, and that money may reach them.
	Active     bool
	Currency   ledger.Currency
	BankCode   string
	BankNumber string // content.Bank's; "" where the bank is no longer known
	// AccountNo and AccountName are of the account that deposits come from and
	// withdrawals go to.
	AccountNo   string
	AccountName string
}

// Member returns a member; q is a pool or a transaction. NO_DATA if there is none.
func (s *Service) Member(ctx context.Context, q pg.DB, id int64) (Member, error) {
	row, err := db.New(q).MemberWithBank(ctx, id)
	return memberOf(row, err)
}

// Caller returns the member who makes the call under way, as of its begin.
func Caller(ctx context.Context) Member {
	m, _ := web.Known[Member](ctx)
	return m
}

// MemberNamed returns the member of an _id, however it was typed. NO_DATA if there
// is none.
func (s *Service) MemberNamed(ctx context.Context, q pg.DB, publicID string) (Member, error) {
	row, err := db.New(q).MemberNamed(ctx, strings.ToUpper(strings.TrimSpace(publicID)))
	return memberOf(db.MemberWithBankRow(row), err)
}

func memberOf(row db.MemberWithBankRow, err error) (Member, error) {
	if err != nil {
		return Member{}, pg.NotFound(err)
	}
	return Member{
		ID: row.ID, PublicID: row.PublicID, Active: row.Active, Currency: ledger.Currency(row.Currency),
		BankCode: row.BankCode, BankNumber: row.BankNumber, AccountNo: row.AccountNo, AccountName: row.AccountName,
	}, nil
}

// MayMove is a guard: INACTIVE_USER for a member who is inactive or frozen and may
// move no money.
func (s *Service) MayMove(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardActive, Args: []any{member, s.Clock()}}
}

// NotFrozen is the guard of money that is on its way already: INACTIVE_USER, by
// which it waits, while its member's money is frozen.
func (s *Service) NotFrozen(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardFrozen, Args: []any{member, s.Clock()}}
}

// ErrAccountChanged is what Unchanged finds.
var ErrAccountChanged = errors.New("identity: the member has another bank account by now")

// Unchanged is the guard of what was decided by a member's bank account:
// ErrAccountChanged where the member has another one by now.
func Unchanged(m Member) pg.Guard {
	return pg.Guard{Query: db.GuardAccount, Args: []any{m.ID, m.BankCode, m.AccountNo, m.AccountName}, Stale: ErrAccountChanged}
}
