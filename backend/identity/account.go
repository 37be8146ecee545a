package identity

import (
	"context"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// ProfileChange is the body of PUT profile. The bank fields are optional. If sent, they must equal
// the stored ones.
type ProfileChange struct {
	Name            string  `json:"name"`
	BankCode        *string `json:"bankCode,omitempty"`
	BankAccountName *string `json:"bankAccountName,omitempty"`
	BankAccountNo   *string `json:"bankAccountNo,omitempty"`
}

// ChangeProfile renames the member. Members cannot change their payout account. Errors: INVALID_BANK
// for bank fields that differ from the stored ones, INVALID_USER_INFO (name).
func (s *Service) ChangeProfile(ctx context.Context, change ProfileChange) (*web.Response[Person], error) {
	change.Name = strings.TrimSpace(change.Name)
	if !ValidName(change.Name) {
		return nil, apperr.Field(apperr.InvalidUserInfo, "name")
	}
	return s.changeMember(ctx, change, func(q *db.Queries, m db.Member, version int64) error {
		for field, pair := range map[string][2]string{
			"bankCode": {m.BankCode, orStored(change.BankCode, m.BankCode)}, "bankAccountName": {m.BankAccountName, orStored(change.BankAccountName, m.BankAccountName)},
			"bankAccountNo": {m.BankAccountNo, orStored(change.BankAccountNo, m.BankAccountNo)},
		} {
			if pair[0] != pair[1] {
				return apperr.Field(apperr.InvalidBank, field).WithStatus(http.StatusConflict)
			}
		}
		return q.RenameMember(ctx, db.RenameMemberParams{ID: m.ID, Name: change.Name, Version: version})
	})
}

func orStored(sent *string, stored string) string {
	if sent == nil || *sent == "" {
		return stored
	}
	return *sent
}

// BankNameChange is the body of PUT bankAccountName.
type BankNameChange struct {
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
}

// ChangeBankAccountName sets the account's name in English letters. It is for members of KTB, TMB and
// BBL whose stored name is not in English letters. Errors: INVALID_BANK for other members,
// BANK_ACCOUNT_NAME_ENG for a name in other letters.
func (s *Service) ChangeBankAccountName(ctx context.Context, change BankNameChange) (*web.Response[Person], error) {
	change.BankAccountName = strings.ToUpper(strings.Join(strings.Fields(change.BankAccountName), " "))
	if !isLatinName(change.BankAccountName) || len(change.BankAccountName) > maxName {
		return nil, apperr.Field(apperr.BankAccountNameEng, "bankAccountName")
	}
	return s.changeMember(ctx, change, func(q *db.Queries, m db.Member, version int64) error {
		if change.BankCode != m.BankCode || !needsEnglishName(m.BankCode) || isLatinName(m.BankAccountName) {
			return apperr.Field(apperr.InvalidBank, "bankCode").WithStatus(http.StatusConflict)
		}
		return q.SetBankAccountName(ctx, db.SetBankAccountNameParams{ID: m.ID, BankAccountName: change.BankAccountName, Version: version})
	})
}

// changeMember runs one change of the caller's row and returns the new state.
func (s *Service) changeMember(ctx context.Context, fields any, change func(*db.Queries, db.Member, int64) error) (*web.Response[Person], error) {
	return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, Person, error) {
		if _, err := s.Ledger.LockTx(ctx, tx, web.Member(ctx)); err != nil {
			return 0, Person{}, err
		}
		q := db.New(tx)
		m, err := q.LockMember(ctx, web.Member(ctx))
		if err != nil {
			return 0, Person{}, err
		}
		version, err := pg.NextVersion(ctx, tx, m.ID)
		if err != nil {
			return 0, Person{}, err
		}
		if err := change(q, m, version); err != nil {
			return 0, Person{}, err
		}
		person, err := s.Person(ctx, tx, m.ID)
		return http.StatusOK, person, err
	})
}
