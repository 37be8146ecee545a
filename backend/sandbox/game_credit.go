package sandbox

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"krapao/backend/platform/money"
)

// The kinds of credits without a play.
const (
	creditJackpot    = "jackpot"
	creditCorrection = "correction"
)

var creditKinds = []string{creditJackpot, creditCorrection}

// gameCredit is money that a provider gave a player without a play.
type gameCredit struct {
	Slot     string       `json:"slot"`
	Username string       `json:"username"`
	Kind     string       `json:"kind"`
	Amount   money.Satang `json:"amount"`
	At       time.Time    `json:"at"`
	// Entry is the credit's entry in the feed; nil if the feed does not report it.
	Entry *gamePlay `json:"entry,omitempty"`
}

// applyCredit applies a credit that was read from the journal.
func (provider *gameProvider) applyCredit(c *gameCredit) {
	provider.credits = append(provider.credits, c)
	provider.players[c.Username].balance += c.Amount
	if c.Entry != nil {
		provider.feed = append(provider.feed, c.Entry)
	}
}

// hasCredits reports whether the format has credits without a play.
func (provider *gameProvider) hasCredits() bool { return provider.slot.Format == "joker" }

// handleAddCredit credits a player without a play: {username, amount, kind, told}, in the provider's unit.
// If told is true, the feed reports the credit. A credit is never pushed.
func (provider *gameProvider) handleAddCredit(r *http.Request) (any, error) {
	var body struct {
		Username string       `json:"username"`
		Amount   money.Satang `json:"amount"`
		Kind     string       `json:"kind"`
		InFeed   bool         `json:"told"`
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	switch {
	case body.Amount <= 0:
		return nil, badRequest("amount is above zero with at most two decimals")
	case !slices.Contains(creditKinds, body.Kind):
		return nil, badRequest("kind is jackpot or correction")
	case body.InFeed && !provider.hasCredits():
		return nil, badRequest("this format has no credits without a play; told is for joker only")
	}
	provider.sandbox.mu.Lock()
	defer provider.sandbox.mu.Unlock()
	if err := provider.settleDue(); err != nil {
		return nil, err
	}
	c, err := provider.writeCredit(gameCredit{Username: body.Username, Kind: body.Kind, Amount: body.Amount}, body.InFeed)
	if err != nil {
		return nil, toControlError(err)
	}
	return map[string]any{"username": c.Username, "amount": c.Amount, "kind": c.Kind, "told": body.InFeed, "balance": provider.players[c.Username].balance}, nil
}

// writeCredit writes a credit into the journal and applies it. The caller must hold the lock.
func (provider *gameProvider) writeCredit(c gameCredit, inFeed bool) (*gameCredit, error) {
	p, err := provider.player(c.Username)
	switch {
	case err != nil:
		return nil, err
	case p.balance+c.Amount > money.Max:
		return nil, refuseMalformed
	}
	c.Slot, c.At = provider.slot.Code, provider.sandbox.now().UTC()
	if inFeed {
		e := &gamePlay{Slot: c.Slot, Seq: int64(len(provider.feed)) + 1, Revision: 1, Username: c.Username, At: c.At, Written: provider.nextWriteTime(), Payout: c.Amount, Credit: c.Kind}
		e.ID, e.FormatRevision = e.makeEntryID(), provider.formatRevision(e)
		c.Entry = e
	}
	return &c, provider.sandbox.record(event{GameCredit: &c})
}

// creditRecord is a credit with the data that the provider has.
type creditRecord struct {
	ID     string       `json:"id,omitempty"` // of the feed's entry
	Kind   string       `json:"kind"`
	Amount money.Satang `json:"amount"`
	At     time.Time    `json:"at"`
	InFeed bool         `json:"told"`
}

// listCredits returns a player's credits, oldest first.
func (provider *gameProvider) listCredits(username string) []creditRecord {
	out := []creditRecord{}
	for _, c := range provider.credits {
		if c.Username != username {
			continue
		}
		seen := creditRecord{Kind: c.Kind, Amount: c.Amount, At: c.At, InFeed: c.Entry != nil}
		if c.Entry != nil {
			seen.ID = c.Entry.ID
		}
		out = append(out, seen)
	}
	return out
}

// makeEntryID returns an id for an entry that was made without an id.
func (p *gamePlay) makeEntryID() string {
	return strconv.FormatInt(p.Written.UnixMilli()*1000+p.Seq%1000, 10)
}
