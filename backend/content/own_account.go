package content

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/plain"
	"krapao/backend/platform/thaiqr"
)

// OwnWallet is the bank code of the site's digital wallets.
const OwnWallet = "WALLET"

// OwnAccount is an account of the site into which members pay. A bank account is identified by bank code
// and number, a digital wallet (OwnWallet) by its holder.
type OwnAccount struct {
	Bank     string `json:"bank"`
	No       string `json:"no"`
	Name     string `json:"name"`
	Mode     string `json:"mode"`           // AUTO or SMS; for a wallet AUTO or gift
	Type     string `json:"type,omitempty"` // bank or PAYMENT
	Currency string `json:"currency,omitempty"`
	Open     bool   `json:"open"`
	Position int32  `json:"position"`
	// LAPNet is the text of the account's printed LAPNet QR code, for an account at a Lao bank.
	LAPNet string `json:"lapnet,omitempty"`
	// Proxies are the account's PromptPay proxies: phones of 10 digits, tax ids of 13, e-wallets of 15. On a
	// slip, a proxy may replace the account number.
	Proxies []string `json:"proxies,omitempty"`
}

// accountDigits has the format of account numbers by currency. Lao account numbers are longer.
var accountDigits = map[string]*regexp.Regexp{baht: regexp.MustCompile(`^[0-9]{9,15}$`), kip: regexp.MustCompile(`^[0-9]{9,20}$`)}

// Key returns the account's unique key: ParseOwnKey parses it.
func (a OwnAccount) Key() string {
	if a.Bank == OwnWallet {
		return OwnWallet + ":" + a.Name
	}
	return a.Bank + ":" + a.No
}

// ParseOwnKey returns an account with only those fields that its key contains.
func ParseOwnKey(name string) OwnAccount {
	bank, no, _ := strings.Cut(name, ":")
	if bank == OwnWallet {
		return OwnAccount{Bank: bank, Name: no}
	}
	return OwnAccount{Bank: bank, No: no}
}

// OwnAccounts returns all accounts of the site, also the hidden ones.
func (c *Service) OwnAccounts(ctx context.Context, q pg.DB) ([]OwnAccount, error) {
	rows, err := db.New(q).ListDepositAccounts(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]OwnAccount, 0, len(rows))
	for _, r := range rows {
		out = append(out, toOwnAccount(db.DepositAccount{
			BankCode: r.BankCode, AccountNo: r.AccountNo, AccountName: r.AccountName, Mode: r.Mode, BankType: r.BankType,
			Currency: r.Currency, Open: r.Open, Position: r.Position, Lapnet: r.Lapnet, Proxies: r.Proxies,
		}))
	}
	wallets, err := db.New(q).ListDepositWallets(ctx)
	for _, w := range wallets {
		out = append(out, toOwnWallet(w))
	}
	return out, err
}

func toOwnAccount(r db.DepositAccount) OwnAccount {
	a := OwnAccount{
		Bank: r.BankCode, No: r.AccountNo, Name: r.AccountName, Mode: r.Mode, Type: r.BankType,
		Currency: r.Currency, Open: r.Open, Position: r.Position, LAPNet: r.Lapnet,
	}
	if len(r.Proxies) > 0 {
		a.Proxies = r.Proxies
	}
	return a
}

func toOwnWallet(w db.DepositWallet) OwnAccount {
	return OwnAccount{Bank: OwnWallet, No: w.Mobile, Name: w.AccountName, Mode: w.Mode, Open: w.Open, Position: w.Position}
}

// FindOwn returns the stored account with the same key, or nil if a is new.
func (c *Service) FindOwn(ctx context.Context, q pg.DB, a OwnAccount) (*OwnAccount, error) {
	var out OwnAccount
	if a.Bank == OwnWallet {
		w, err := db.New(q).GetDepositWallet(ctx, a.Name)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, nil
		}
		out = toOwnWallet(w)
		return &out, err
	}
	r, err := db.New(q).GetDepositAccount(ctx, db.GetDepositAccountParams{BankCode: a.Bank, AccountNo: a.No})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	out = toOwnAccount(r)
	return &out, err
}

// CheckOwn returns a cleaned account. Error: INVALID_USER_INFO with the invalid field.
func (c *Service) CheckOwn(ctx context.Context, q pg.DB, a OwnAccount) (OwnAccount, error) {
	a.Name = plain.Line(a.Name)
	if n := utf8.RuneCountInString(a.Name); n == 0 || n > 100 {
		return a, badOwn("name", "it has 1 to 100 characters")
	}
	if a.Bank == OwnWallet {
		if !accountDigits[baht].MatchString(a.No) {
			return a, badOwn("no", "it has 9 to 15 digits")
		}
		if a.Mode != "AUTO" && a.Mode != "gift" {
			return a, badOwn("mode", "AUTO or gift")
		}
		a.Type, a.Currency, a.LAPNet, a.Proxies = "", "", "", nil
		return a, nil
	}
	if a.Type == "" {
		a.Type = "bank"
	}
	if a.Currency == "" {
		a.Currency = baht
	}
	isDigits := tidyProxies(&a)
	bank, known, err := c.Bank(ctx, q, a.Bank)
	switch {
	case err != nil:
		return a, err
	case !known:
		return a, badOwn("bank", "there is no such bank")
	case a.Mode != "AUTO" && a.Mode != "SMS":
		return a, badOwn("mode", "AUTO or SMS")
	case a.Type != "bank" && a.Type != "PAYMENT":
		return a, badOwn("type", "bank or PAYMENT")
	case a.Currency != bank.Currency:
		return a, badOwn("currency", "that bank holds "+bank.Currency)
	case !accountDigits[a.Currency].MatchString(a.No):
		return a, badOwn("no", "it has 9 to 15 digits, of a Lao bank 9 to 20")
	case !isDigits || len(a.Proxies) > maxProxies || len(a.Proxies) > 0 && a.Currency != baht:
		return a, badOwn("proxies", "at most five, of 10, 13 or 15 digits, of a Thai bank")
	case a.LAPNet != "" && !isLAPNetCode(a.LAPNet, bank):
		return a, badOwn("lapnet", "it is the text of a LAPNet code of that bank, without an amount")
	}
	return a, nil
}

// maxProxies is the maximum number of an account's PromptPay proxies.
const maxProxies = 5

var proxyDigits = regexp.MustCompile(`^(0[0-9]{9}|[0-9]{13}|[0-9]{15})$`)

// tidyProxies normalises an account's proxies to digits without duplicates. It returns whether all of them
// are valid.
func tidyProxies(a *OwnAccount) bool {
	var out []string
	for _, p := range a.Proxies {
		p = strings.NewReplacer(" ", "", "-", "").Replace(plain.Digits(p))
		if !proxyDigits.MatchString(p) {
			return false
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	a.Proxies = out
	return true
}

// isLAPNetCode returns whether code is the text of a LAPNet QR code for an account at the bank, without an
// amount. The other fields matter only to the payer's app.
func isLAPNetCode(code string, bank Bank) bool {
	p, err := thaiqr.ParsePayment(code)
	return err == nil && strings.TrimSpace(code) == code && p.Bank == bank.Number && !p.Dynamic && p.Amount == 0
}

// PutOwn stores an account that CheckOwn has accepted.
func (c *Service) PutOwn(ctx context.Context, q pg.DB, a OwnAccount) error {
	if a.Bank == OwnWallet {
		return db.New(q).UpsertDepositWallet(ctx, db.UpsertDepositWalletParams{AccountName: a.Name, Mobile: a.No, Mode: a.Mode, Open: a.Open, Position: a.Position})
	}
	return db.New(q).UpsertDepositAccount(ctx, db.UpsertDepositAccountParams{
		BankCode: a.Bank, BankType: a.Type, Mode: a.Mode, AccountName: a.Name, AccountNo: a.No, Currency: a.Currency, Open: a.Open, Position: a.Position, Lapnet: a.LAPNet,
		Proxies: append([]string{}, a.Proxies...),
	})
}

func badOwn(field, why string) error { return badTerms("account", field, why) }
