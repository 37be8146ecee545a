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

// maxRaw is how many bytes are stored of a play that cannot be read.
const maxRaw = 1024

// row is one entry of a feed. cursor is the feed's cursor after it.
type row struct {
	Play
	cursor string
	open   bool // not settled yet: skipped
}

// readRows reads the entries of a feed after the cursor from. It stops at the first entry that cannot be
// read.
func readRows(rows []json.RawMessage, from string, read func(json.RawMessage) (row, bool)) Page {
	page := Page{Next: from, More: len(rows) >= pageSize}
	for i, raw := range rows {
		r, ok := read(raw)
		if !ok || r.cursor == page.Next || !(r.open || r.isValid()) {
			page.Bad, page.Raw, page.More = fmt.Sprintf("play %d of %d", i+1, len(rows)), truncateRaw(raw), false
			return page
		}
		if !r.open {
			page.Plays = append(page.Plays, r.Play)
		}
		page.Next = r.cursor
	}
	return page
}

// truncateRaw returns the first maxRaw bytes of a play's text.
func truncateRaw(raw []byte) string {
	return strings.ToValidUTF8(string(raw[:min(len(raw), maxRaw)]), "")
}

// isValid reports whether the fields of a play are valid.
func (p Play) isValid() bool {
	return isVisibleASCII(p.ID) && isVisibleASCII(p.Username) && p.Revision >= 0 && p.Bet >= 0 && p.Payout >= 0 && p.Valid >= 0 &&
		p.At.Year() >= 2000 && p.At.Year() < 2100
}

// setAmounts sets the amounts of a play. It returns false if the provider sent no bet or payout.
func (p *Play) setAmounts(bet, payout, valid amount, void bool) (ok bool) {
	p.Bet, p.Payout, p.Valid = bet.Units, payout.Units, valid.Units
	switch {
	case void:
		p.Valid = 0
	case !valid.isSet:
		p.Valid = p.Bet
	}
	return bet.isSet && payout.isSet
}

// parseInteger parses an integer that is not negative.
func parseInteger(n json.Number) (int64, bool) {
	v, err := strconv.ParseInt(string(n), 10, 64)
	return v, err == nil && v >= 0 && strconv.FormatInt(v, 10) == string(n)
}

// nextCursor returns a row's number as its cursor, in a feed that numbers its rows upwards. ok is false if the
// number is not above *last. It sets *last to the number.
func nextCursor(last *int64, n json.Number) (cursor string, ok bool) {
	v, ok := parseInteger(n)
	ok = ok && v > *last
	*last = v
	return strconv.FormatInt(v, 10), ok
}

// parseRowCursor parses a cursor of a feed that numbers its rows; "" is the number 0.
func parseRowCursor(cursor string) (last int64, ok bool) {
	if cursor == "" {
		return 0, true
	}
	return parseInteger(json.Number(cursor))
}

// badCursorResult returns the result of Plays for a cursor that we did not make.
func badCursorResult(cursor string) (Page, Response, error) {
	return Page{Next: cursor}, unknownResponse("BAD_CURSOR"), nil
}

// formatTime formats a time as all feeds expect it.
func formatTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

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

func parsePlainPlay(raw json.RawMessage) (row, bool) {
	p, ok := decode[plainPlay](raw)
	if !ok || p.Revision == nil {
		return row{}, false
	}
	out := row{Play: Play{ID: p.ID, Revision: *p.Revision, Username: p.Username, At: p.At}, cursor: p.Cursor}
	return out, out.setAmounts(p.Bet, p.Payout, p.Valid, false)
}

// Pushed reads plays that a provider pushes. All providers push in the plain signed format. A play that
// cannot be read is left out, because the feed reports it again.
func (c baseClient) Pushed(timestamp, signature string, body []byte, now time.Time) (plays []Play, ok bool) {
	if !signed.Verify(c.cfg.Secret, timestamp, signature, body, now) {
		return nil, false
	}
	notice, _ := decodePage[struct {
		Plays []json.RawMessage `json:"plays"`
	}](body)
	for _, raw := range notice.Plays {
		if p, ok := parsePlainPlay(raw); ok && p.isValid() {
			plays = append(plays, p.Play)
		}
	}
	return plays, true
}
