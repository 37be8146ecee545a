package identity

import (
	"context"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// PayoutChange is a new bank account for a member's withdrawals.
type PayoutChange struct {
	BankCode string `json:"bankCode"`
	No       string `json:"bankAccountNo"`
	Name     string `json:"bankAccountName"`
}

// CheckPayoutAccount returns the change with its name and number normalised. It has the errors of a
// registration: INVALID_BANK, INVALID_USER_INFO, BANK_ACCOUNT_NAME_ENG.
func (s *Service) CheckPayoutAccount(ctx context.Context, q pg.DB, c PayoutChange, currency ledger.Currency) (PayoutChange, error) {
	c.Name, c.No = strings.ToUpper(strings.Join(strings.Fields(c.Name), " ")), accountDigits(c.No)
	bank, known, err := s.Content.Bank(ctx, q, c.BankCode)
	switch {
	case err != nil:
		return c, err
	case !known || bank.Currency != string(currency):
		return c, apperr.Field(apperr.InvalidBank, "bankCode")
	case !isValidAccountNo(c.No, bank.Currency):
		return c, apperr.Field(apperr.InvalidUserInfo, "bankAccountNo")
	case !ValidHolder(c.Name):
		return c, apperr.Field(apperr.InvalidUserInfo, "bankAccountName")
	case needsEnglishName(c.BankCode) && !isLatinName(c.Name):
		return c, apperr.Field(apperr.BankAccountNameEng, "bankAccountName")
	}
	return c, nil
}

// SetPayoutAccountTx changes a member's payout account in the caller's transaction. Errors: EXISTING_BANK if
// the account belongs to another member; those of CheckPayoutAccount; NO_DATA for an unknown member.
func (s *Service) SetPayoutAccountTx(ctx context.Context, tx pgx.Tx, member int64, c PayoutChange) error {
	m, err := s.Member(ctx, tx, member)
	if err != nil {
		return err
	}
	if c, err = s.CheckPayoutAccount(ctx, tx, c, m.Currency); err != nil {
		return err
	}
	// The lock orders this with withdrawals: each is sent to the old account or to the new one.
	if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
		return err
	}
	version, err := pg.NextVersion(ctx, tx, member)
	if err != nil {
		return err
	}
	err = db.New(tx).SetPayoutAccount(ctx, db.SetPayoutAccountParams{ID: member, BankCode: c.BankCode, BankAccountNo: c.No, BankAccountName: c.Name, Version: version})
	if pg.ViolatedUnique(err) == "member_bank_once" {
		return apperr.Field(apperr.ExistingBank, "bankAccountNo")
	}
	return err
}

// Payout returns a member's payout account.
func (m Member) Payout() PayoutChange {
	return PayoutChange{BankCode: m.BankCode, No: m.AccountNo, Name: m.AccountName}
}

// ReplacePayoutAccountTx is SetPayoutAccountTx with a condition: the member's payout account must still be
// old, on which the decision was based. Error: NO_DATA (409) if it has changed since.
func (s *Service) ReplacePayoutAccountTx(ctx context.Context, tx pgx.Tx, member int64, old, c PayoutChange) error {
	if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
		return err
	}
	m, err := s.Member(ctx, tx, member)
	if err != nil {
		return err
	}
	if m.Payout() != old {
		return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	return s.SetPayoutAccountTx(ctx, tx, member, c)
}

// FoundMember is a member in the operators' search.
type FoundMember struct {
	ID          string `json:"_id"`
	Name        string `json:"name"`
	Phone       string `json:"phone"`
	BankCode    string `json:"bankCode"`
	AccountName string `json:"accountName"`
	AccountNo   string `json:"accountNo"`
	Currency    string `json:"currency"`
	Active      bool   `json:"active"`
}

var likeEscape = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// FindMembers returns at most 20 members that match text: a phone, an _id or an account number. If nobody has it, text
// is a part of the account's or the member's name. Numbers may contain spaces.
func (s *Service) FindMembers(ctx context.Context, text string) ([]FoundMember, error) {
	text = strings.TrimSpace(text)
	out := []FoundMember{}
	if text == "" {
		return out, nil
	}
	keyed, err := s.q().ListMembersByKey(ctx, db.ListMembersByKeyParams{Text: text, Digits: s.normalisePhone(accountDigits(text))})
	for _, r := range keyed {
		out = append(out, toFoundMember(db.ListMembersByIDRow(r)))
	}
	if err != nil || len(out) > 0 || utf8.RuneCountInString(text) < minNamePart {
		return out, err
	}
	escaped, hasCase := likeEscape.Replace(text), strings.ToLower(text) != strings.ToUpper(text)
	newest, err := s.q().ListNewestMembersByName(ctx, db.ListNewestMembersByNameParams{Escaped: escaped, HasCase: hasCase})
	if err != nil {
		return out, err
	}
	if len(newest) == maxFound {
		for _, r := range newest {
			out = append(out, toFoundMember(db.ListMembersByIDRow(r)))
		}
		return out, nil
	}
	all, err := s.q().ListMembersByName(ctx, db.ListMembersByNameParams{Text: text, Escaped: escaped, HasCase: hasCase})
	for _, r := range all {
		out = append(out, toFoundMember(db.ListMembersByIDRow(r)))
	}
	return out, err
}

// maxFound is the maximum number of members that the searches by a name return.
const maxFound = 20

// minNamePart is the minimum length of a part of a name, in characters. The trigrams of the index have this
// length.
const minNamePart = 3

// MembersByID returns the members with these internal ids, in the form of FindMembers.
func (s *Service) MembersByID(ctx context.Context, ids []int64) (map[int64]FoundMember, error) {
	rows, err := s.q().ListMembersByID(ctx, ids)
	out := make(map[int64]FoundMember, len(rows))
	for _, r := range rows {
		out[r.ID] = toFoundMember(r)
	}
	return out, err
}

func toFoundMember(r db.ListMembersByIDRow) FoundMember {
	return FoundMember{
		ID: r.PublicID, Name: r.Name, Phone: r.Phone, BankCode: r.BankCode, AccountName: r.BankAccountName, AccountNo: r.BankAccountNo,
		Currency: r.Currency, Active: r.Active,
	}
}
