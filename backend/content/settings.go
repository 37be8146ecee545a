package content

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"krapao/backend/content/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/pg"
)

// Settings are the values that operators set. A setting without a row has its default.
type Settings struct {
	SiteName  Text   `json:"siteName"`
	Website   string `json:"website"`
	LineLink  string `json:"lineLink"`
	LineName  string `json:"lineName"`
	LineQR    string `json:"lineQR"`
	SiteGone  bool   `json:"siteGone"` // the site is closed for good
	IsManual  bool   `json:"isManual"` // every deposit account shows as plain details
	OTPOn     bool   `json:"registerOTP"`
	ChatOn    bool   `json:"enableChatWidget"`
	SlipClose Window `json:"slipClosed"`
	// SlipWithin is how long after the transfer a slip may be submitted.
	SlipWithin  Minutes `json:"slipWithin"`
	WithdrawMin Amounts `json:"withdrawMin"`
	WithdrawMax Amounts `json:"withdrawMax"`
	// WithdrawAuto is the largest amount that is paid out without a cashier's approval.
	WithdrawAuto Amounts `json:"withdrawAuto"`
	// Turnover is the multiple of a deposit that must be played before a withdrawal.
	Turnover float64 `json:"turnoverMultiple"`
	BonusEnd Amounts `json:"bonusEnd"`
	// InviteSuccess and InviteFail are percentages of the wins and losses of the member's friends. RefundSuccess
	// and RefundFail are percentages of the member's own. A cap limits the amount that a member gets in a day.
	InviteSuccess float64 `json:"inviteSuccess"`
	InviteFail    float64 `json:"inviteFail"`
	InviteCap     Amounts `json:"inviteCap"`
	RefundSuccess float64 `json:"refundSuccess"`
	RefundFail    float64 `json:"refundFail"`
	RefundCap     Amounts `json:"refundCap"`
	// CoinPer is the amount that earns one coin for the prize wheel.
	CoinPer Amounts `json:"coinPer"`
	// UnexplainedMember is the amount of a member's payouts that plays need not explain. UnexplainedSlot is
	// the same for all members' payouts from one slot (package games).
	UnexplainedMember Amounts `json:"unexplainedMember"`
	UnexplainedSlot   Amounts `json:"unexplainedSlot"`
	// Paused are the names of the paused services; see Services.
	Paused []string `json:"paused"`
}

// The services that can be paused. QR gateways can be paused, too, by their own names.
const (
	ServiceSlip     = "slip"
	ServiceFeed     = "feed"
	ServiceGift     = "gift"
	ServiceWithdraw = "withdraw"
	ServiceInvite   = "invite" // receiving invite bonuses
	ServiceRefund   = "refund"
)

// Services are the names of all services that can be paused.
var Services = []string{ServiceSlip, ServiceFeed, ServiceGift, ServiceWithdraw, ServiceInvite, ServiceRefund, "KBANK", "WW", "PAYTIMZ", "PAYONEX", "ZPAY"}

// PauseRecheck is how long a job waits before it checks a paused service again.
const PauseRecheck = 30 * time.Second

// IsPaused returns whether a service is paused.
func (s Settings) IsPaused(service string) bool { return slices.Contains(s.Paused, service) }

// NotPausedGuard returns a guard that returns code while a service is paused. It reads the database. So a
// command that begins after the pause was committed is refused on every server.
func NotPausedGuard(service string, code apperr.Code) pg.Guard {
	return pg.Guard{Query: db.GuardPaused, Args: []any{string(code), service}}
}

// CheckNotPaused returns an error with this code (503) and Retry-After while a service is paused, else nil.
func (c *Service) CheckNotPaused(ctx context.Context, service string, code apperr.Code) error {
	wait, err := c.PauseWait(ctx, service)
	if err == nil && wait > 0 {
		err = apperr.New(code).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(wait)
	}
	return err
}

// PauseWait returns how long a job must wait if a service is paused, or 0 if it is not paused.
func (c *Service) PauseWait(ctx context.Context, service string) (time.Duration, error) {
	s, err := c.RecentSettings(ctx)
	if err != nil || !s.IsPaused(service) {
		return 0, err
	}
	return PauseRecheck, nil
}

// Text is one text in three languages.
type Text struct {
	TH string `json:"th"`
	LO string `json:"lo"`
	EN string `json:"en"`
}

// In returns the text in a locale, or in Thai if the locale is unknown.
func (t Text) In(locale string) string {
	switch locale {
	case "lo":
		return t.LO
	case "en":
		return t.EN
	default:
		return t.TH
	}
}

// Minutes is a duration that operators write as a number of minutes.
type Minutes int

// Duration returns the minutes as a time.Duration.
func (m Minutes) Duration() time.Duration { return time.Duration(m) * time.Minute }

// Window is a daily period of Bangkok time, for example "23:30" to "00:30". The zero Window contains no time.
type Window struct {
	From  string `json:"from"`
	Until string `json:"until"`
}

// Contains returns whether now is in the window. from and until are the bounds of the period that contains now.
// If no period contains now, they are the bounds of today's period.
func (w Window) Contains(now time.Time) (in bool, from, until time.Time) {
	start, err1 := time.Parse("15:04", w.From)
	end, err2 := time.Parse("15:04", w.Until)
	if err1 != nil || err2 != nil || w.From == w.Until {
		return false, time.Time{}, time.Time{}
	}
	local := now.In(clock.Bangkok)
	// A window may pass midnight, so yesterday's may still be open.
	for _, day := range []int{-1, 0} {
		from = time.Date(local.Year(), local.Month(), local.Day()+day, start.Hour(), start.Minute(), 0, 0, clock.Bangkok)
		until = time.Date(local.Year(), local.Month(), local.Day()+day, end.Hour(), end.Minute(), 0, 0, clock.Bangkok)
		if !until.After(from) {
			until = until.AddDate(0, 0, 1)
		}
		if !local.Before(from) && local.Before(until) {
			return true, from, until
		}
	}
	return false, from, until
}

func defaultSettings() Settings {
	return Settings{
		SiteName: Text{TH: "กระเป๋า", LO: "ກະເປົາ", EN: "Krapao"},
		OTPOn:    true, ChatOn: true, SlipWithin: 60,
		WithdrawMin: wholeAmounts(100, 50_000), WithdrawMax: wholeAmounts(200_000, 100_000_000), WithdrawAuto: wholeAmounts(50_000, 25_000_000),
		InviteFail: 1, InviteCap: wholeAmounts(2_000, 1_000_000), RefundFail: 1, RefundCap: wholeAmounts(5_000, 2_500_000),
		CoinPer: wholeAmounts(100, 50_000), UnexplainedMember: wholeAmounts(1_000, 500_000), UnexplainedSlot: wholeAmounts(20_000, 10_000_000), Paused: []string{},
	}
}

// Settings reads all settings.
func (c *Service) Settings(ctx context.Context, q pg.DB) (Settings, error) {
	rows, err := db.New(q).ListSettings(ctx)
	if err != nil {
		return Settings{}, err
	}
	stored := make(map[string]json.RawMessage, len(rows))
	for _, r := range rows {
		stored[r.Name] = r.Value
	}
	text, err := json.Marshal(stored)
	if err != nil {
		return Settings{}, err
	}
	s := defaultSettings()
	if err := json.Unmarshal(text, &s); err != nil {
		return Settings{}, fmt.Errorf("content: a setting cannot be read: %w", err)
	}
	return s, nil
}

// RecentSettings returns settings that are at most a second old, for calls where a query costs too much. During an
// operator's change it may return the old or the new value.
func (c *Service) RecentSettings(ctx context.Context) (Settings, error) {
	return c.settings.get(func() (Settings, error) { return c.Settings(ctx, c.pool) })
}

// RecentSettingsTx is RecentSettings within a transaction. It reads on the transaction's own connection. A
// caller that waits for a second connection while it holds one could wait forever.
func (c *Service) RecentSettingsTx(ctx context.Context, tx pg.DB) (Settings, error) {
	return c.settings.get(func() (Settings, error) { return c.Settings(ctx, tx) })
}

// ClearSettingsCache clears the cached settings of this server, after a change was committed.
func (c *Service) ClearSettingsCache() { c.settings.forget() }

// PutSetting stores one setting by its JSON name. It checks only the type. For operators' changes, CheckSetting
// checks the bounds first.
func (c *Service) PutSetting(ctx context.Context, q pg.DB, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	check := defaultSettings()
	if err := json.Unmarshal(fmt.Appendf(nil, "{%q: %s}", name, text), &check); err != nil {
		return fmt.Errorf("content: setting %s: %w", name, err)
	}
	defer c.settings.forget()
	return db.New(q).UpsertSetting(ctx, db.UpsertSettingParams{Name: name, Value: text})
}
