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

// Member holds the fields of a member and their bank account that money commands need.
type Member struct {
	ID       int64
	PublicID string
	// Username is the phone, which is also the login name. Set for a caller only.
	Username string
	// Active is true if the member may sign in and be credited.
	Active     bool
	Currency   ledger.Currency
	BankCode   string
	BankNumber string // content.Bank's; "" if the bank is no longer known
	// AccountNo and AccountName belong to the account for deposits and withdrawals.
	AccountNo   string
	AccountName string
}

// Member returns a member; q is a pool or a transaction. Error: NO_DATA.
func (s *Service) Member(ctx context.Context, q pg.DB, id int64) (Member, error) {
	row, err := db.New(q).GetMemberWithBank(ctx, id)
	return toMember(row, err)
}

// Caller returns the member who makes the current call, as read when the call began.
func Caller(ctx context.Context) Member {
	m, _ := web.CallerData[Member](ctx)
	return m
}

// MemberByPublicID returns the member with an _id, in upper or lower case. Error: NO_DATA.
func (s *Service) MemberByPublicID(ctx context.Context, q pg.DB, publicID string) (Member, error) {
	row, err := db.New(q).GetMemberByPublicID(ctx, strings.ToUpper(strings.TrimSpace(publicID)))
	return toMember(db.GetMemberWithBankRow(row), err)
}

func toMember(row db.GetMemberWithBankRow, err error) (Member, error) {
	if err != nil {
		return Member{}, pg.NotFound(err)
	}
	return Member{
		ID: row.ID, PublicID: row.PublicID, Active: row.Active, Currency: ledger.Currency(row.Currency),
		BankCode: row.BankCode, BankNumber: row.BankNumber, AccountNo: row.AccountNo, AccountName: row.AccountName,
	}, nil
}

// MayMoveGuard returns a guard: INACTIVE_USER if the member is inactive or frozen.
func (s *Service) MayMoveGuard(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardActive, Args: []any{member, s.Clock()}}
}

// NotFrozenGuard returns a guard for money that is already being sent: INACTIVE_USER while the member is
// frozen. The payment then waits until the freeze ends.
func (s *Service) NotFrozenGuard(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardFrozen, Args: []any{member, s.Clock()}}
}

// ErrAccountChanged is the error of the guard AccountUnchangedGuard.
var ErrAccountChanged = errors.New("identity: the member has another bank account by now")

// AccountUnchangedGuard returns a guard for a decision that was based on m's bank account. It returns
// ErrAccountChanged if the member has another account by now.
func AccountUnchangedGuard(m Member) pg.Guard {
	return pg.Guard{Query: db.GuardAccount, Args: []any{m.ID, m.BankCode, m.AccountNo, m.AccountName}, Stale: ErrAccountChanged}
}
