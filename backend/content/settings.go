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

// Settings are what operators decide. A name without a row has its default.
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
	// SlipFresh is how long after the transfer a slip may be handed in.
	SlipFresh   Minutes `json:"slipWithin"`
	WithdrawMin Amounts `json:"withdrawMin"`
	WithdrawMax Amounts `json:"withdrawMax"`
	// WithdrawAuto is the largest amount that is paid out without a cashier's yes.
	WithdrawAuto Amounts `json:"withdrawAuto"`
	// Turnover is the multiple of deposits to be played before withdrawing.
	Turnover float64 `json:"turnoverMultiple"`
	BonusEnd Amounts `json:"bonusEnd"`
	// These are percentages of what is won and lost: by friends, and by a member. A day
	// pays a member at most the cap.
	InviteSuccess float64 `json:"inviteSuccess"`
	InviteFail    float64 `json:"inviteFail"`
	InviteCap     Amounts `json:"inviteCap"`
	RefundSuccess float64 `json:"refundSuccess"`
	RefundFail    float64 `json:"refundFail"`
	RefundCap     Amounts `json:"refundCap"`
	// CoinPer is what a coin of the wheel is earned with.
	CoinPer Amounts `json:"coinPer"`
	// UnexplainedMember is what a member's payouts may contain that no play explains, and
	// UnexplainedSlot what all members' payouts from one slot may contain (package games).
	UnexplainedMember Amounts `json:"unexplainedMember"`
	UnexplainedSlot   Amounts `json:"unexplainedSlot"`
	// Paused are the ways of money that stand still; see Ways.
	Paused []string `json:"paused"`
}

// The ways of money that can be paused beside the QR gateways, which go by their
// own names.
const (
	WaySlip     = "slip"
	WayFeed     = "feed"
	WayGift     = "gift"
	WayWithdraw = "withdraw"
	WayInvite   = "invite" // collecting what friends have earned
	WayRefund   = "refund"
)

// Ways are all of them.
var Ways = []string{WaySlip, WayFeed, WayGift, WayWithdraw, WayInvite, WayRefund, "KBANK", "WW", "PAYTIMZ", "PAYONEX", "ZPAY"}

// PausePause is how long what meets a paused way waits before it looks again.
const PausePause = 30 * time.Second

// IsPaused tells whether a way of money stands still.
func (s Settings) IsPaused(way string) bool { return slices.Contains(s.Paused, way) }

// Open guards a money command by a way of money: code while the way stands still. It
// is the database's own word, so that nothing gets through that began after the
// pause was committed, whichever instance it came to.
func Open(way string, code apperr.Code) pg.Guard {
	return pg.Guard{Query: db.GuardPaused, Args: []any{string(code), way}}
}

// NotPaused refuses with a code, as 503, what comes by a way that stands still.
func (l *Library) NotPaused(ctx context.Context, way string, code apperr.Code) error {
	wait, err := l.Pause(ctx, way)
	if err == nil && wait > 0 {
		err = apperr.New(code).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(wait)
	}
	return err
}

// Pause is how long to wait for a way that stands still; 0 where it does not.
func (l *Library) Pause(ctx context.Context, way string) (time.Duration, error) {
	s, err := l.Recent(ctx)
	if err != nil || !s.IsPaused(way) {
		return 0, err
	}
	return PausePause, nil
}

// Text is one text in the three languages.
type Text struct {
	TH string `json:"th"`
	LO string `json:"lo"`
	EN string `json:"en"`
}

// In answers the text in a locale; Thai where the locale is unknown.
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

// Duration of that many minutes.
func (m Minutes) Duration() time.Duration { return time.Duration(m) * time.Minute }

// Window is a daily time of Bangkok, "23:30" to "00:30"; empty is never.
type Window struct {
	From  string `json:"from"`
	Until string `json:"until"`
}

// At tells whether now is in the window, and when that window began and ends.
func (w Window) At(now time.Time) (in bool, from, until time.Time) {
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

func defaults() Settings {
	return Settings{
		SiteName: Text{TH: "กระเป๋า", LO: "ກະເປົາ", EN: "Krapao"},
		OTPOn:    true, ChatOn: true, SlipFresh: 60,
		WithdrawMin: amounts(100, 50_000), WithdrawMax: amounts(200_000, 100_000_000), WithdrawAuto: amounts(50_000, 25_000_000),
		InviteFail: 1, InviteCap: amounts(2_000, 1_000_000), RefundFail: 1, RefundCap: amounts(5_000, 2_500_000),
		CoinPer: amounts(100, 50_000), UnexplainedMember: amounts(1_000, 500_000), UnexplainedSlot: amounts(20_000, 10_000_000), Paused: []string{},
	}
}

// Settings reads them all.
func (l *Library) Settings(ctx context.Context, q pg.DB) (Settings, error) {
	rows, err := db.New(q).Settings(ctx)
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
	s := defaults()
	if err := json.Unmarshal(text, &s); err != nil {
		return Settings{}, fmt.Errorf("content: a setting cannot be read: %w", err)
	}
	return s, nil
}

// Recent answers settings that were read at most a second ago: for every call,
// where a query would be dear, and a call that was under way when an operator
// changed one may have it either way.
func (l *Library) Recent(ctx context.Context) (Settings, error) {
	return l.settings.get(func() (Settings, error) { return l.Settings(ctx, l.pool) })
}

// RecentTx is Recent within a transaction: it reads by the transaction's own connection,
// since whoever waits for a second one while holding a first may wait for ever.
func (l *Library) RecentTx(ctx context.Context, tx pg.DB) (Settings, error) {
	return l.settings.get(func() (Settings, error) { return l.Settings(ctx, tx) })
}

// Forget has this instance read the settings anew: after a change was committed.
func (l *Library) Forget() { l.settings.forget() }

// Put stores one setting by its JSON name. What operators set goes through
// SettingChange, which checks its bounds.
func (l *Library) Put(ctx context.Context, q pg.DB, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	check := defaults()
	if err := json.Unmarshal(fmt.Appendf(nil, "{%q: %s}", name, text), &check); err != nil {
		return fmt.Errorf("content: setting %s: %w", name, err)
	}
	defer l.settings.forget()
	return db.New(q).SettingPut(ctx, db.SettingPutParams{Name: name, Value: text})
}
