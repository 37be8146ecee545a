package game

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"krapao/backend/platform/signed"
)

// pageSize is how many plays are requested at once.
const pageSize = 500

// maxRaw is how much is kept of a play that cannot be read, in bytes.
const maxRaw = 1024

// row is one entry of a feed. place is the cursor after it.
type row struct {
	Play
	place string
	open  bool // not settled yet: skipped
}

// readRows reads the entries of a feed after the cursor from, up to the first that cannot be read.
func readRows(rows []json.RawMessage, from string, read func(json.RawMessage) (row, bool)) Page {
	page := Page{Next: from, More: len(rows) >= pageSize}
	for i, raw := range rows {
		r, ok := read(raw)
		if !ok || r.place == page.Next || !(r.open || r.good()) {
			page.Bad, page.Raw, page.More = fmt.Sprintf("play %d of %d", i+1, len(rows)), cut(raw), false
			return page
		}
		if !r.open {
			page.Plays = append(page.Plays, r.Play)
		}
		page.Next = r.place
	}
	return page
}

// cut returns the part of a play's text that is kept.
func cut(raw []byte) string { return strings.ToValidUTF8(string(raw[:min(len(raw), maxRaw)]), "") }

// good returns whether a play has all that it needs.
func (p Play) good() bool {
	return visible(p.ID) && visible(p.Username) && p.Revision >= 0 && p.Bet >= 0 && p.Payout >= 0 && p.Valid >= 0 &&
		p.At.Year() >= 2000 && p.At.Year() < 2100
}

// stakes sets the amounts of a play, which every feed has under names of its own.
func (p *Play) stakes(bet, payout, valid amount, void bool) (ok bool) {
	p.Bet, p.Payout, p.Valid = bet.Units, payout.Units, valid.Units
	switch {
	case void:
		p.Valid = 0
	case !valid.told:
		p.Valid = p.Bet
	}
	return bet.told && payout.told
}

// whole reads a whole number that is not below zero.
func whole(n json.Number) (int64, bool) {
	v, err := strconv.ParseInt(string(n), 10, 64)
	return v, err == nil && v >= 0 && strconv.FormatInt(v, 10) == string(n)
}

// after reads the place of a row in a feed that counts its rows upwards. ok is false if the place is not
// above *last, which it then sets.
func after(last *int64, n json.Number) (place string, ok bool) {
	v, ok := whole(n)
	ok = ok && v > *last
	*last = v
	return strconv.FormatInt(v, 10), ok
}

// counted reads a cursor of such a feed; "" is its beginning.
func counted(cursor string) (last int64, ok bool) {
	if cursor == "" {
		return 0, true
	}
	return whole(json.Number(cursor))
}

// badCursor returns the response to a cursor that was not ours.
func badCursor(cursor string) (Page, Answer, error) {
	return Page{Next: cursor}, unknown("BAD_CURSOR"), nil
}

// stamp returns a time in the form that all feeds use.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// plainPlay is a play in the plain signed format.
type plainPlay struct {
	Cursor   string    `json:"cursor"`
	ID       string    `json:"id"`
	Revision *int64    `json:"revision"`
	Username string    `json:"username"`
	At       time.Time `json:"at"`
	Bet      amount    `json:"bet"`
	Payout   amount    `json:"payout"`
	Valid    amount    `json:"valid"`
}

func readPlain(raw json.RawMessage) (row, bool) {
	p, ok := decode[plainPlay](raw)
	if !ok || p.Revision == nil {
		return row{}, false
	}
	out := row{Play: Play{ID: p.ID, Revision: *p.Revision, Username: p.Username, At: p.At}, place: p.Cursor}
	return out, out.stakes(p.Bet, p.Payout, p.Valid, false)
}

// Pushed reads plays in the plain signed format, in which all providers push. A play that cannot be read is
// left out: the feed reports it again.
func (c caller) Pushed(timestamp, signature string, body []byte, now time.Time) (plays []Play, ok bool) {
	if !signed.Verify(c.cfg.Secret, timestamp, signature, body, now) {
		return nil, false
	}
	notice, _ := decodePage[struct {
		Plays []json.RawMessage `json:"plays"`
	}](body)
	for _, raw := range notice.Plays {
		if p, ok := readPlain(raw); ok && p.good() {
			plays = append(plays, p.Play)
		}
	}
	return plays, true
}
