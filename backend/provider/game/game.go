// Package game is the client of the game providers. Each provider holds its players' money itself
// ("transfer wallet"). We make a player there and move money in and out under an id of ours. We ask for the
// outcome of an id, and read what was played. Seven formats implement one interface; a slot's row names the
// format.
//
// # What a response means
//
// Only the provider's own response, with the right player and id, ends anything. A timeout, an HTTP error,
// a page of HTML, JSON of another shape, a response about another id: all of these are Unknown. The call
// may have done its work.
//
//	Done      the provider says that it was done, by this call or by an earlier one
//	          with the same id
//	Refused   the provider says that it did not do it, and why. It says nothing about
//	          an earlier call with the same id
//	Pending   the provider has it, and does not know its outcome yet
//	NotKnown  the provider does not know the id (for Ask), or the player
//	Unknown   everything else
//
// # What a caller may do
//
// Any call may be repeated with the same arguments. If Rules.IDs is false a transfer must not be repeated:
// nobody can find out whether it was done. After Rules.Longest since the last call, NotKnown may be
// believed.
package game

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Units are hundredths of a provider's own unit, which is a baht, a kip, or a thousand of them: a slot's
// factor says so.
type Units int64

// Outcome is the meaning of a response.
type Outcome string

// The outcomes; see the package's text.
const (
	Unknown  Outcome = "UNKNOWN"
	Done     Outcome = "DONE"
	Pending  Outcome = "PENDING"
	Refused  Outcome = "REFUSED"
	NotKnown Outcome = "NOT_KNOWN"
)

// Reason is why something was refused, if it matters to us.
type Reason string

// The reasons; every other is "".
const (
	Exists   Reason = "EXISTS"    // the username is taken
	NoPlayer Reason = "NO_PLAYER" // the provider does not know the username
	Funds    Reason = "FUNDS"     // the player has less than that
)

// Answer is a provider's response.
type Answer struct {
	Outcome Outcome
	Reason  Reason
	// Code is the provider's own code, at most 64 visible ASCII, for log and console.
	Code string
	// Amount is what the provider says it moved; nil if it does not say.
	Amount *Units
	// Balance is the player's balance after the call; nil if the provider does not say.
	Balance *Units
}

// Transfer is a transfer of money between us and a player. ID is 32 characters of hex, the same in every
// send and status query. Amount is above zero.
type Transfer struct {
	ID       string
	Username string
	Amount   Units
	In       bool // into the game; otherwise out of it
}

// Launch is what opening a game needs.
type Launch struct {
	Username string
	Password string
	Lang     string // th, lo or en
	Back     string // where the game's page links back to
}

// Opening is how a browser opens a game. It is a link, good once and for a short time, or a form. The form
// is posted to Action, with the player's name and password among its Fields.
type Opening struct {
	Link   string
	Action string
	Fields map[string]string
	// Event holds the entries of Fields that are the provider's form state (spec §3); nil if its form
	// has none.
	Event map[string]string
}

// Play is a settled play. A higher Revision of the same ID replaces it.
type Play struct {
	ID       string // at most 64 visible ASCII, unique at the provider
	Revision int64
	Username string
	At       time.Time // of the bet
	Bet      Units
	Payout   Units
	// Valid is the stake that the provider counts: 0 for a void or returned one, and the bet if the
	// provider does not say.
	Valid Units
	// Credit is true if the provider paid without a play: a jackpot or a correction.
	Credit bool
}

// Page is a page of plays, oldest first.
type Page struct {
	Plays []Play
	// Next is the cursor after the page, to be stored unchanged. It is the same cursor again if nothing is
	// new.
	Next string
	More bool // there is more at once
	// Bad says which play could not be read. The plays before it are in Plays, and Next points to it. Raw
	// holds the start of its text.
	Bad string
	Raw string
}

// Rules are the rules of a format.
type Rules struct {
	// IDs says that the provider remembers transfers by our id. Without it a person decides an unknown
	// outcome.
	IDs bool
	// Longest is how long the provider may still work on a call of ours; at least a minute.
	Longest time.Duration
	// Form says that games are opened by a form, not by a link.
	Form bool
}

// Company is the client of one slot's provider. The error of a call is only a cancelled context of ours,
// and says no more than Unknown does.
type Client interface {
	Rules() Rules
	// Create makes a player. It is Refused with Exists if the name is taken, perhaps by an earlier call of
	// ours: then SetPassword makes it ours.
	Create(ctx context.Context, username, password string) (Answer, error)
	SetPassword(ctx context.Context, username, password string) (Answer, error)
	// Balance returns Done with Balance.
	Balance(ctx context.Context, username string) (Answer, error)
	Transfer(ctx context.Context, t Transfer) (Answer, error)
	// Ask returns the outcome of a transfer. It must not be called if Rules.IDs is false.
	Ask(ctx context.Context, t Transfer) (Answer, error)
	// Open returns how a browser opens the game.
	Open(ctx context.Context, l Launch) (Opening, Answer, error)
	// Plays returns what was settled after a cursor; "" starts at since.
	Plays(ctx context.Context, since time.Time, cursor string) (Page, Answer, error)
	// Pushed reads plays that the provider pushes, in the plain signed format of package signed. ok is
	// false if the provider did not sign them.
	Pushed(timestamp, signature string, body []byte, now time.Time) (plays []Play, ok bool)
}

// Config is the address and the credentials of a slot's provider.
type Config struct {
	Slot   string // its code, for the metrics of calls
	Format string
	URL    string // without a final slash
	ID     string // agent, application or operator token
	Secret string // signs the calls
	// Currency of the slot, THB or LAK.
	Currency string
	// Thousands says that the provider's unit is a thousand baht (aggregator).
	Thousands bool
}

// New returns the client of a slot's provider.
func New(cfg Config) (Client, error) {
	open, known := formats[cfg.Format]
	if !known {
		return nil, fmt.Errorf("game: no format %q", cfg.Format)
	}
	cfg.URL = strings.TrimRight(cfg.URL, "/")
	return open(cfg), nil
}

// Formats returns the names of the formats that New knows, in order.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// formats by name; each is one file.
var formats = map[string]func(Config) Client{
	"joker":      newJoker,
	"pgsoft":     newPGSoft,
	"amb":        newAMB,
	"betflix":    newBetflix,
	"sbobet":     newSbobet,
	"aggregator": newAggregator,
	"generic":    newGeneric,
}
