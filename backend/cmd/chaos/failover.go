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

// period is the time of an acknowledged call, or the time of the writes that a promoted standby may lack.
type period struct{ from, until time.Time }

func (s period) overlaps(other period) bool {
	return !s.from.After(other.until) && !other.from.After(s.until)
}

// runFailovers makes o.failovers failovers, spread over the day, while killPrograms kills other programs.
func (s *site) runFailovers(ctx context.Context, random *rand.Rand, o options) {
	share := o.duration / time.Duration(o.failovers)
	for range o.failovers {
		select {
		case <-ctx.Done():
			return
		case <-time.After(share/4 + time.Duration(random.Int64N(int64(share/4)))):
		}
		if err := s.failOverBehind(context.WithoutCancel(ctx), o.behind/2+time.Duration(random.Int64N(int64(o.behind)))); err != nil {
			fmt.Println("  ", err)
			return
		}
	}
}

// failOverBehind creates a standby, lets it fall behind for the given time, and promotes it. The server must find the
// new primary by itself.
func (s *site) failOverBehind(ctx context.Context, behind time.Duration) error {
	from, err := s.leaveBehind(ctx)
	if err != nil {
		return err
	}
	time.Sleep(behind)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err = s.FailOver(ctx); err != nil {
		return err
	}
	s.kills["primary"]++
	s.lags = append(s.lags, period{from, time.Now()})
	return nil
}

// leaveBehind creates a standby, and stops its streaming. The standby has everything that was acknowledged before the
// returned time from.
func (s *site) leaveBehind(ctx context.Context) (from time.Time, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.AddStandby(ctx); err != nil {
		return from, err
	}
	from = time.Now()
	return from, s.LeaveBehind(ctx)
}

// mayBeLost reports whether the effect of a call may be lost: the call overlapped with a time in which a
// standby that was promoted later was behind.
func (s *site) mayBeLost(call period) bool {
	for _, lag := range s.lags {
		if call.overlaps(lag) {
			return true
		}
	}
	return false
}

// formatLost returns a text with the number of missing acknowledged ids, and with how long each standby was behind.
func (s *site) formatLost(members []*member) (string, error) {
	callOf := map[string]period{}
	for _, p := range members {
		for id, call := range p.acknowledgedIDs {
			callOf[id] = call
		}
	}
	missing, err := missingRows(s, callOf)
	text := fmt.Sprintf("failovers: %d of %d acknowledged ids are missing; standbys were behind by", len(missing), len(callOf))
	for _, lag := range s.lags {
		text += fmt.Sprintf(" %s", lag.until.Sub(lag.from).Round(100*time.Millisecond))
	}
	return text, err
}

// decideLost decides an item about a payment that a provider has and our ledger has lost. Two cashiers decide together.
// They can see the providers' portals and ask the members.
func (c *console) decideLost(i item, records *providerRecords) error {
	switch i.Kind {
	case "PROPOSAL":
		return c.approve(i.ID)
	case "DIFFERENCE":
		member := c.site.ownerOf(i, records)
		if member == "" {
			return errors.New("no member has the account")
		}
		return c.proposeAndApprove("DIFFERENCE/"+i.ID+"/attribute", map[string]any{"memberId": member, "why": "the account is theirs"})
	case "RESTORED":
		if p := records.Payouts[i.ID]; p == nil || i.Member == nil || p.ToAccountNo != i.Member.AccountNo {
			return fmt.Errorf("the provider has the payout %+v", p)
		}
		return c.proposeAndApprove("RESTORED/"+i.ID+"/theirs", map[string]any{"why": "the account is theirs"})
	case "GAME_FOUND":
		return c.decideFound(i)
	}
	return nil // PAYOUTS: the comparison ends the pause
}

// decideFound decides a lost game transfer by comparing what the provider moved with our ledger.
func (c *console) decideFound(i item) error {
	slot, sign := parseMove(i)
	accounts, err := readAccounts(c.site)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		if a.slot != slot || a.username != i.findFact("gameName") {
			continue
		}
		seen, err := c.site.ReadPlayer(slot, a.username)
		if err != nil {
			return err
		}
		switch lost := seen.SumTransfers()*environment.UnitOf(slot) - a.net - a.late; lost {
		case sign * *i.Amount:
			return c.proposeAndApprove("GAME_FOUND/"+i.ID+"/foundMoved", map[string]any{"why": "the provider's portal shows it"})
		case 0:
			return c.proposeAndApprove("GAME_FOUND/"+i.ID+"/foundNot", map[string]any{"why": "the provider's portal does not show it"})
		default: // a call in progress, or a late success, will change one of the two
			return fmt.Errorf("%s in %s: found %s, lost %s", a.phone, slot, sign**i.Amount, lost)
		}
	}
	return fmt.Errorf("no account %s in %s", i.findFact("gameName"), slot)
}

// proposeAndApprove proposes an action as one cashier, and approves the proposal as another.
func (c *console) proposeAndApprove(path string, body any) error {
	a := c.site.Call(c.token, uuid.NewString(), "POST", "/api/operator/items/"+path, body)
	var made struct{ Proposal string }
	if a.Into(&made) != nil {
		return ignoreDecided(a)
	}
	return c.approve(made.Proposal)
}

// approve approves a proposal as the second cashier.
func (c *console) approve(proposal string) error {
	if c.second == nil {
		c.second = &console{site: c.site}
	}
	if c.second.token == "" {
		if err := c.second.login(); err != nil {
			return err
		}
	}
	err := c.second.runAction("PROPOSAL/"+proposal+"/approve", nil)
	if err != nil {
		c.second.token = "" // the session may have ended: the next round logs in again
	}
	return err
}

// ownerOf returns the _id of the member to whom a payment belongs, or "" if it belongs to none. It uses
// data that only members and providers have.
func (s *site) ownerOf(i item, records *providerRecords) string {
	account := i.Find
	if p := records.Payouts[i.Reference]; p != nil {
		account = p.ToAccountNo
	}
	for _, p := range s.members {
		if p.hasSent(i.Reference) {
			account = p.account
		}
	}
	return records.owners[account]
}

// readLentAmounts returns what is lent to members for payments that our ledger had lost, by phone.
func (s *site) readLentAmounts() (map[string]money.Satang, error) {
	return environment.AmountsByPhone(s.Address(), environment.LentQuery)
}
