// Package game is the client of the game providers. Each provider holds its players' money itself
// ("transfer wallet"). We create a player at the provider, and move money in and out under our own id. We
// can query the outcome of an id, and read the plays. Seven formats implement one interface; a slot's row
// names its format.
//
// # Meaning of a response
//
// Only the provider's own response, about the right player and id, is definite. A timeout, an HTTP error, a
// page of HTML, JSON of another shape, a response about another id: all of these are Unknown. The provider
// may have done what the call requested.
//
//	Done      the provider confirms that this call, or an earlier one with the same id,
//	          was carried out
//	Refused   the provider confirms that this call was not carried out. An earlier call
//	          with the same id may have been
//	Pending   the provider has the transfer, and does not know its outcome yet
//	NotKnown  the provider does not know the id (for Query), or the player
//	Unknown   everything else
//
// # Repeated calls
//
// Any call may be repeated with the same arguments, with one exception. If Rules.IDs is false, a transfer
// must not be repeated, because its outcome cannot be found out. NotKnown is reliable only if the last call
// is longer ago than Rules.LongestCall.
package game

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Units are hundredths of a provider's own unit. The unit is a baht, a kip, or a thousand of them, by
// the slot's factor.
type Units int64

// Outcome is the meaning of a response.
type Outcome string

// The outcomes; the package comment explains them.
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
	PlayerExists      Reason = "EXISTS"    // the username is taken
	NoPlayer          Reason = "NO_PLAYER" // the provider does not know the username
	InsufficientFunds Reason = "FUNDS"     // the player has less than the amount
)

// Response is a provider's response.
type Response struct {
	Outcome Outcome
	Reason  Reason
	// Code is the provider's own code, at most 64 visible ASCII, for log and console.
	Code string
	// Amount is the moved amount in the provider's response; nil if the response has no amount.
	Amount *Units
	// Balance is the player's balance after the call; nil if the response has none.
	Balance *Units
}

// Transfer is a transfer of money between us and a player. ID is 32 hex characters, the same in all calls
// about the transfer. Amount is above zero.
type Transfer struct {
	ID       string
	Username string
	Amount   Units
	In       bool // into the game; otherwise out of it
}

// Launch is the input for opening a game.
type Launch struct {
	Username  string
	Password  string
	Lang      string // th, lo or en
	ReturnURL string // where the game's page links back to
}

// LaunchTarget is how a browser opens a game: by a link or by a form. A link is valid once and for a short time.
// A form is posted to Action; its Fields include the player's name and password.
type LaunchTarget struct {
	Link   string
	Action string
	Fields map[string]string
	// Event holds those entries of Fields that are the provider's form state (spec §3). It is nil if the
	// provider's form has no state.
	Event map[string]string
}

// Play is a settled play. A play with the same ID and a higher Revision replaces it.
type Play struct {
	ID       string // at most 64 visible ASCII, unique at the provider
	Revision int64
	Username string
	At       time.Time // of the bet
	Bet      Units
	Payout   Units
	// Valid is the part of the stake that the provider counts. It is 0 if the play is void or the stake was
	// returned, and equals Bet if the provider sends no value.
	Valid Units
	// Credit is true if the provider paid without a play: a jackpot or a correction.
	Credit bool
}

// Page is a page of plays, oldest first.
type Page struct {
	Plays []Play
	// Next is the cursor after the page, to be stored unchanged. If nothing is new, it equals the
	// requested cursor.
	Next string
	More bool // the next page can be read at once
	// Bad describes the first play that could not be read; "" if all could. The plays before it are in
	// Plays, and Next points to it. Raw has the start of its text.
	Bad string
	Raw string
}

// Rules are the rules of a format.
type Rules struct {
	// IDs is true if the provider remembers transfers by our id. If it is false, an operator decides
	// unknown outcomes.
	IDs bool
	// LongestCall is the maximum time for which the provider may still work on a call; at least a minute.
	LongestCall time.Duration
	// Form is true if games are opened by a form, not by a link.
	Form bool
}

// Client is the client of one slot's provider. A call returns an error only if ctx was cancelled. The
// outcome is then Unknown.
type Client interface {
	Rules() Rules
	// Create makes a player. It is Refused with PlayerExists if the name is taken, perhaps by an earlier call of
	// ours. Then SetPassword sets our password.
	Create(ctx context.Context, username, password string) (Response, error)
	SetPassword(ctx context.Context, username, password string) (Response, error)
	// Balance returns Done with Balance if the provider knows the player.
	Balance(ctx context.Context, username string) (Response, error)
	Transfer(ctx context.Context, t Transfer) (Response, error)
	// Query returns the outcome of a transfer. It must not be called if Rules.IDs is false.
	Query(ctx context.Context, t Transfer) (Response, error)
	// Open returns how a browser opens the game.
	Open(ctx context.Context, l Launch) (LaunchTarget, Response, error)
	// Plays returns the plays that were settled after a cursor. The cursor "" starts at since.
	Plays(ctx context.Context, since time.Time, cursor string) (Page, Response, error)
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
	// Thousands is true if the provider's unit is a thousand baht (aggregator).
	Thousands bool
}

// New returns the client of a slot's provider. It returns an error for an unknown format.
func New(cfg Config) (Client, error) {
	newClient, known := formats[cfg.Format]
	if !known {
		return nil, fmt.Errorf("game: no format %q", cfg.Format)
	}
	cfg.URL = strings.TrimRight(cfg.URL, "/")
	return newClient(cfg), nil
}

// Formats returns the names of the formats that New knows, in order.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// formats are the constructors of the formats, by name. Each format has its own file.
var formats = map[string]func(Config) Client{
	"joker":      newJoker,
	"pgsoft":     newPGSoft,
	"amb":        newAMB,
	"betflix":    newBetflix,
	"sbobet":     newSbobet,
	"aggregator": newAggregator,
	"generic":    newGeneric,
}
