package sandbox

// The game providers, one per slot. A provider's routes are under /games/{slot}, which is the slot's URL
// in the wallet. Each uses one format of docs/games/formats.md. Two kinds of routes under this prefix
// belong to no format: the control calls (play, credit, accounts/{username}), and the pages that players
// see (enter, web, signin, room, state, bet).

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"krapao/backend/platform/money"
)

// The wallet's credentials at every game provider.
const (
	gameID     = "sandbox-id"
	gameSecret = "sandbox-key"
)

// Kinds of games.
const (
	kindSlot  = "slot"
	kindSport = "sport"
	kindLotto = "lotto"
)

// The ways to open a game.
const (
	openByLink = "link" // a link with a token that is valid once
	openByForm = "form" // the browser posts name and password
	openByWeb  = "web"  // a plain link to the provider's own login page
)

// gameSlot is the provider's configuration of one slot.
type gameSlot struct {
	Code     string
	Format   string
	Kind     string
	OpenedBy string
	// Ratio is the value of the provider's unit, in units of the currency.
	Ratio string
	// Currency is the currency of the wallet's agent account, and so of all its players.
	Currency string
}

var gameSlots = []gameSlot{
	{"joker2", "joker", kindSlot, openByLink, "1", "THB"},
	{"pg", "pgsoft", kindSlot, openByLink, "1", "THB"},
	{"pgslot", "pgsoft", kindSlot, openByLink, "1", "THB"},
	{"askmebet", "amb", kindSlot, openByLink, "1", "THB"},
	{"betflix", "betflix", kindSlot, openByLink, "1", "THB"},
	{"imi", "aggregator", kindSlot, openByLink, "1000", "THB"},
	{"usun", "aggregator", kindSlot, openByLink, "1", "THB"},
	{"areaslot", "generic", kindSlot, openByLink, "1", "THB"},
	{"circus", "generic", kindSlot, openByLink, "1", "THB"},
	{"slotracha", "generic", kindSlot, openByLink, "1", "THB"},
	{"huayhd", "generic", kindLotto, openByLink, "1", "THB"},
	{"ufabet", "sbobet", kindSport, openByForm, "1", "THB"},
	{"lottoth", "generic", kindLotto, openByForm, "1", "THB"},
	{"slotweb", "generic", kindSlot, openByWeb, "1", "THB"},
	{"pglao", "pgsoft", kindSlot, openByLink, "1", "LAK"},
	{"usunlao", "aggregator", kindSlot, openByLink, "1000", "LAK"},
	{"circuslao", "generic", kindSlot, openByLink, "1", "LAK"},
	{"ufalao", "sbobet", kindSport, openByForm, "1", "LAK"},
	{"huaylao", "generic", kindLotto, openByForm, "1", "LAK"},
}

// The actions of a provider, with their names in faults.
const (
	actionTransfer = "transfer"
	actionQuery    = "query"
	actionBalance  = "balance"
	actionCreate   = "create"
	actionLaunch   = "login"
	actionPassword = "password"
	actionPlays    = "plays"
	actionPush     = "push" // plays that the provider pushes
)

var gameActions = []string{actionTransfer, actionQuery, actionBalance, actionCreate, actionLaunch, actionPassword, actionPlays, actionPush}

// gameTargets returns the names of all providers and their actions, for faults.
func gameTargets() (all []string) {
	for _, s := range gameSlots {
		all = append(all, "game:"+s.Code)
		for _, a := range gameActions {
			all = append(all, "game:"+s.Code+":"+a)
		}
	}
	return all
}

// pushTarget returns the target of a fault. Faults of plays that exist only for webhooks apply to the push.
func pushTarget(f fault) string {
	provider, plays := strings.CutSuffix(f.Target, ":"+actionPlays)
	if plays && strings.HasPrefix(provider, "game:") && (f.Mode == faultDuplicate || f.Mode == faultSignature) {
		return provider + ":" + actionPush
	}
	return f.Target
}

// gameRefusal is a provider's refusal. The format encodes it.
type gameRefusal string

func (n gameRefusal) Error() string { return string(n) }

// The reasons for a refusal.
const (
	refuseNameTaken   gameRefusal = "the name is taken"
	refuseNoPlayer    gameRefusal = "no such player"
	refuseFunds       gameRefusal = "the player has less"
	refuseNoTransfer  gameRefusal = "no such transfer"
	refuseConflict    gameRefusal = "the id names another transfer"
	refuseMalformed   gameRefusal = "malformed"
	refuseCredentials gameRefusal = "wrong keys or signature"
	refuseInProgress  gameRefusal = "in progress"
	refuseFailed      gameRefusal = "failed, nothing was moved"
)

// gameProvider is one game provider: its players, their money and their plays. Sandbox.mu guards it.
type gameProvider struct {
	sandbox   *Sandbox
	slot      gameSlot
	players   map[string]*gamePlayer
	transfers []*gameTransfer
	byID      map[string]*gameTransfer
	open      []*gameTransfer // accepted, not moved yet
	feed      []*gamePlay     // in the order in which the entries were written
	plays     map[string]*gamePlay
	credits   []*gameCredit
}

func newGameProviders(sb *Sandbox) map[string]*gameProvider {
	all := map[string]*gameProvider{}
	for _, s := range gameSlots {
		all[s.Code] = &gameProvider{sandbox: sb, slot: s, players: map[string]*gamePlayer{}, byID: map[string]*gameTransfer{}, plays: map[string]*gamePlay{}}
	}
	return all
}

func (sb *Sandbox) gameRoutes(mux *http.ServeMux) {
	formats := map[string]func(*gameProvider) gameFormat{
		"joker": jokerFormat, "pgsoft": pgFormat, "amb": ambFormat, "betflix": betflixFormat, "aggregator": aggregatorFormat, "sbobet": sboFormat, "generic": genericFormat,
	}
	for _, s := range gameSlots {
		provider := sb.games[s.Code]
		provider.registerCalls(mux, formats[s.Format](provider))
		provider.registerControlRoutes(mux)
		provider.pageRoutes(mux)
	}
	serveRoomFiles(mux)
}

// gamePlayer is a player of one provider. A second event of the same player sets a new password.
type gamePlayer struct {
	Slot     string `json:"slot"`
	Username string `json:"username"`
	Password string `json:"password,omitempty"`
	Currency string `json:"currency"`

	balance money.Satang
}

// gameTransfer is a transfer of money between the wallet and a game. A pending transfer moves the money
// when it is due.
type gameTransfer struct {
	Slot     string       `json:"slot"`
	No       int64        `json:"no"` // the provider's own number
	ID       string       `json:"id,omitempty"`
	Username string       `json:"username"`
	In       bool         `json:"in"`
	Amount   money.Satang `json:"amount"`
	At       time.Time    `json:"at"`
	Due      *time.Time   `json:"due,omitempty"` // of a pending transfer
	Fails    bool         `json:"fails,omitempty"`
	// Unbacked is the part of the amount that the player did not have, after a false response.
	Unbacked money.Satang `json:"unbacked,omitempty"`

	refusal       error // nil means done
	before, after money.Satang
}

// gameOutcome is the outcome of a pending transfer.
type gameOutcome struct {
	Slot string `json:"slot"`
	No   int64  `json:"no"`
	Done bool   `json:"done"`
}

func (sb *Sandbox) replayGame(e event) {
	switch {
	case e.GamePlayer != nil:
		p := e.GamePlayer
		provider := sb.games[p.Slot]
		if known := provider.players[p.Username]; known != nil {
			known.Password = p.Password
			return
		}
		provider.players[p.Username] = p
	case e.GameTransfer != nil:
		t := e.GameTransfer
		provider := sb.games[t.Slot]
		provider.transfers = append(provider.transfers, t)
		if t.ID != "" {
			provider.byID[t.ID] = t
		}
		if t.Due != nil {
			t.refusal = refuseInProgress
			provider.open = append(provider.open, t)
			return
		}
		provider.applyTransfer(t)
	case e.GameEnd != nil:
		provider := sb.games[e.GameEnd.Slot]
		t := provider.transfers[e.GameEnd.No-1]
		provider.open = slices.DeleteFunc(provider.open, func(o *gameTransfer) bool { return o == t })
		if t.refusal = refuseFailed; e.GameEnd.Done {
			provider.applyTransfer(t)
		}
	case e.GamePlay != nil:
		sb.games[e.GamePlay.Slot].applyPlay(e.GamePlay)
	case e.GameCredit != nil:
		sb.games[e.GameCredit.Slot].applyCredit(e.GameCredit)
	}
}

// applyTransfer applies a transfer to the player's balance.
func (provider *gameProvider) applyTransfer(t *gameTransfer) {
	p := provider.players[t.Username]
	p.balance += t.Unbacked
	t.before = p.balance
	if t.In {
		p.balance += t.Amount
	} else {
		p.balance -= t.Amount
	}
	t.after, t.refusal = p.balance, nil
}
