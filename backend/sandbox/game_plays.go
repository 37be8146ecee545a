package sandbox

import (
	"encoding/json"
	"slices"
	"time"

	"krapao/backend/platform/money"
)

// gamePlay is an entry of a provider's feed: a settled play, or a correction of one.
type gamePlay struct {
	Slot           string        `json:"slot"`
	Seq            int64         `json:"seq"` // its position in the feed, from 1
	ID             string        `json:"id"`
	Revision       int64         `json:"revision"`
	FormatRevision int64         `json:"told"` // the revision in the provider's format
	Username       string        `json:"username"`
	At             time.Time     `json:"at"` // of the bet
	Written        time.Time     `json:"written"`
	Bet            money.Satang  `json:"bet"`
	Payout         money.Satang  `json:"payout"`
	Valid          *money.Satang `json:"valid,omitempty"`
	Void           bool          `json:"void,omitempty"`
	// Free marks a free game: its bet is reported, but was not paid.
	Free bool `json:"free,omitempty"`
	// Credit is the kind of a credit without a play; "" for a play.
	Credit string `json:"credit,omitempty"`
}

// staked returns the part of the bet that the player paid.
func (p *gamePlay) staked() money.Satang {
	if p.Free {
		return 0
	}
	return p.Bet
}

func (p *gamePlay) net() money.Satang { return p.Payout - p.staked() }

// applyPlay applies an entry to the player's balance. For a correction it applies only the difference.
func (h *gameProvider) applyPlay(p *gamePlay) {
	net := p.net()
	if before := h.plays[p.ID]; before != nil {
		net -= before.net()
	}
	h.feed = append(h.feed, p)
	h.plays[p.ID] = p
	h.players[p.Username].balance += net
}

// hasNumericIDs reports whether the play ids of the format are numbers.
func (h *gameProvider) hasNumericIDs() bool {
	return h.slot.Format == "pgsoft" || h.slot.Format == "aggregator"
}

// settlePlay settles a play or corrects one, and sends the provider's push. If the latest revision is repeated
// with the same content, it returns the existing entry. The caller must hold the lock.
func (h *gameProvider) settlePlay(p gamePlay) (*gamePlay, error) {
	player, err := h.player(p.Username)
	if err != nil {
		return nil, err
	}
	p.Slot, p.Seq, p.Written = h.slot.Code, int64(len(h.feed))+1, h.nextWriteTime()
	if p.ID == "" {
		p.ID = p.makeEntryID()
	}
	if p.At.IsZero() {
		p.At = h.w.now().UTC()
	}
	before, net := h.plays[p.ID], p.net()
	if before != nil {
		if p.Revision == before.Revision && before.hasSameContent(&p) {
			return before, nil
		}
		if p.Username != before.Username || (p.Revision != 0 && p.Revision <= before.Revision) {
			return nil, refuseConflict
		}
		p.Revision = max(p.Revision, before.Revision+1)
		net -= before.net()
	}
	if after := player.balance + net; after < 0 || after > money.Max {
		return nil, refuseFunds
	}
	p.Revision = max(p.Revision, 1)
	p.FormatRevision = h.formatRevision(&p)
	return &p, h.w.recordWithWebhooks(event{GamePlay: &p}, h.w.withFaults("game:"+h.slot.Code+":"+actionPush, h.pushWebhook(&p))...)
}

func (p *gamePlay) hasSameContent(o *gamePlay) bool {
	valid := (p.Valid == nil) == (o.Valid == nil) && (p.Valid == nil || *p.Valid == *o.Valid)
	return p.Username == o.Username && p.Bet == o.Bet && p.Payout == o.Payout && p.Void == o.Void && p.Free == o.Free && valid
}

// nextWriteTime returns the time for a new entry: now, or a millisecond after the last entry if that is later.
// So the feed is sorted by time, and no two entries have the same millisecond.
func (h *gameProvider) nextWriteTime() time.Time {
	now := h.w.now().UTC().Truncate(time.Millisecond)
	if n := len(h.feed); n > 0 && !now.After(h.feed[n-1].Written) {
		now = h.feed[n-1].Written.Add(time.Millisecond)
	}
	return now
}

// formatRevision returns an entry's revision in the provider's format.
func (h *gameProvider) formatRevision(p *gamePlay) int64 {
	switch h.slot.Format {
	case "pgsoft":
		return p.Written.UnixMilli()
	case "aggregator":
		return p.Seq
	}
	return p.Revision
}

// pushWebhook returns the webhook that pushes a play. All providers use the same format for it. The format has
// no free games, so their bet is 0.
func (h *gameProvider) pushWebhook(p *gamePlay) webhook {
	if h.w.faults.hasFalseFault("game:" + h.slot.Code + ":" + actionPlays) {
		p = p.inflate()
	}
	push := map[string]any{
		"id": p.ID, "revision": p.FormatRevision, "username": p.Username, "at": p.At.Format(time.RFC3339), "bet": p.staked(), "payout": p.Payout,
	}
	if valid := p.valid(); valid != nil {
		push["valid"] = *valid
	}
	body, _ := json.Marshal(map[string]any{"plays": []any{push}}) // plain values always marshal
	return webhook{Path: "/webhook/games/" + h.slot.Code, Key: gameSecret, Body: body}
}

// valid returns the stake that counts, for formats that cannot mark a void play or a free game.
func (p *gamePlay) valid() *money.Satang {
	if p.Void || p.Free {
		return new(money.Satang)
	}
	return p.Valid
}

// addValid adds the stake that counts to a row, if the play has one.
func (p *gamePlay) addValid(row map[string]any, name string, as func(money.Satang) any) map[string]any {
	if p.Valid != nil {
		row[name] = as(*p.Valid)
	}
	return row
}

// status returns the format's name of a play's status.
func (p *gamePlay) status(settled, void string) string {
	if p.Void {
		return void
	}
	return settled
}

const maxFeedPage = 500

// entriesAfter returns at most `limit` entries: those after the position place, or, if place is 0, those
// written at or after from.
func (h *gameProvider) entriesAfter(place int64, from time.Time, limit int) []*gamePlay {
	start := int(min(max(place, 0), int64(len(h.feed))))
	if place == 0 {
		start, _ = slices.BinarySearchFunc(h.feed, from, func(p *gamePlay, at time.Time) int { return p.Written.Compare(at) })
	}
	if limit < 1 || limit > maxFeedPage {
		limit = maxFeedPage
	}
	return h.feed[start:min(start+limit, len(h.feed))]
}

// plainAmount encodes an amount as a JSON number; quotedAmount encodes it as a string.
func plainAmount(a money.Satang) any { return a }

func quotedAmount(a money.Satang) any { return a.String() }
