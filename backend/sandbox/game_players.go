package sandbox

import (
	"slices"
	"time"

	"krapao/backend/platform/money"
)

// maxName is the maximum length of a username, a password or an id.
const maxName = 128

// isValidName reports whether a text is a valid name: 1 to maxName visible ASCII characters.
func isValidName(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return text != "" && len(text) <= maxName
}

// createPlayer adds a player in the currency of the agent account. The caller must hold the lock.
func (provider *gameProvider) createPlayer(username, password, currency string) error {
	switch {
	case !isValidName(username) || len(password) > maxName || currency != provider.slot.Currency:
		return refuseMalformed
	case provider.players[username] != nil:
		return refuseNameTaken
	}
	return provider.sandbox.record(event{GamePlayer: &gamePlayer{Slot: provider.slot.Code, Username: username, Password: password, Currency: currency}})
}

// setPassword sets a player's password. The caller holds the lock.
func (provider *gameProvider) setPassword(username, password string) error {
	p, err := provider.player(username)
	switch {
	case err != nil:
		return err
	case password == "" || len(password) > maxName:
		return refuseMalformed
	}
	return provider.sandbox.record(event{GamePlayer: &gamePlayer{Slot: provider.slot.Code, Username: username, Password: password, Currency: p.Currency}})
}

func (provider *gameProvider) player(username string) (*gamePlayer, error) {
	if p := provider.players[username]; p != nil {
		return p, nil
	}
	return nil, refuseNoPlayer
}

// pendingFault is the effect of a fault on a transfer: its delay, and whether it fails. delay is 0 without a
// fault.
type pendingFault struct {
	delay time.Duration
	fails bool
}

// recordTransfer moves money. If there is a transfer with the id already, it is returned, and nothing moves.
// Without an id, every call moves money. A refused transfer is not stored. The caller must hold the lock.
func (provider *gameProvider) recordTransfer(c *gameCall, t gameTransfer) (*gameTransfer, error) {
	if first := provider.byID[t.ID]; first != nil {
		if first.Username != t.Username || first.In != t.In || first.Amount != t.Amount {
			return nil, refuseConflict
		}
		return first, first.refusal
	}
	p, err := provider.player(t.Username)
	switch {
	case err != nil:
		return nil, err
	case t.Amount <= 0 || len(t.ID) > maxName || (t.In && p.balance+t.Amount > money.Max):
		return nil, refuseMalformed
	case !t.In && p.balance < t.Amount && !c.falsify.funds:
		return nil, refuseFunds
	}
	if !t.In {
		t.Unbacked = max(t.Amount-p.balance, 0)
	}
	t.Slot, t.No, t.At = provider.slot.Code, int64(len(provider.transfers))+1, provider.sandbox.now().UTC()
	if c.pending.delay > 0 {
		due := t.At.Add(c.pending.delay)
		t.Due, t.Fails = &due, c.pending.fails
	}
	err = provider.sandbox.record(event{GameTransfer: &t})
	if err == nil {
		err = t.refusal
	}
	return &t, err
}

// transferByID returns the transfer with an id, in any state. The caller must hold the lock.
func (provider *gameProvider) transferByID(id string) (*gameTransfer, error) {
	if t := provider.byID[id]; t != nil {
		return t, nil
	}
	return nil, refuseNoTransfer
}

// settleDue ends the pending transfers that are due. A transfer out of the game fails if the player has lost
// the money meanwhile. The caller must hold the lock.
func (provider *gameProvider) settleDue() error {
	for _, t := range slices.Clone(provider.open) {
		if provider.sandbox.now().Before(*t.Due) {
			continue
		}
		done := !t.Fails && (t.In || provider.players[t.Username].balance >= t.Amount)
		if err := provider.sandbox.record(event{GameEnd: &gameOutcome{Slot: t.Slot, No: t.No, Done: done}}); err != nil {
			return err
		}
	}
	return nil
}

// balanceOf returns the current balance of a transfer's player.
func (provider *gameProvider) balanceOf(t *gameTransfer) money.Satang {
	return provider.players[t.Username].balance
}

// signedAmount returns a transfer's amount, negative if it moves out of the game.
func (t *gameTransfer) signedAmount() money.Satang {
	if t.In {
		return t.Amount
	}
	return -t.Amount
}

func (t *gameTransfer) byDirection(in, out string) string {
	if t.In {
		return in
	}
	return out
}
