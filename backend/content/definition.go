package content

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/plain"
)

// Definition is a setting that operators may change.
type Definition struct {
	Name string
	Help string
	// NeedsTwoAdmins is true if a change of the setting needs two admins, because it can cost money.
	NeedsTwoAdmins bool
	accepts        func(Settings) bool
}

// Definitions lists all settings, in the order in which they are shown.
var Definitions = []Definition{
	{"siteName", `{"th","lo","en"}: the service's name`, false, func(s Settings) bool { return s.SiteName.IsShort(60) }},
	{"website", "its https address", false, func(s Settings) bool { return isLink(s.Website) }},
	{"lineLink", "support's LINE: an https address", false, func(s Settings) bool { return isLink(s.LineLink) }},
	{"lineName", "support's LINE, to read", false, func(s Settings) bool {
		return s.LineName == plain.Line(s.LineName) && utf8.RuneCountInString(s.LineName) <= 60
	}},
	{"lineQR", "support's LINE as a picture: its https address", false, func(s Settings) bool { return isLink(s.LineQR) }},
	{"siteGone", "true sends members and guests away", false, acceptAny},
	{"isManual", "true shows every deposit account as plain details", false, acceptAny},
	{"registerOTP", "registering needs a code by SMS", false, acceptAny},
	{"enableChatWidget", "the chat is shown", false, acceptAny},
	{"slipClosed", `{"from":"23:30","until":"00:30"} of Bangkok, daily: no slips are taken`, false, func(s Settings) bool { return s.SlipClose.isValid() }},
	{"paused", `paused services, such as ["slip","withdraw","invite","KBANK"]`, false, func(s Settings) bool { return areServices(s.Paused) }},
	{"slipWithin", "minutes after its transfer that a slip is taken", true, func(s Settings) bool { return s.SlipWithin >= 1 && s.SlipWithin <= 24*60 }},
	{"withdrawMin", `{"BAHT","LAK"}: least amount of a withdrawal`, true, inEachCurrency(CurrencySettings.limitsAreConsistent)},
	{"withdrawMax", `{"BAHT","LAK"}: largest amount of a withdrawal`, true, inEachCurrency(CurrencySettings.limitsAreConsistent)},
	{"withdrawAuto", `{"BAHT","LAK"}: maximum paid without approval, per payout and per day`, true, inEachCurrency(CurrencySettings.limitsAreConsistent)},
	{"turnoverMultiple", "wagering requirement: times a deposit is bet before withdrawal", true, func(s Settings) bool { return s.Turnover >= 0 && s.Turnover <= 100 }},
	{"bonusEnd", `{"BAHT","LAK"}: at or below this total a bonus ends`, true, inEachCurrency(isValidBonusEnd)},
	{"inviteSuccess", "percent of an invited member's net win", true, func(s Settings) bool { return isPercent(s.InviteSuccess) }},
	{"inviteFail", "percent of an invited member's net loss", true, func(s Settings) bool { return isPercent(s.InviteFail) }},
	{"coinPer", `{"BAHT","LAK"}: what a coin of the wheel is earned with`, true, inEachCurrency(func(m CurrencySettings) bool { return isCoinPer(m.CoinPer) })},
	{"inviteCap", `{"BAHT","LAK"}: the most that a day of friends' play earns a member`, true, capCheck(func(s Settings) Amounts { return s.InviteCap })},
	{"refundSuccess", "percent of a member's own net win", true, func(s Settings) bool { return isPercent(s.RefundSuccess) }},
	{"refundFail", "percent of a member's own net loss", true, func(s Settings) bool { return isPercent(s.RefundFail) }},
	{"refundCap", `{"BAHT","LAK"}: the most that a day of play refunds a member`, true, capCheck(func(s Settings) Amounts { return s.RefundCap })},
	{"unexplainedMember", `{"BAHT","LAK"}: a member's payouts wait while games have paid them more than this that no play explains`, true, inEachCurrency(boundsAreConsistent)},
	{"unexplainedSlot", `{"BAHT","LAK"}: the same of all members of one game; above it, unexplainedMember is 0 there`, true, inEachCurrency(boundsAreConsistent)},
}

func acceptAny(Settings) bool { return true }

// IsShort returns whether the text in each language is one visible line of at most limit characters. It may
// have no invisible characters and no markup.
func (t Text) IsShort(limit int) bool {
	for _, one := range []string{t.TH, t.LO, t.EN} {
		if one == "" || one != plain.Line(one) || utf8.RuneCountInString(one) > limit || strings.ContainsAny(one, "<>") {
			return false
		}
	}
	return true
}

// isLink accepts an https address, or "".
func isLink(text string) bool {
	u, err := url.Parse(text)
	return text == "" || err == nil && mayLink(u) && len(text) <= 300
}

func (w Window) isValid() bool {
	if w.From == "" && w.Until == "" {
		return true
	}
	_, err1 := time.Parse("15:04", w.From)
	_, err2 := time.Parse("15:04", w.Until)
	return err1 == nil && err2 == nil && w.From != w.Until
}

func areServices(names []string) bool {
	for i, n := range names {
		if !slices.Contains(Services, n) || slices.Contains(names[:i], n) {
			return false
		}
	}
	return names != nil
}

// isCoinPer accepts a whole amount in baht or kip, from 1 to 10,000,000.
func isCoinPer(n money.Satang) bool {
	return n >= money.Baht(1) && n <= money.Baht(10_000_000) && n%100 == 0
}

// maxPercent is the maximum of a percentage. It is far above the percentages that any game's edge can pay for; see
// BreakEven.
const maxPercent = 20

// isPercent accepts 0 to maxPercent with at most two decimals.
func isPercent(n float64) bool {
	return n >= 0 && n <= maxPercent && math.Abs(n*100-math.Round(n*100)) < 1e-6
}

// BreakEven returns, for the percentages of refunds and invite bonuses, the break-even edge of a game in
// percent. A stake earns at most both refund percentages and both invite percentages, and costs the edge. In a
// game with a lower edge, two members who bet on both sides can win. ok is false for other settings.
func (s Settings) BreakEven(name string) (percent float64, ok bool) {
	switch name {
	case "refundSuccess", "refundFail", "inviteSuccess", "inviteFail":
		return s.PercentGivenBack(), true
	}
	return 0, false
}

// PercentGivenBack returns the largest part of a stake that refunds and invite bonuses return, in percent.
func (s Settings) PercentGivenBack() float64 {
	return s.RefundSuccess + s.RefundFail + s.InviteSuccess + s.InviteFail
}

// BreakEvenIf is BreakEven as if the setting name had this value.
func (c *Service) BreakEvenIf(ctx context.Context, q pg.DB, name string, value json.RawMessage) (percent float64, ok bool, err error) {
	next, err := c.settingsWith(ctx, q, name, value)
	if err == nil {
		percent, ok = next.BreakEven(name)
	}
	return percent, ok, err
}

// FindDefinition returns the definition of a setting. Error: NO_DATA for an unknown name.
func FindDefinition(name string) (Definition, error) {
	i := slices.IndexFunc(Definitions, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return Definition{}, apperr.New(apperr.NoData)
	}
	return Definitions[i], nil
}

// SettingsByName returns all current settings, by name.
func (c *Service) SettingsByName(ctx context.Context, q pg.DB) (map[string]json.RawMessage, error) {
	s, err := c.Settings(ctx, q)
	if err != nil {
		return nil, err
	}
	return settingsByName(s)
}

func settingsByName(s Settings) (map[string]json.RawMessage, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	out := map[string]json.RawMessage{}
	return out, json.Unmarshal(text, &out)
}

// CheckSetting checks a new value against its type and bounds, given the current values of the other
// settings. It returns the value to store, in which a currency that the new value omits has its old amount.
// The error's cause describes the fault.
func (c *Service) CheckSetting(ctx context.Context, q pg.DB, name string, value json.RawMessage) (json.RawMessage, error) {
	d, err := FindDefinition(name)
	if err != nil {
		return nil, err
	}
	next, err := c.settingsWith(ctx, q, name, value)
	if err == nil && !d.accepts(next) {
		err = badSetting(name, errors.New("it is out of its bounds: "+d.Help))
	}
	if err != nil {
		return nil, err
	}
	all, err := settingsByName(next)
	return all[name], err
}

// settingsWith returns the current settings with one changed value.
func (c *Service) settingsWith(ctx context.Context, q pg.DB, name string, value json.RawMessage) (Settings, error) {
	d, err := FindDefinition(name)
	if err != nil {
		return Settings{}, err
	}
	next, err := c.Settings(ctx, q)
	if err != nil {
		return Settings{}, err
	}
	decoder := json.NewDecoder(bytes.NewReader(fmt.Appendf(nil, "{%q: %s}", name, value)))
	decoder.DisallowUnknownFields()
	if wrong := decoder.Decode(&next); wrong != nil || len(value) == 0 || bytes.Equal(bytes.TrimSpace(value), []byte("null")) {
		return next, badSetting(name, errors.Join(errors.New("it is not of its type: "+d.Help), wrong))
	}
	return next, nil
}

func badSetting(name string, cause error) error {
	return apperr.Wrap(apperr.InvalidUserInfo, fmt.Errorf("setting %s: %w", name, cause)).WithField(name, apperr.InvalidUserInfo)
}
