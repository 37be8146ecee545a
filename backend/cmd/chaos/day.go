package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"
)

// registerMembers registers the members. It also lowers the limit of automatic withdrawals, so that a cashier must
// approve some withdrawals.
func (s *site) registerMembers(ctx context.Context, o options) ([]*member, error) {
	if _, err := s.queryText(`insert into setting (name, value) values ('withdrawAuto', '{"BAHT":400}'), ('withdrawMin', '{"BAHT":100}') on conflict (name) do update set value = excluded.value returning name`); err != nil {
		return nil, err
	}
	members := make([]*member, o.members)
	errs := make(chan error, 4)
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			for i := worker; i < o.members && ctx.Err() == nil; i += 4 {
				inviter := ""
				if i >= 4 && i/4%2 == 1 { // half of the members have an inviter
					inviter = members[i-4].invite
				}
				p, err := register(s, i, o.seed, inviter)
				if err != nil {
					errs <- err
					return
				}
				members[i] = p
			}
		})
	}
	wait.Wait()
	select {
	case err := <-errs:
		return nil, err
	default:
		s.members = members
		return members, ctx.Err()
	}
}

// runDay makes all members act while faults, kills and failovers happen.
func runDay(ctx context.Context, s *site, members []*member, o options) {
	day, over := context.WithTimeout(ctx, o.duration)
	defer over()
	actions := selectActions(o.actions)
	var wait sync.WaitGroup
	for i, p := range members {
		wait.Go(func() {
			if i%10 == 0 {
				p.setDepositLimit()
			}
			for day.Err() == nil {
				p.runRandomAction(actions)
				if o.slips > 0 && s.count.slips.Load() >= int64(o.slips) {
					over()
				}
				time.Sleep(time.Duration(p.random.Int64N(int64(o.pause))))
			}
		})
	}
	if o.faults {
		wait.Go(func() { s.causeFaults(day, rand.New(rand.NewPCG(o.seed, 2))) })
	}
	if o.kill != "" {
		wait.Go(func() { s.killPrograms(day, rand.New(rand.NewPCG(o.seed, 3)), o, over) })
	}
	if o.failovers > 0 {
		wait.Go(func() { s.runFailovers(day, rand.New(rand.NewPCG(o.seed, 5)), o) })
	}
	cashier := &console{site: s, random: rand.New(rand.NewPCG(o.seed, 4))}
	wait.Go(func() {
		for day.Err() == nil {
			_, _ = cashier.decideAll() // the server may be down
			time.Sleep(2 * time.Second)
		}
	})
	wait.Wait()
}

// callTargets are the calls to providers that can fail, and callModes are the kinds of failure. webhookTargets and
// webhookModes are the same for the providers' webhooks.
var (
	callTargets = []string{
		"slip", "slip:verify", "payout:create", "payout:query", "payout", "qr:create", "qr:query", "qr:cancel", "qr",
		"truemoney:verify", "truemoney:redeem", "sms",
	}
	callModes      = []string{"error", "http500", "timeout", "timeout_after_commit", "slow", "garbage"}
	webhookTargets = []string{"bank:feed", "qr:callback"}
	webhookModes   = []string{"duplicate_webhook", "bad_signature", "garbage", "slow", "error"}
)

// causeFaults sets random faults at random times until ctx ends.
func (s *site) causeFaults(ctx context.Context, random *rand.Rand) {
	for ctx.Err() == nil {
		target, mode := callTargets[random.IntN(len(callTargets))], callModes[random.IntN(len(callModes))]
		if random.IntN(3) == 0 {
			target, mode = webhookTargets[random.IntN(len(webhookTargets))], webhookModes[random.IntN(len(webhookModes))]
		}
		fault := map[string]any{"target": target, "mode": mode}
		if random.IntN(2) == 0 {
			fault = newGameFault(random)
		}
		fault["count"], fault["delayMs"] = 1+random.IntN(3), 100+random.IntN(1500)
		if s.Control("POST", "/faults", fault, nil) == nil {
			s.mu.Lock()
			s.faults[fmt.Sprint(fault["target"], " ", fault["mode"])]++
			s.mu.Unlock()
		}
		time.Sleep(time.Duration(100+random.IntN(500)) * time.Millisecond)
	}
}

// killPrograms kills programs at random times and restarts them, until the day ends. After o.kills kills it ends the
// day itself.
func (s *site) killPrograms(ctx context.Context, random *rand.Rand, o options, over func()) {
	victims := strings.Split(o.kill, ",")
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(o.pace/2 + time.Duration(random.Int64N(int64(o.pace)))):
		}
		if err := s.killAndRestart(context.WithoutCancel(ctx), victims[random.IntN(len(victims))], time.Duration(random.Int64N(int64(o.pace/8)))); err != nil {
			fmt.Println("  ", err)
			return
		}
		if n == o.kills {
			over()
		}
	}
}
