package sandbox

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/money"
)

// registerControlRoutes registers the calls by which tests and developers control a provider.
func (provider *gameProvider) registerControlRoutes(mux *http.ServeMux) {
	base := "/games/" + provider.slot.Code
	mux.HandleFunc("POST "+base+"/play", control(provider.handleSettlePlay))
	mux.HandleFunc("POST "+base+"/credit", control(provider.handleAddCredit))
	mux.HandleFunc("GET "+base+"/accounts/{username}", control(provider.readAccount))
}

// handleSettlePlay settles a play {username, bet, payout, valid?, void?, free?, id?, revision?, at?}, in the
// provider's unit. If there is a play with this id, the call corrects it. The bet of a free game is
// reported, but not deducted.
func (provider *gameProvider) handleSettlePlay(r *http.Request) (any, error) {
	var body struct {
		Username string        `json:"username"`
		Bet      *money.Satang `json:"bet"`
		Payout   *money.Satang `json:"payout"`
		Valid    *money.Satang `json:"valid"`
		Void     bool          `json:"void"`
		Free     bool          `json:"free"`
		ID       string        `json:"id"`
		Revision int64         `json:"revision"`
		At       time.Time     `json:"at"`
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	_, err := strconv.ParseInt(body.ID, 10, 64)
	switch {
	case body.Bet == nil || body.Payout == nil:
		return nil, badRequest("bet and payout are amounts with at most two decimals")
	case body.ID != "" && (!isValidName(body.ID) || len(body.ID) > 64):
		return nil, badRequest("id has at most 64 visible ASCII characters")
	case body.ID != "" && provider.hasNumericIDs() && err != nil:
		return nil, badRequest("this provider's ids of plays are numbers")
	case body.Revision < 0:
		return nil, badRequest("revision is at least 1")
	case body.Free && provider.slot.Format != "pgsoft":
		return nil, badRequest("free is for pgsoft only; this format sends a free round with a bet of 0")
	}
	provider.sandbox.mu.Lock()
	defer provider.sandbox.mu.Unlock()
	if err := provider.settleDue(); err != nil {
		return nil, err
	}
	p, err := provider.settlePlay(gamePlay{
		ID: body.ID, Revision: body.Revision, Username: body.Username, At: body.At.UTC(), Bet: *body.Bet, Payout: *body.Payout, Valid: body.Valid, Void: body.Void,
		Free: body.Free,
	})
	if err != nil {
		return nil, toControlError(err)
	}
	return map[string]any{"id": p.ID, "revision": p.FormatRevision, "username": p.Username, "balance": provider.players[p.Username].balance}, nil
}

// toControlError converts a refusal into the error of a control call.
func toControlError(err error) error {
	var refusal gameRefusal
	switch {
	case !errors.As(err, &refusal):
		return err
	case refusal == refuseNoPlayer:
		return problem{http.StatusNotFound, refusal.Error()}
	}
	return problem{http.StatusConflict, refusal.Error()}
}

// transferRecord is a transfer with the data that the provider has.
type transferRecord struct {
	ID        string       `json:"id"`
	Direction string       `json:"direction"`
	Amount    money.Satang `json:"amount"`
	At        time.Time    `json:"at"`
	Status    string       `json:"status,omitempty"`
	Unbacked  money.Satang `json:"unbacked,omitempty"`
}

type playRecord struct {
	ID       string        `json:"id"`
	Revision int64         `json:"revision"`
	At       time.Time     `json:"at"`
	Bet      money.Satang  `json:"bet"`
	Payout   money.Satang  `json:"payout"`
	Valid    *money.Satang `json:"valid,omitempty"`
	Void     bool          `json:"void,omitempty"`
	Free     bool          `json:"free,omitempty"`
}

// readAccount returns a player with all records of the provider: done, pending and failed transfers, the
// latest revision of each play, and credits without a play.
func (provider *gameProvider) readAccount(r *http.Request) (any, error) {
	provider.sandbox.mu.Lock()
	defer provider.sandbox.mu.Unlock()
	if err := provider.settleDue(); err != nil {
		return nil, err
	}
	p, err := provider.player(r.PathValue("username"))
	if err != nil {
		return nil, toControlError(err)
	}
	moved, notMoved, plays := []transferRecord{}, []transferRecord{}, []playRecord{}
	for _, t := range provider.transfers {
		if t.Username != p.Username {
			continue
		}
		seen := transferRecord{ID: textOr(t.ID, strconv.FormatInt(t.No, 10)), Direction: t.byDirection("IN", "OUT"), Amount: t.Amount, At: t.At, Unbacked: t.Unbacked}
		if t.refusal == nil {
			moved = append(moved, seen)
			continue
		}
		seen.Status = map[error]string{refuseInProgress: "PENDING", refuseFailed: "FAILED"}[t.refusal]
		notMoved = append(notMoved, seen)
	}
	for _, play := range provider.feed {
		if play.Username == p.Username && provider.plays[play.ID] == play {
			plays = append(plays, playRecord{play.ID, play.FormatRevision, play.At, play.Bet, play.Payout, play.Valid, play.Void, play.Free})
		}
	}
	return map[string]any{
		"username": p.Username, "currency": p.Currency, "balance": p.balance, "transfers": moved, "notMoved": notMoved, "plays": plays, "credits": provider.listCredits(p.Username),
	}, nil
}

// gameTotals returns sums per slot, in the provider's unit: transfers in and out, the players' net win, and
// their balances. It also returns credits without a play, and the
// unbacked parts of transfers. The caller must hold the lock.
func (sb *Sandbox) gameTotals() map[string]any {
	type sums struct {
		flow
		Played  money.Satang `json:"played"`
		Balance money.Satang `json:"balance"`

		Credited money.Satang `json:"credited,omitempty"`
		Unbacked money.Satang `json:"unbacked,omitempty"`
	}
	out := map[string]any{}
	for code, provider := range sb.games {
		if err := provider.settleDue(); err != nil {
			sb.log.Error("settle due transfers", "cause", err)
		}
		var s sums
		for _, t := range provider.transfers {
			switch {
			case t.refusal != nil:
				continue
			case t.In:
				s.In += t.Amount
			default:
				s.Out += t.Amount
			}
			s.Count++
			s.Unbacked += t.Unbacked
		}
		for _, c := range provider.credits {
			s.Credited += c.Amount
		}
		for _, p := range provider.plays {
			s.Played += p.net()
		}
		for _, p := range provider.players {
			s.Balance += p.balance
		}
		out[code] = s
	}
	return out
}
