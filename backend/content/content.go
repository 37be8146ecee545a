// Package content stores the texts, banks, accounts and settings that operators write and all users read. It
// serves the thirteen lookups from tables, each with an ETag that changes only when the lookup changes. It also
// returns whether the site is open.
package content

import (
	"context"
	"errors"
	"log/slog"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/content/internal/db"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/pg"
)

// MaxSlipBytes is the largest slip picture that is accepted.
const MaxSlipBytes = 10 << 20

// Service reads the content. Its methods take the pool or transaction from which they read.
type Service struct {
	pool     *pgxpool.Pool
	clock    clock.Clock
	log      *slog.Logger
	settings cached[Settings]
	numbers  cached[map[string]string] // of banks, by code
	// QR returns the QR gateways for the caller; package server sets it. It reads on the given connection, because
	// a sync calls it within its transaction.
	QR func(context.Context, pg.DB) DepositGateways
	// Laos makes the lookup show the banks for kip, too.
	Laos bool
}

// New returns the service of a migrated database.
func New(pool *pgxpool.Pool, now clock.Clock, log *slog.Logger) *Service {
	return &Service{pool: pool, clock: now, log: log}
}

// Bank is a bank at which members may hold their account.
type Bank struct {
	Code string `json:"code"`
	// Number is the bank's number in slips, transfers and payouts: a Thai bank's three digits, or a Lao bank's
	// LAPNet IIN. If we know no IIN, it is the bank's code.
	Number      string `json:"-"`
	Currency    string `json:"currency" enum:"BAHT,LAK" doc:"The currency of the accounts that members may hold at this bank."`
	NameTH      string `json:"nameTH"`
	NameEN      string `json:"nameEN"`
	NameLO      string `json:"nameLO"`
	Recommended bool   `json:"recommended"`
}

func toBank(b db.Bank) Bank {
	return Bank{Code: b.Code, Number: b.Number, Currency: b.Currency, NameTH: b.NameTh, NameEN: b.NameEn, NameLO: b.NameLo, Recommended: b.Recommended}
}

// Bank returns the bank with a code; found is false if there is none.
func (c *Service) Bank(ctx context.Context, q pg.DB, code string) (b Bank, found bool, err error) {
	row, err := db.New(q).GetBankByCode(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) {
		return Bank{}, false, nil
	}
	return toBank(row), err == nil, err
}

// BankNumber returns a bank's number, or "" if there is no such bank. The result is at most a second old.
func (c *Service) BankNumber(ctx context.Context, code string) (string, error) {
	numbers, err := c.bankNumbers(ctx)
	return numbers[code], err
}

func (c *Service) bankNumbers(ctx context.Context) (map[string]string, error) {
	return c.numbers.get(func() (map[string]string, error) {
		rows, err := db.New(c.pool).ListBanks(ctx)
		all := make(map[string]string, len(rows))
		for _, r := range rows {
			all[r.Code] = r.Number
		}
		return all, err
	})
}

// BankCode returns the code of the bank with this number. For an unknown bank it returns the number. The
// result is at most a second old.
func (c *Service) BankCode(ctx context.Context, number string) (string, error) {
	numbers, err := c.bankNumbers(ctx)
	for code, n := range numbers {
		if n == number {
			return code, err
		}
	}
	return number, err
}

// BankByNumber returns the bank with a number; found is false if there is none.
func (c *Service) BankByNumber(ctx context.Context, q pg.DB, number string) (b Bank, found bool, err error) {
	row, err := db.New(q).GetBankByNumber(ctx, number)
	if errors.Is(err, pgx.ErrNoRows) {
		return Bank{}, false, nil
	}
	return toBank(row), err == nil, err
}

// HasSource returns whether there is a choice with this code for where a member found the site.
func (c *Service) HasSource(ctx context.Context, q pg.DB, code string) (bool, error) {
	return db.New(q).HasSource(ctx, code)
}

// RegisterOTP returns whether registering needs a one-time code.
func (c *Service) RegisterOTP(ctx context.Context, q pg.DB) (bool, error) {
	s, err := c.Settings(ctx, q)
	return s.OTPOn, err
}

// Account is one of the site's accounts into which members pay.
type Account struct {
	BankCode   string
	BankNumber string
	BankName   BankName
	BankType   string
	Mode       string
	Name       string
	No         string
	Currency   string
	Open       bool
	// LAPNet is the text of the account's printed LAPNet QR code, or "".
	LAPNet string
	// Proxies are the account's PromptPay phones, tax ids and e-wallets, as digits.
	Proxies []string
}

// Accounts returns all accounts of the site, also the hidden ones: money that reaches one of them is still
// a member's deposit.
func (c *Service) Accounts(ctx context.Context, q pg.DB) ([]Account, error) {
	rows, err := db.New(q).ListDepositAccounts(ctx)
	out := make([]Account, 0, len(rows))
	for _, r := range rows {
		out = append(out, Account{
			BankCode: r.BankCode, BankNumber: r.BankNumber, BankName: BankName{r.NameTh, r.NameEn, r.NameLo}, BankType: r.BankType,
			Mode: r.Mode, Name: r.AccountName, No: r.AccountNo, Currency: r.Currency, Open: r.Open, LAPNet: r.Lapnet, Proxies: r.Proxies,
		})
	}
	return out, err
}

// GiftWallet returns the site's open wallet for gift links with this name. If there is none, it returns the
// first open one. found is false if no wallet is open.
func (c *Service) GiftWallet(ctx context.Context, q pg.DB, name string) (w Wallet, found bool, err error) {
	rows, err := db.New(q).ListOpenDepositWallets(ctx)
	for _, r := range rows {
		if r.Mode == "gift" && (!found || r.AccountName == name) {
			w, found = Wallet{Name: r.AccountName, Mobile: r.Mobile}, true
		}
	}
	return w, found, err
}

// GiftWallets returns all open wallets for gift links.
func (c *Service) GiftWallets(ctx context.Context, q pg.DB) ([]Wallet, error) {
	rows, err := db.New(q).ListOpenDepositWallets(ctx)
	var out []Wallet
	for _, r := range rows {
		if r.Mode == "gift" {
			out = append(out, Wallet{Name: r.AccountName, Mobile: r.Mobile})
		}
	}
	return out, err
}

// Wallet is a digital wallet of the site.
type Wallet struct{ Name, Mobile string }

// Versions returns each lookup's ETag for a locale and a member's currency, for sync.
func (c *Service) Versions(ctx context.Context, q pg.DB, locale, currency string) (map[string]string, error) {
	rows, err := db.New(q).ListLookupVersions(ctx)
	out := make(map[string]string, len(rows))
	for _, r := range rows {
		out[r.Lookup] = etag(r.Version, locale)
	}
	if tag, ok := out["deposit"]; ok {
		out["deposit"] = addInputHash(tag, currency, c.gateways(ctx, q, currency))
		out["withdraw"] = addInputHash(out["withdraw"], currency)
		out["banks"] = addInputHash(out["banks"], c.Laos)
	}
	return out, err
}

func etag(version int64, locale string) string {
	return `"` + strconv.FormatInt(version, 36) + "-" + normalizeLocale(locale) + `"`
}

func normalizeLocale(locale string) string {
	if locale == "lo" || locale == "en" {
		return locale
	}
	return "th"
}

// SiteClosed returns whether the site is closed to members and guests.
func (c *Service) SiteClosed(ctx context.Context) bool {
	s, err := c.RecentSettings(ctx)
	if err != nil {
		c.log.ErrorContext(ctx, "read whether the site is open", "cause", err)
		return false // the call itself will get the same error
	}
	return s.SiteGone
}
