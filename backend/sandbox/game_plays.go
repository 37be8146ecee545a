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
func (provider *gameProvider) applyPlay(p *gamePlay) {
	net := p.net()
	if before := provider.plays[p.ID]; before != nil {
		net -= before.net()
	}
	provider.feed = append(provider.feed, p)
	provider.plays[p.ID] = p
	provider.players[p.Username].balance += net
}

// hasNumericIDs reports whether the play ids of the format are numbers.
func (provider *gameProvider) hasNumericIDs() bool {
	return provider.slot.Format == "pgsoft" || provider.slot.Format == "aggregator"
}

// settlePlay settles a play or corrects one, and sends the provider's push. If the latest revision is repeated
// with the same content, it returns the existing entry. The caller must hold the lock.
func (provider *gameProvider) settlePlay(p gamePlay) (*gamePlay, error) {
	player, err := provider.player(p.Username)
	if err != nil {
		return nil, err
	}
	p.Slot, p.Seq, p.Written = provider.slot.Code, int64(len(provider.feed))+1, provider.nextWriteTime()
	if p.ID == "" {
		p.ID = p.makeEntryID()
	}
	if p.At.IsZero() {
		p.At = provider.sandbox.now().UTC()
	}
	before, net := provider.plays[p.ID], p.net()
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
	p.FormatRevision = provider.formatRevision(&p)
	return &p, provider.sandbox.recordWithWebhooks(event{GamePlay: &p}, provider.sandbox.withFaults("game:"+provider.slot.Code+":"+actionPush, provider.pushWebhook(&p))...)
}

func (p *gamePlay) hasSameContent(o *gamePlay) bool {
	valid := (p.Valid == nil) == (o.Valid == nil) && (p.Valid == nil || *p.Valid == *o.Valid)
	return p.Username == o.Username && p.Bet == o.Bet && p.Payout == o.Payout && p.Void == o.Void && p.Free == o.Free && valid
}

// nextWriteTime returns the time for a new entry: now, or a millisecond after the last entry if that is later.
// So the feed is sorted by time, and no two entries have the same millisecond.
func (provider *gameProvider) nextWriteTime() time.Time {
	now := provider.sandbox.now().UTC().Truncate(time.Millisecond)
	if n := len(provider.feed); n > 0 && !now.After(provider.feed[n-1].Written) {
		now = provider.feed[n-1].Written.Add(time.Millisecond)
	}
	return now
}

// formatRevision returns an entry's revision in the provider's format.
func (provider *gameProvider) formatRevision(p *gamePlay) int64 {
	switch provider.slot.Format {
	case "pgsoft":
		return p.Written.UnixMilli()
	case "aggregator":
		return p.Seq
	}
	return p.Revision
}

// pushWebhook returns the webhook that pushes a play. All providers use the same format for it. The format has
// no free games, so their bet is 0.
func (provider *gameProvider) pushWebhook(p *gamePlay) webhook {
	if provider.sandbox.faults.hasFalseFault("game:" + provider.slot.Code + ":" + actionPlays) {
		p = p.inflate()
	}
	push := map[string]any{
		"id": p.ID, "revision": p.FormatRevision, "username": p.Username, "at": p.At.Format(time.RFC3339), "bet": p.staked(), "payout": p.Payout,
	}
	if valid := p.valid(); valid != nil {
		push["valid"] = *valid
	}
	body, _ := json.Marshal(map[string]any{"plays": []any{push}}) // plain values always marshal
	return webhook{Path: "/webhook/games/" + provider.slot.Code, Key: gameSecret, Body: body}
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

// playsAfter returns at most `limit` plays: those after the cursor, or, if cursor is 0, those
// written at or after from.
func (provider *gameProvider) playsAfter(cursor int64, from time.Time, limit int) []*gamePlay {
	start := int(min(max(cursor, 0), int64(len(provider.feed))))
	if cursor == 0 {
		start, _ = slices.BinarySearchFunc(provider.feed, from, func(p *gamePlay, at time.Time) int { return p.Written.Compare(at) })
	}
	if limit < 1 || limit > maxFeedPage {
		limit = maxFeedPage
	}
	return provider.feed[start:min(start+limit, len(provider.feed))]
}

// plainAmount encodes an amount as a JSON number; quotedAmount encodes it as a string.
func plainAmount(a money.Satang) any { return a }

func quotedAmount(a money.Satang) any { return a.String() }
