// Package game talks to the companies whose games members play. Each company holds
// its players' money itself ("transfer wallet"): we make a player there, move money
// in and out under an id of ours, ask what became of an id, and read what was
// played. Seven formats stand behind one interface; a slot's row says which.
//
// # What an answer is worth
//
// Only the company's own words, with the right player and id in them, end anything.
// A time-out, an HTTP error, a page of HTML, JSON of another shape, an answer about
// another id: all of that is Unknown, and the call may have done its work.
//
//	Done      the company says that it was done, by this call or by an earlier one
//	          with the same id
//	Refused   the company says that it did not do it, and why. It tells nothing of
//	          an earlier call with the same id
//	Pending   the company has it, and does not know its end yet
//	NotKnown  the company does not know the id (of Ask), or the player
//	Unknown   everything else
//
// # What a caller may do
//
// Any call may be repeated with the same arguments. Where Rules.IDs is false a
// transfer must not be: nobody can tell whether it was done. After Rules.Longest
// since the last call, NotKnown may be believed.
package game

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Units are hundredths of a company's own unit, which is a baht, a kip, or a
// thousand of them: a slot's factor says so.
type Units int64

// Outcome is what an answer says.
type Outcome string

// The outcomes; see the package's text.
const (
	Unknown  Outcome = "UNKNOWN"
	Done     Outcome = "DONE"
	Pending  Outcome = "PENDING"
	Refused  Outcome = "REFUSED"
	NotKnown Outcome = "NOT_KNOWN"
)

// Reason is why something was refused, where it matters to us.
type Reason string

// The reasons; every other is "".
const (
	Exists   Reason = "EXISTS"    // the username is taken
	NoPlayer Reason = "NO_PLAYER" // the company does not know the username
	Funds    Reason = "FUNDS"     // the player has less than that
)

// Answer of a company.
type Answer struct {
	Outcome Outcome
	Reason  Reason
	// Code is the company's own word, at most 64 visible ASCII, for log and desk.
	Code string
	// Amount is what the company says it moved; nil where it does not tell.
	Amount *Units
	// Balance is the player's after it; nil where the company does not tell.
	Balance *Units
}

// Transfer of money between us and a player. ID is 32 characters of hex, the same in
// every try and question. Amount is above zero.
type Transfer struct {
	ID       string
	Username string
	Amount   Units
	In       bool // into the game; else out of it
}

// Launch is what opening a game takes.
type Launch struct {
	Username string
	Password string
	Lang     string // th, lo or en
	Back     string // where the game's page leads when it is left
}

// Opening is how a browser gets in: a link, good once and soon over; or a form that
// is posted to Action, with the player's name and password among its Fields.
type Opening struct {
	Link   string
	Action string
	Fields map[string]string
	// Event holds those of the Fields that are the company's form state (spec §3);
	// nil where its form has none.
	Event map[string]string
}

// Play is a settled one. A higher Revision of the same ID takes its place.
type Play struct {
	ID       string // at most 64 visible ASCII, unique at the company
	Revision int64
	Username string
	At       time.Time // of the bet
	Bet      Units
	Payout   Units
	// Valid is the stake that the company counts: 0 of a void or returned one. Where
	// it does not tell it is the bet.
	Valid Units
	// Credit is true if the provider paid without a play: a jackpot or a correction.
	Credit bool
}

// Page of plays, oldest first.
type Page struct {
	Plays []Play
	// Next is where to go on, to be kept as it is; the same cursor again where
	// nothing is new.
	Next string
	More bool // there is more at once
	// Bad says at which play the page could not be read on: the ones before it are
	// in Plays, and Next leads to it. Raw holds its text, cut short.
	Bad string
	Raw string
}

// Rules of a format.
type Rules struct {
	// IDs says that the company remembers transfers by our id. Without it an
	// unknown outcome is for a person.
	IDs bool
	// Longest is how long a call of ours may still be worked on; at least a minute.
	Longest time.Duration
	// Form says that games are opened by a form, not by a link.
	Form bool
}

// Company is one slot's company. The error of a call is ours alone (a cancelled
// context) and says no more than Unknown does.
type Company interface {
	Rules() Rules
	// Create makes a player. Refused with Exists where the name is taken, which may
	// be by an earlier call of ours: then SetPassword makes it ours.
	Create(ctx context.Context, username, password string) (Answer, error)
	SetPassword(ctx context.Context, username, password string) (Answer, error)
	// Balance answers Done with Balance.
	Balance(ctx context.Context, username string) (Answer, error)
	Transfer(ctx context.Context, t Transfer) (Answer, error)
	// Ask answers what became of a transfer. Not to be called where Rules.IDs is false.
	Ask(ctx context.Context, t Transfer) (Answer, error)
	// Open answers how a browser gets in.
	Open(ctx context.Context, l Launch) (Opening, Answer, error)
	// Plays answers what was settled after a cursor; "" begins at since.
	Plays(ctx context.Context, since time.Time, cursor string) (Page, Answer, error)
	// Pushed reads plays that the company sends by itself, in the plain signed form
	// of package signed. ok is false where the company did not sign them.
	Pushed(timestamp, signature string, body []byte, now time.Time) (plays []Play, ok bool)
}

// Config says where a slot's company is, and with what keys.
type Config struct {
	Slot   string // its code, for the counting of calls
	Format string
	URL    string // ends without a slash
	ID     string // agent, application or operator token
	Secret string // what signs
	// Currency of the slot, THB or LAK.
	Currency string
	// Thousands says that the company's unit is a thousand baht (aggregator).
	Thousands bool
}

// New makes the client of a slot's company.
func New(cfg Config) (Company, error) {
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
var formats = map[string]func(Config) Company{
	"joker":      newJoker,
	"pgsoft":     newPGSoft,
	"amb":        newAMB,
	"betflix":    newBetflix,
	"sbobet":     newSbobet,
	"aggregator": newAggregator,
	"generic":    newGeneric,
}
