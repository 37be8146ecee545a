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
	// Pair says that it takes two people: it can make money.
	Pair  bool
	takes func(Settings) bool
}

// Definitions are all of them, in the order in which they are told.
var Definitions = []Definition{
	{"siteName", `{"th","lo","en"}: the service's name`, false, func(s Settings) bool { return s.SiteName.Fits(60) }},
	{"website", "its https address", false, func(s Settings) bool { return isLink(s.Website) }},
	{"lineLink", "support's LINE: an https address", false, func(s Settings) bool { return isLink(s.LineLink) }},
	{"lineName", "support's LINE, to read", false, func(s Settings) bool {
		return s.LineName == plain.Line(s.LineName) && utf8.RuneCountInString(s.LineName) <= 60
	}},
	{"lineQR", "support's LINE as a picture: its https address", false, func(s Settings) bool { return isLink(s.LineQR) }},
	{"siteGone", "true sends members and guests away", false, anything},
	{"isManual", "true shows every deposit account as plain details", false, anything},
	{"registerOTP", "registering needs a code by SMS", false, anything},
	{"enableChatWidget", "the chat is shown", false, anything},
	{"slipClosed", `{"from":"23:30","until":"00:30"} of Bangkok, daily: no slips are taken`, false, func(s Settings) bool { return s.SlipClose.fits() }},
	{"paused", `paused services, such as ["slip","withdraw","invite","KBANK"]`, false, func(s Settings) bool { return areWays(s.Paused) }},
	{"slipWithin", "minutes after its transfer that a slip is taken", true, func(s Settings) bool { return s.SlipFresh >= 1 && s.SlipFresh <= 24*60 }},
	{"withdrawMin", "least amount of a withdrawal", true, fitIn(baht, Measures.limitsFit)},
	{"withdrawMax", "largest amount of a withdrawal", true, fitIn(baht, Measures.limitsFit)},
	{"withdrawAuto", "maximum paid without approval, per payout and per day", true, fitIn(baht, Measures.limitsFit)},
	{"withdrawMinKip", "withdrawMin in kip", true, fitIn(kip, Measures.limitsFit)},
	{"withdrawMaxKip", "withdrawMax in kip", true, fitIn(kip, Measures.limitsFit)},
	{"withdrawAutoKip", "withdrawAuto in kip", true, fitIn(kip, Measures.limitsFit)},
	{"turnoverMultiple", "wagering requirement: times a deposit is bet before withdrawal", true, func(s Settings) bool { return s.Turnover >= 0 && s.Turnover <= 100 }},
	{"bonusEnd", "at or below this total a bonus ends", true, fitIn(baht, endFits)},
	{"bonusEndKip", "bonusEnd in kip", true, fitIn(kip, endFits)},
	{"inviteSuccess", "percent of an invited member's net win", true, func(s Settings) bool { return isPercent(s.InviteSuccess) }},
	{"inviteFail", "percent of an invited member's net loss", true, func(s Settings) bool { return isPercent(s.InviteFail) }},
	{"coinPer", "what a coin of the wheel is earned with", true, func(s Settings) bool { return isCoinPer(s.CoinPer) }},
	{"coinPerKip", "the same in kip", true, func(s Settings) bool { return isCoinPer(s.CoinPerKip) }},
	{"inviteCap", "the most that a day of friends' play earns a member", true, isCap(baht, inviteCap)},
	{"inviteCapKip", "inviteCap in kip", true, isCap(kip, inviteCap)},
	{"refundSuccess", "percent of a member's own net win", true, func(s Settings) bool { return isPercent(s.RefundSuccess) }},
	{"refundFail", "percent of a member's own net loss", true, func(s Settings) bool { return isPercent(s.RefundFail) }},
	{"refundCap", "the most that a day of play refunds a member", true, isCap(baht, refundCap)},
	{"refundCapKip", "refundCap in kip", true, isCap(kip, refundCap)},
	{"unexplainedMember", "a member's payouts wait while games have paid them more than this that no play explains", true, fitIn(baht, boundsFit)},
	{"unexplainedMemberKip", "unexplainedMember in kip", true, fitIn(kip, boundsFit)},
	{"unexplainedSlot", "the same of all members of one game: above it, unexplainedMember is 0 there", true, fitIn(baht, boundsFit)},
	{"unexplainedSlotKip", "unexplainedSlot in kip", true, fitIn(kip, boundsFit)},
}

func anything(Settings) bool { return true }

// Fits tells whether a text of one line shows something in each language, nothing that
// nobody can see, no more than so many characters, and no markup.
func (t Text) Fits(most int) bool {
	for _, one := range []string{t.TH, t.LO, t.EN} {
		if one == "" || one != plain.Line(one) || utf8.RuneCountInString(one) > most || strings.ContainsAny(one, "<>") {
			return false
		}
	}
	return true
}

// isLink takes an https address, or none.
func isLink(text string) bool {
	u, err := url.Parse(text)
	return text == "" || err == nil && mayLink(u) && len(text) <= 300
}

func (w Window) fits() bool {
	if w.From == "" && w.Until == "" {
		return true
	}
	_, err1 := time.Parse("15:04", w.From)
	_, err2 := time.Parse("15:04", w.Until)
	return err1 == nil && err2 == nil && w.From != w.Until
}

func areWays(names []string) bool {
	for i, n := range names {
		if !slices.Contains(Ways, n) || slices.Contains(names[:i], n) {
			return false
		}
	}
	return names != nil
}

// isCoinPer takes a whole amount of the main unit.
func isCoinPer(n money.Satang) bool {
	return n >= money.Baht(1) && n <= money.Baht(10_000_000) && n%100 == 0
}

// mostPercent is far above what any game's edge bears; see BreakEven.
const mostPercent = 20

// isPercent takes two decimals at most.
func isPercent(n float64) bool {
	return n >= 0 && n <= mostPercent && math.Abs(n*100-math.Round(n*100)) < 1e-6
}

// BreakEven answers, for a percentage of what is won or lost, the house's edge in
// percent at which a game pays nobody for playing: a stake earns at most both
// percentages of the refund, and both of an inviter, and costs the edge. In a game
// whose edge is lower, two people who bet on both sides may win. ok is false for any
// other setting.
func (s Settings) BreakEven(name string) (percent float64, ok bool) {
	switch name {
	case "refundSuccess", "refundFail", "inviteSuccess", "inviteFail":
		return s.GivenBack(), true
	}
	return 0, false
}

// GivenBack returns what refunds and invite bonuses give back of a stake at most, in percent.
func (s Settings) GivenBack() float64 {
	return s.RefundSuccess + s.RefundFail + s.InviteSuccess + s.InviteFail
}

// SettingChange is a new value of a setting, beside the old one.
type SettingChange struct {
	Name string          `json:"name"`
	Old  json.RawMessage `json:"old"`
	New  json.RawMessage `json:"new"`
	// BreakEven is, of a percentage, the edge from which the new one pays nobody.
	BreakEven *float64 `json:"breakEven,omitempty"`
}

// Define answers what a setting is. NO_DATA if there is none of that name.
func Define(name string) (Definition, error) {
	i := slices.IndexFunc(Definitions, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return Definition{}, apperr.New(apperr.NoData)
	}
	return Definitions[i], nil
}

// Shown answers all settings as they stand, by name.
func (l *Library) Shown(ctx context.Context, q pg.DB) (map[string]json.RawMessage, error) {
	s, err := l.Settings(ctx, q)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	out := map[string]json.RawMessage{}
	return out, json.Unmarshal(text, &out)
}

// CheckSetting holds a new value against its type and its bounds, among all the
// others as they are now. What is wrong with it is the error's cause.
func (l *Library) CheckSetting(ctx context.Context, q pg.DB, name string, value json.RawMessage) (SettingChange, error) {
	d, err := Define(name)
	if err != nil {
		return SettingChange{}, err
	}
	shown, err := l.Shown(ctx, q)
	if err != nil {
		return SettingChange{}, err
	}
	change := SettingChange{Name: name, Old: shown[name], New: value}
	next, err := l.Settings(ctx, q)
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(fmt.Appendf(nil, "{%q: %s}", name, value)))
		decoder.DisallowUnknownFields()
		if wrong := decoder.Decode(&next); wrong != nil || bytes.Equal(bytes.TrimSpace(value), []byte("null")) {
			return change, badSetting(name, errors.Join(errors.New("it is not of its type: "+d.Help), wrong))
		}
	}
	if err == nil && !d.takes(next) {
		return change, badSetting(name, errors.New("it is out of its bounds: "+d.Help))
	}
	if percent, ok := next.BreakEven(name); ok {
		change.BreakEven = &percent
	}
	return change, err
}

func badSetting(name string, cause error) error {
	return apperr.Wrap(apperr.InvalidUserInfo, fmt.Errorf("setting %s: %w", name, cause)).WithField("value", apperr.InvalidUserInfo)
}
