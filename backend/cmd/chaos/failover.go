package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// period is a period: of an acknowledged call, or of the writes that a promoted standby may lack.
type period struct{ from, until time.Time }

func (s period) overlaps(other period) bool {
	return !s.from.After(other.until) && !other.from.After(s.until)
}

// runFailovers makes o.failovers failovers, spread over the day. Kills of other programs happen at the same
// time.
func (t *site) runFailovers(ctx context.Context, random *rand.Rand, o options) {
	share := o.duration / time.Duration(o.failovers)
	for range o.failovers {
		select {
		case <-ctx.Done():
			return
		case <-time.After(share/4 + time.Duration(random.Int64N(int64(share/4)))):
		}
		if err := t.failOver(context.WithoutCancel(ctx), o.behind/2+time.Duration(random.Int64N(int64(o.behind)))); err != nil {
			fmt.Println("  ", err)
			return
		}
	}
}

// failOver creates a standby, lets it fall behind for some time, and promotes it. The server must find
// the new primary by itself.
func (t *site) failOver(ctx context.Context, behind time.Duration) error {
	from, err := t.leaveBehind(ctx)
	if err != nil {
		return err
	}
	time.Sleep(behind)
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err = t.FailOver(ctx); err != nil {
		return err
	}
	t.kills["primary"]++
	t.lags = append(t.lags, period{from, time.Now()})
	return nil
}

// leaveBehind creates a standby, and stops its streaming. The standby has everything that was
// acknowledged before from.
func (t *site) leaveBehind(ctx context.Context) (from time.Time, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.AddStandby(ctx); err != nil {
		return from, err
	}
	from = time.Now()
	return from, t.LeaveBehind(ctx)
}

// mayBeLost reports whether the effect of a call may be lost: the call overlapped with a time in which a
// standby that was promoted later was behind.
func (t *site) mayBeLost(call period) bool {
	for _, lag := range t.lags {
		if call.overlaps(lag) {
			return true
		}
	}
	return false
}

// lostTally returns a text: for how long standbys were behind, and how many calls acknowledged in that
// time are lost.
func (t *site) lostTally(members []*member) (string, error) {
	at := map[string]period{}
	for _, p := range members {
		for id, call := range p.acknowledgedIDs {
			at[id] = call
		}
	}
	missing, err := missingRows(t, at)
	text := fmt.Sprintf("failovers: %d of %d acknowledged answers were lost; standbys were behind by", len(missing), len(at))
	for _, lag := range t.lags {
		text += fmt.Sprintf(" %s", lag.until.Sub(lag.from).Round(100*time.Millisecond))
	}
	return text, err
}

// decideLost decides an item about a payment that our ledger has lost and a provider has. Two cashiers do
// so. They can see the providers' portals and ask the members.
func (d *console) decideLost(i item, o *providerRecords) error {
	switch i.Kind {
	case "PROPOSAL":
		return d.approve(i.ID)
	case "DIFFERENCE":
		member := d.t.ownerOf(i, o)
		if member == "" {
			return errors.New("nobody's")
		}
		return d.proposeAndApprove("DIFFERENCE/"+i.ID+"/attribute", map[string]any{"memberId": member, "why": "the account is theirs"})
	case "RESTORED":
		if p := o.Payouts[i.ID]; p == nil || i.Member == nil || p.ToAccountNo != i.Member.AccountNo {
			return fmt.Errorf("the provider has %+v for it", p)
		}
		return d.proposeAndApprove("RESTORED/"+i.ID+"/theirs", map[string]any{"why": "the account is theirs"})
	case "GAME_FOUND":
		return d.decideFound(i)
	}
	return nil // PAYOUTS: the comparison ends the pause
}

// decideFound decides a lost game transfer by comparing what the provider moved with our ledger.
func (d *console) decideFound(i item) error {
	slot, sign := slotAndSign(i)
	accounts, err := readAccounts(d.t)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		if a.slot != slot || a.username != i.fact("gameName") {
			continue
		}
		seen, err := d.t.ReadPlayer(slot, a.username)
		if err != nil {
			return err
		}
		switch lost := seen.SumTransfers()*environment.UnitOf(slot) - a.net - a.late; lost {
		case sign * *i.Amount:
			return d.proposeAndApprove("GAME_FOUND/"+i.ID+"/foundMoved", map[string]any{"why": "the provider's portal shows it"})
		case 0:
			return d.proposeAndApprove("GAME_FOUND/"+i.ID+"/foundNot", map[string]any{"why": "the provider's portal does not show it"})
		default: // a late play or a call in progress changes one of the two
			return fmt.Errorf("%s in %s: found %s, lost %s", a.phone, slot, sign**i.Amount, lost)
		}
	}
	return fmt.Errorf("no account %s in %s", i.fact("gameName"), slot)
}

// proposeAndApprove proposes an action as one cashier, and approves the proposal as another.
func (d *console) proposeAndApprove(path string, body any) error {
	a := d.t.Call(d.token, uuid.NewString(), "POST", "/api/operator/items/"+path, body)
	var made struct{ Proposal string }
	if a.Into(&made) != nil {
		return ignoreDecided(a)
	}
	return d.approve(made.Proposal)
}

// approve approves a proposal as the second cashier.
func (d *console) approve(proposal string) error {
	if d.second == nil {
		d.second = &console{t: d.t}
	}
	if d.second.token == "" {
		if err := d.second.login(); err != nil {
			return err
		}
	}
	err := d.second.runAction("PROPOSAL/"+proposal+"/approve", nil)
	if err != nil {
		d.second.token = "" // the session may have ended: the next round logs in again
	}
	return err
}

// ownerOf returns the _id of the member to whom a payment belongs, or "" if it belongs to none. It uses
// data that only members and providers have.
func (t *site) ownerOf(i item, o *providerRecords) string {
	account := i.Find
	if p := o.Payouts[i.Reference]; p != nil {
		account = p.ToAccountNo
	}
	for _, p := range t.members {
		if p.hasSent(i.Reference) {
			account = p.account
		}
	}
	return o.owners[account]
}

// lentAmounts returns what is lent to members for payments that our ledger had lost, by phone.
func (t *site) lentAmounts() (map[string]money.Satang, error) {
	return environment.AmountsByPhone(t.Address(), environment.LentQuery)
}
