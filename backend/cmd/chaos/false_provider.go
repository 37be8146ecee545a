package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"krapao/backend/platform/money"
)

// These are the bounds that the server guarantees (see package games), and the limits of the run.
const (
	memberBound      = money.Satang(1_000_00)  // unexplained amount of one member that may leave the server
	slotBound        = money.Satang(20_000_00) // sum of a slot's unexplained amounts that may leave the server
	slotLag          = time.Minute             // the lag of each slot: the shortest that is allowed
	honestPerWaiting = 100                     // fewer than one in this many honest members may wait
)

// withFalseProviderDefaults returns the options of a run with a lying provider. given has the flags that the
// user set.
func (o options) withFalseProviderDefaults(given map[string]bool) options {
	if !given["members"] {
		o.members = 500
	}
	if !given["for"] {
		o.duration = 25 * time.Second
	}
	if !given["pause"] {
		o.pause = 8 * time.Second
	}
	return o
}

// countHonest returns the number of honest members for a number of attackers.
func countHonest(attackers int) int { return max(attackers*2/5, 10) }

// falseProviderRun is a run in which the provider of one slot sends false responses ("lies"). Attackers have accounts
// in that slot, and move out money that they never had. Honest members play in other slots.
type falseProviderRun struct {
	site      *site
	o         options
	slot      string
	attackers []*attacker
	honest    []*honestMember
	watch     *watcher
	over      atomic.Bool
	tries     struct{ out, between, gathered, withdrawn, cancelled atomic.Int64 }
}

// runFalseProvider makes the run. It compares the amounts that left the server with the bounds, and returns an error if
// it has findings.
func runFalseProvider(ctx context.Context, s *site, o options) error {
	started := time.Now()
	if o.falseSlot == "any" {
		o.falseSlot = playedSlots[o.seed%uint64(len(playedSlots))]
	}
	if !slices.Contains(playedSlots, o.falseSlot) {
		return fmt.Errorf("-false-provider is any, or one of %s", strings.Join(playedSlots, ", "))
	}
	d := &falseProviderRun{site: s, o: o, slot: o.falseSlot}
	if err := d.prepare(ctx); err != nil {
		return err
	}
	ready := time.Now()
	if err := d.runDay(ctx); err != nil {
		return err
	}
	ended := time.Now()
	if err := d.endLies(ctx); err != nil {
		return err
	}
	drained := time.Now()
	figures, findings, err := d.findAll()
	if err != nil {
		return err
	}
	fmt.Printf("false provider %s, seed %d: %s; %.0f s (set-up %.0f, with members, withdrawAuto and lag by SQL; day %.0f, drain %.0f)\n", d.slot, o.seed, figures,
		time.Since(started).Seconds(), ready.Sub(started).Seconds(), ended.Sub(ready).Seconds(), drained.Sub(ended).Seconds())
	for _, f := range findings {
		fmt.Println("  WRONG:", f)
	}
	if len(findings) > 0 {
		return fmt.Errorf("%d findings; see %s", len(findings), s.dir)
	}
	return nil
}

// runDay makes the provider lie the whole time. Careful and early attackers start first, because the
// amounts of the others soon use up the slot's bound. Honest members finish what they have started.
func (d *falseProviderRun) runDay(ctx context.Context) error {
	if err := d.site.Control("POST", "/faults", map[string]any{"target": "game:" + d.slot, "mode": "lie", "count": 1_000_000_000}, nil); err != nil {
		return err
	}
	watching, stop := context.WithCancel(ctx)
	d.watch = newWatcher(d.site)
	var watcher, members sync.WaitGroup
	watcher.Go(func() { d.watch.pollUntilDone(watching) })
	time.AfterFunc(d.o.duration, func() { d.over.Store(true) })
	for _, a := range d.attackers {
		members.Go(func() {
			if !a.early {
				time.Sleep(d.o.duration / 3)
			}
			d.pauseRandomly(a.random)
			for !d.over.Load() && ctx.Err() == nil {
				d.attackOnce(a)
				d.pauseRandomly(a.random)
			}
		})
	}
	for _, h := range d.honest {
		members.Go(func() {
			d.pauseRandomly(h.random)
			d.playHonestDay(ctx, h)
		})
	}
	members.Wait()
	stop()
	watcher.Wait()
	return errors.Join(ctx.Err(), d.watch.err)
}

func (d *falseProviderRun) pauseRandomly(random *rand.Rand) {
	time.Sleep(time.Duration(random.Int64N(int64(d.o.pause))))
}

// inProgressQuery is a query that counts what is in progress, by kind. It does not count withdrawals that wait
// for a cashier. Nor does it count feeds that were read after the given time in milliseconds.
const inProgressQuery = `
	select coalesce(string_agg(what || ' ' || n, ', '), '') from (
		select 'lines' as what, count(*) as n from statement_line l
			where l.status = 'PENDING' and not exists (select 1 from withdrawal w where w.id = l.id and w.state = 'APPROVAL')
		union all select 'withdrawals', count(*) from withdrawal where done_at is null and state <> 'APPROVAL'
		union all select 'game transfers', count(*) from game_transfer where done_at is null
		union all select 'late successes', count(*) from game_late where done_at is null
		union all select 'feeds', count(*) from game_feed where coalesce(read_at, since) < to_timestamp(%d / 1000.0)
	) as open where n > 0`

// endLies ends the lies. It waits until nothing is in progress, each feed was read, and no honest withdrawal waits. It
// returns an error if something is still in progress after three minutes.
func (d *falseProviderRun) endLies(ctx context.Context) error {
	if err := d.site.Control("DELETE", "/faults", nil, nil); err != nil {
		return err
	}
	since := time.Now().Add(2 * time.Second).UnixMilli() // one format reports no play before the play's second is over
	left, waiting := "", 0
	for until := time.Now().Add(3 * time.Minute); time.Now().Before(until) && ctx.Err() == nil; time.Sleep(500 * time.Millisecond) {
		if err := errors.Join(d.site.runDelayedJobs(), d.watch.pollOnce()); err != nil {
			return err
		}
		waiting = d.watch.countOpen(d.findExplainedPhones()) // counted before the query, because a withdrawal that stops waiting is in progress
		open, err := d.site.queryText(fmt.Sprintf(inProgressQuery, since))
		if err != nil {
			return err
		}
		if left = open; left == "" && waiting == 0 {
			return nil
		}
	}
	if left == "" && waiting > 0 {
		return nil // judgeWaits reports the withdrawals that still wait
	}
	return errors.Join(fmt.Errorf("still in progress: %s", left), ctx.Err())
}

// findExplainedPhones returns the phones of the honest members without a credit. All their wins are explained
// by plays.
func (d *falseProviderRun) findExplainedPhones() map[string]bool {
	out := map[string]bool{}
	for _, h := range d.honest {
		if h.credit == "" {
			out[h.phone] = true
		}
	}
	return out
}

// forEachMember calls do for each member, twelve at a time, and returns the first error.
func forEachMember(ctx context.Context, members []*member, do func(*member) error) error {
	const atOnce = 12
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	queue := make(chan *member)
	errs := make(chan error, atOnce)
	var wait sync.WaitGroup
	for range atOnce {
		wait.Go(func() {
			for p := range queue {
				if err := do(p); err != nil {
					errs <- fmt.Errorf("%s: %w", p.phone, err)
					return
				}
			}
		})
	}
	go func() {
		defer close(queue)
		for _, p := range members {
			select {
			case queue <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	wait.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return ctx.Err()
	}
}

// formatSeconds returns the whole seconds of a duration as text, for SQL.
func formatSeconds(d time.Duration) string { return strconv.Itoa(int(d / time.Second)) }
