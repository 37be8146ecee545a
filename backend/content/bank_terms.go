package content

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// BankTerms is a bank as operators edit it.
type BankTerms struct {
	Code string `json:"code"`
	// Number is the bank's number in slips, transfers and payouts.
	Number      string `json:"number"`
	Currency    string `json:"currency"`
	Name        Text   `json:"name"`
	Recommended bool   `json:"recommended"`
	Position    int32  `json:"position"`
}

var (
	bankCode   = regexp.MustCompile(`^[A-Z][A-Z0-9]{1,11}$`)
	bankNumber = map[string]*regexp.Regexp{baht: regexp.MustCompile(`^[0-9]{3}$`), kip: regexp.MustCompile(`^([0-9]{8}|[A-Z]{2,8})$`)}
)

// BankCodes returns the codes of all banks, in the order in which the app shows them.
func (c *Service) BankCodes(ctx context.Context, q pg.DB) (codes []string, err error) {
	rows, err := db.New(q).ListBanks(ctx)
	for _, r := range rows {
		codes = append(codes, r.Code)
	}
	return codes, err
}

// BankTerms returns a bank as operators edit it; found is false if there is none with this code.
func (c *Service) BankTerms(ctx context.Context, q pg.DB, code string) (b BankTerms, found bool, err error) {
	r, err := db.New(q).GetBankByCode(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) {
		return b, false, nil
	}
	b = BankTerms{Code: r.Code, Number: r.Number, Currency: r.Currency, Name: Text{TH: r.NameTh, LO: r.NameLo, EN: r.NameEn}, Recommended: r.Recommended, Position: r.Position}
	return b, err == nil, err
}

// CheckBank checks a bank against its bounds. The currency of a stored bank cannot change, because its
// accounts have that currency. Error: INVALID_USER_INFO with the invalid field.
func (c *Service) CheckBank(ctx context.Context, q pg.DB, b BankTerms) error {
	switch {
	case !bankCode.MatchString(b.Code) || b.Code == OwnWallet:
		return badBank("code", "2 to 12 capitals and digits")
	case bankNumber[b.Currency] == nil:
		return badBank("currency", "BAHT or LAK")
	case !bankNumber[b.Currency].MatchString(b.Number):
		return badBank("number", "three digits; of a Lao bank eight digits, or 2 to 8 capitals")
	case !b.Name.IsShort(100):
		return badBank("name", "1 to 100 characters in three languages")
	}
	if other, found, err := c.BankByNumber(ctx, q, b.Number); err != nil || found && other.Code != b.Code {
		return errors.Join(err, badBank("number", "another bank has it"))
	}
	old, found, err := c.BankTerms(ctx, q, b.Code)
	if err == nil && found && old.Currency != b.Currency {
		err = badBank("currency", "another currency is another code")
	}
	return err
}

// PutBank stores a bank that CheckBank has accepted.
func (c *Service) PutBank(ctx context.Context, q pg.DB, b BankTerms) error {
	return db.New(q).UpsertBank(ctx, db.UpsertBankParams{
		Code: b.Code, Number: b.Number, Currency: b.Currency, NameTh: b.Name.TH, NameEn: b.Name.EN, NameLo: b.Name.LO, Recommended: b.Recommended, Position: b.Position,
	})
}

// SourceTerms is a choice for "where did you hear of us", as operators edit it.
type SourceTerms struct {
	Code     string `json:"code"`
	Name     Text   `json:"name"`
	Position int32  `json:"position"`
}

var sourceCode = regexp.MustCompile(`^[A-Z][A-Z0-9_]{1,19}$`)

// Check checks a source against its bounds. Error: INVALID_USER_INFO with the invalid field.
func (s SourceTerms) Check() error {
	if !sourceCode.MatchString(s.Code) {
		return badSource("code", "2 to 20 capitals, digits and underscores")
	}
	if !s.Name.IsShort(60) {
		return badSource("name", "1 to 60 characters in three languages")
	}
	return nil
}

// SourceCodes returns the codes of all sources, in the order in which the app shows them.
func (c *Service) SourceCodes(ctx context.Context, q pg.DB) (codes []string, err error) {
	rows, err := db.New(q).ListSources(ctx)
	for _, r := range rows {
		codes = append(codes, r.Code)
	}
	return codes, err
}

// SourceTerms returns a source as operators edit it; found is false if there is none with this code.
func (c *Service) SourceTerms(ctx context.Context, q pg.DB, code string) (s SourceTerms, found bool, err error) {
	r, err := db.New(q).GetSource(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, false, nil
	}
	return SourceTerms{Code: r.Code, Name: Text{TH: r.Th, LO: r.Lo, EN: r.En}, Position: r.Position}, err == nil, err
}

// PutSource stores a source that Check has accepted.
func (c *Service) PutSource(ctx context.Context, q pg.DB, s SourceTerms) error {
	return db.New(q).UpsertSource(ctx, db.UpsertSourceParams{Code: s.Code, Th: s.Name.TH, Lo: s.Name.LO, En: s.Name.EN, Position: s.Position})
}

// DeleteSource removes a source. Members who chose the source keep its code.
func (c *Service) DeleteSource(ctx context.Context, q pg.DB, code string) error {
	return db.New(q).DeleteSource(ctx, code)
}

func badBank(field, why string) error { return badTerms("bank", field, why) }

func badSource(field, why string) error { return badTerms("source", field, why) }

func badTerms(kind, field, why string) error {
	return apperr.Wrap(apperr.InvalidUserInfo, fmt.Errorf("%s: %s: %s", kind, field, why)).WithField(field, apperr.InvalidUserInfo)
}
