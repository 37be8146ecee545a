package content

import (
	"context"
	"time"

	"krapao/backend/content/internal/db"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

// The responses of the lookups.
type (
	// Banks are the banks at which members may hold an account.
	Banks struct {
		Banks []Bank `json:"banks"`
	}
	// Source is a choice for where a member found the site.
	Source struct {
		Code        string `json:"code"`
		Description string `json:"description"`
	}
	// Sources are the choices for where a member found the site.
	Sources struct {
		Sources []Source `json:"sources"`
	}
	// BankName is a bank's name in each language.
	BankName struct {
		NameTH string `json:"nameTH"`
		NameEN string `json:"nameEN"`
		NameLO string `json:"nameLO"`
	}
	// DepositBank is a bank account of the site into which members pay.
	DepositBank struct {
		Bank            BankName `json:"bank"`
		BankCode        string   `json:"bankCode"`
		BankType        string   `json:"bankType" enum:"PAYMENT,bank"`
		Mode            string   `json:"mode" enum:"AUTO,SMS"`
		BankAccountName string   `json:"bankAccountName"`
		BankAccountNo   string   `json:"bankAccountNo"`
		Currency        string   `json:"currency"`
		LAPNet          string   `json:"lapnet,omitempty" doc:"The text of the account's LAPNet QR code. The app may add an amount to the text before it draws the code."`
	}
	// DepositWallet is a digital wallet of the site into which members pay.
	DepositWallet struct {
		WalletAccountName string `json:"walletAccountName"`
		WalletAccountNo   string `json:"walletAccountNo" doc:"The phone number to pay to; AUTO only."`
		Mode              string `json:"mode" enum:"AUTO,gift"`
	}
	// Deposit lists the deposit methods.
	Deposit struct {
		IsManual bool            `json:"isManual"`
		Banks    []DepositBank   `json:"banks"`
		Wallets  []DepositWallet `json:"wallets"`
		QR       []DepositQR     `json:"qr" doc:"The open gateways by priority. Send the request to the first gateway that accepts the amount."`
		QRPaused []string        `json:"qrPaused,omitempty" doc:"Gateways that are paused now."`
	}
	// Conditions are HTML texts.
	Conditions struct {
		Conditions []string `json:"conditions"`
	}
	// Agreements are HTML texts to which members agree.
	Agreements struct {
		Agreements []string `json:"agreements"`
	}
	// Notice is an HTML text.
	Notice struct {
		Notice string `json:"notice"`
	}
	// Info has the name and website of the service.
	Info struct {
		Name    string `json:"name"`
		Website string `json:"website"`
	}
	// Contact has the ways to reach support.
	Contact struct {
		ContactText string `json:"contactText"`
		LineLink    string `json:"lineLink"`
		LineName    string `json:"lineName"`
		LineQR      string `json:"lineQR"`
	}
	// Withdraw has the limits of a withdrawal.
	Withdraw struct {
		WithdrawMin      money.Satang `json:"withdrawMin"`
		WithdrawMax      money.Satang `json:"withdrawMax"`
		AutoLimit        money.Satang `json:"autoLimit" doc:"A withdrawal above this amount waits for a cashier's approval."`
		TurnoverMultiple float64      `json:"turnoverMultiple"`
		BonusEnd         money.Satang `json:"bonusEnd"`
	}
	// SlipRules are the hours in which slips are accepted, and how old they may be.
	SlipRules struct {
		Open          bool       `json:"open"`
		ClosedFrom    *time.Time `json:"closedFrom" nullable:"true"`
		ClosedUntil   *time.Time `json:"closedUntil" nullable:"true"`
		MaxBytes      int64      `json:"maxBytes"`
		WithinMinutes int        `json:"withinMinutes"`
	}
	// Active is the state of the site: terminated is "gone" if the site is closed.
	Active struct {
		Terminated string `json:"terminated"`
	}
	// RegisterOTP says whether registering needs a one-time code.
	RegisterOTP struct {
		RegisterOTP bool `json:"registerOTP"`
	}
	// ChatWidget says whether the live chat is on.
	ChatWidget struct {
		EnableChatWidget bool `json:"enableChatWidget"`
	}
)

func (c *Service) readBanks(ctx context.Context, _ string) (Banks, error) {
	currencies := []string{baht}
	if c.Laos {
		currencies = append(currencies, kip)
	}
	rows, err := db.New(c.pool).ListBanksOfCurrencies(ctx, currencies)
	out := Banks{Banks: make([]Bank, 0, len(rows))}
	for _, r := range rows {
		out.Banks = append(out.Banks, toBank(r))
	}
	return out, err
}

func (c *Service) readSources(ctx context.Context, locale string) (Sources, error) {
	rows, err := db.New(c.pool).ListSources(ctx)
	out := Sources{Sources: make([]Source, 0, len(rows))}
	for _, r := range rows {
		out.Sources = append(out.Sources, Source{Code: r.Code, Description: Text{r.Th, r.Lo, r.En}.In(locale)})
	}
	return out, err
}

// readDeposit returns the deposit methods for the caller's currency. Digital wallets and gateways exist for
// baht only.
func (c *Service) readDeposit(ctx context.Context, _ string) (Deposit, error) {
	currency := web.From(ctx).Caller.Currency
	s, err := c.Settings(ctx, c.pool)
	if err != nil {
		return Deposit{}, err
	}
	accounts, err := c.Accounts(ctx, c.pool)
	qr := c.gateways(ctx, c.pool, currency)
	out := Deposit{IsManual: s.IsManual, Banks: []DepositBank{}, Wallets: []DepositWallet{}, QR: qr.Open, QRPaused: qr.Paused}
	for _, a := range accounts {
		if a.Open && a.Currency == currency {
			out.Banks = append(out.Banks, DepositBank{
				Bank: a.BankName, BankCode: a.BankCode, BankType: a.BankType, Mode: a.Mode,
				BankAccountName: a.Name, BankAccountNo: a.No, Currency: a.Currency, LAPNet: a.LAPNet,
			})
		}
	}
	if err != nil || currency == kip {
		return out, err
	}
	wallets, err := db.New(c.pool).ListOpenDepositWallets(ctx)
	for _, w := range wallets {
		if w.Mode == "gift" && s.IsPaused(ServiceGift) {
			continue
		}
		shown := DepositWallet{WalletAccountName: w.AccountName, Mode: w.Mode}
		if w.Mode == "AUTO" {
			shown.WalletAccountNo = w.Mobile
		}
		out.Wallets = append(out.Wallets, shown)
	}
	return out, err
}

func (c *Service) readTexts(ctx context.Context, kind, locale string) ([]string, error) {
	rows, err := db.New(c.pool).ListTexts(ctx, kind)
	out := make([]string, 0, len(rows))
	for _, r := range rows {
		out = append(out, Text{r.Th, r.Lo, r.En}.In(locale))
	}
	return out, err
}

func (c *Service) readConditions(ctx context.Context, locale string) (Conditions, error) {
	texts, err := c.readTexts(ctx, "condition", locale)
	return Conditions{texts}, err
}

func (c *Service) readAgreements(ctx context.Context, locale string) (Agreements, error) {
	texts, err := c.readTexts(ctx, "agreement", locale)
	return Agreements{texts}, err
}

func (c *Service) readNotice(ctx context.Context, locale string) (Notice, error) {
	text, err := c.readFirstText(ctx, "notice", locale)
	return Notice{text}, err
}

func (c *Service) readFirstText(ctx context.Context, kind, locale string) (string, error) {
	texts, err := c.readTexts(ctx, kind, locale)
	if err != nil || len(texts) == 0 {
		return "", err
	}
	return texts[0], nil
}

func (c *Service) readContact(ctx context.Context, locale string) (Contact, error) {
	s, err := c.Settings(ctx, c.pool)
	if err != nil {
		return Contact{}, err
	}
	text, err := c.readFirstText(ctx, "contact", locale)
	return Contact{ContactText: text, LineLink: s.LineLink, LineName: s.LineName, LineQR: s.LineQR}, err
}

// readSettings returns the read function of a lookup that consists of settings only.
func readSettings[T any](c *Service, convert func(Settings, string) T) func(context.Context, string) (T, error) {
	return func(ctx context.Context, locale string) (T, error) {
		s, err := c.Settings(ctx, c.pool)
		return convert(s, locale), err
	}
}

func (c *Service) readWithdraw(ctx context.Context, _ string) (Withdraw, error) {
	s, err := c.Settings(ctx, c.pool)
	m := s.For(web.From(ctx).Caller.Currency)
	return Withdraw{
		WithdrawMin: m.WithdrawMin, WithdrawMax: m.WithdrawMax, AutoLimit: m.WithdrawAuto, TurnoverMultiple: s.Turnover, BonusEnd: m.BonusEnd,
	}, err
}

func (c *Service) toSlipRules(s Settings, _ string) SlipRules {
	closed, from, until := s.SlipClose.Contains(c.clock())
	out := SlipRules{Open: !closed && !s.IsPaused(ServiceSlip), MaxBytes: MaxSlipBytes, WithinMinutes: int(s.SlipWithin)}
	if !until.IsZero() {
		from, until = from.UTC(), until.UTC()
		out.ClosedFrom, out.ClosedUntil = &from, &until
	}
	return out
}

func toActive(s Settings, _ string) Active {
	if s.SiteGone {
		return Active{Terminated: "gone"}
	}
	return Active{}
}
