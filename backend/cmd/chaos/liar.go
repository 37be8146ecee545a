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

// The bounds that the server promises (docs of package games), and the times of the day.
const (
	memberBound = money.Satang(1_000_00)  // of one member's unexplained sum that may leave
	slotBound   = money.Satang(20_000_00) // of all unexplained sums of a slot that may leave
	liarLag     = time.Minute             // set in each slot: the shortest lag that a slot may have
	mostWaited  = 100                     // honest members of whom one may wait
)

// withLiarDefaults returns the options of a day with a lying provider. given holds the
// flags that the caller set.
func (o options) withLiarDefaults(given map[string]bool) options {
	if !given["members"] {
		o.members = 500
	}
	if !given["for"] {
		o.lasts = 25 * time.Second
	}
	if !given["pause"] {
		o.pause = 8 * time.Second
	}
	return o
}

// honestCount returns how many honest members a day with so many attackers has.
func honestCount(attackers int) int { return max(attackers*2/5, 10) }

// liarDay is a day on which the provider of one slot lies. Attackers have accounts there
// and move out money that they never had; honest members play in other slots.
type liarDay struct {
	t         *town
	o         options
	slot      string
	attackers []*attacker
	honest    []*honest
	watch     *watch
	over      atomic.Bool
	tries     struct{ out, between, gathered, withdrawn, cancelled atomic.Int64 }
}

// runLiarDay runs the day and compares what left the server with what may leave it.
func runLiarDay(ctx context.Context, t *town, o options) error {
	started := time.Now()
	if o.liar == "any" {
		o.liar = played[o.seed%uint64(len(played))]
	}
	if !slices.Contains(played, o.liar) {
		return fmt.Errorf("-liar is any, or one of %s", strings.Join(played, ", "))
	}
	d := &liarDay{t: t, o: o, slot: o.liar}
	if err := d.prepare(ctx); err != nil {
		return err
	}
	ready := time.Now()
	if err := d.runDay(ctx); err != nil {
		return err
	}
	ended := time.Now()
	if err := d.drain(ctx); err != nil {
		return err
	}
	drained := time.Now()
	figures, findings, err := d.findings()
	if err != nil {
		return err
	}
	fmt.Printf("liar %s, seed %d: %s; %.0f s (set-up %.0f, with members, withdrawAuto and lag by SQL; day %.0f, drain %.0f)\n", d.slot, o.seed, figures,
		time.Since(started).Seconds(), ready.Sub(started).Seconds(), ended.Sub(ready).Seconds(), drained.Sub(ended).Seconds())
	for _, f := range findings {
		fmt.Println("  WRONG:", f)
	}
	if len(findings) > 0 {
		return fmt.Errorf("%d findings; see %s", len(findings), t.dir)
	}
	return nil
}

// runDay has the provider lie from its beginning to its end. Careful attackers and few
// others come first: the sums of all others leave nothing of the slot's bound. Honest members
// finish what they have begun.
func (d *liarDay) runDay(ctx context.Context) error {
	if err := d.t.Ask("POST", "/faults", map[string]any{"target": "game:" + d.slot, "mode": "lie", "count": 1_000_000_000}, nil); err != nil {
		return err
	}
	watching, stop := context.WithCancel(ctx)
	d.watch = newWatch(d.t)
	var watcher, members sync.WaitGroup
	watcher.Go(func() { d.watch.pollUntilDone(watching) })
	time.AfterFunc(d.o.lasts, func() { d.over.Store(true) })
	for _, a := range d.attackers {
		members.Go(func() {
			if !a.early {
				time.Sleep(d.o.lasts / 3)
			}
			d.rest(a.random)
			for !d.over.Load() && ctx.Err() == nil {
				d.attackOnce(a)
				d.rest(a.random)
			}
		})
	}
	for _, h := range d.honest {
		members.Go(func() {
			d.rest(h.random)
			d.honestDay(ctx, h)
		})
	}
	members.Wait()
	stop()
	watcher.Wait()
	return errors.Join(ctx.Err(), d.watch.err)
}

func (d *liarDay) rest(random *rand.Rand) {
	time.Sleep(time.Duration(random.Int64N(int64(d.o.pause))))
}

// liarOpen names what has not come to its end. A withdrawal that waits for a person is
// not in it, nor a feed that was read since the time in milliseconds.
const liarOpen = `
	select coalesce(string_agg(what || ' ' || n, ', '), '') from (
		select 'lines' as what, count(*) as n from statement_line l
			where l.status = 'PENDING' and not exists (select 1 from withdrawal w where w.id = l.id and w.state = 'APPROVAL')
		union all select 'withdrawals', count(*) from withdrawal where done_at is null and state <> 'APPROVAL'
		union all select 'game transfers', count(*) from game_transfer where done_at is null
		union all select 'late yeses', count(*) from game_late where done_at is null
		union all select 'feeds', count(*) from game_feed where coalesce(read_at, since) < to_timestamp(%d / 1000.0)
	) as open where n > 0`

// drain ends the lies and waits until nothing is in progress and each feed was read.
func (d *liarDay) drain(ctx context.Context) error {
	if err := d.t.Ask("DELETE", "/faults", nil, nil); err != nil {
		return err
	}
	since := time.Now().Add(2 * time.Second).UnixMilli() // one format names no play before its second is over
	left, waiting := "", 0
	for until := time.Now().Add(3 * time.Minute); time.Now().Before(until) && ctx.Err() == nil; time.Sleep(500 * time.Millisecond) {
		if err := errors.Join(d.t.hurry(), d.watch.pollOnce()); err != nil {
			return err
		}
		waiting = d.watch.countOpen(d.explainedPhones()) // before the query: one that goes on is in progress
		open, err := d.t.sql(fmt.Sprintf(liarOpen, since))
		if err != nil {
			return err
		}
		if left = open; left == "" && waiting == 0 {
			return nil
		}
	}
	if left == "" && waiting > 0 {
		return nil // findings names the withdrawals that still wait
	}
	return errors.Join(fmt.Errorf("still in progress: %s", left), ctx.Err())
}

// explainedPhones returns the phones of the honest members whose every credit has its play.
func (d *liarDay) explainedPhones() map[string]bool {
	out := map[string]bool{}
	for _, h := range d.honest {
		if h.credit == "" {
			out[h.phone] = true
		}
	}
	return out
}

// forEachPerson calls do for each person, some at once, and returns the first error.
func forEachPerson(ctx context.Context, people []*person, do func(*person) error) error {
	const atOnce = 12
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	queue := make(chan *person)
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
		for _, p := range people {
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

// seconds returns a whole number of seconds as text, for SQL.
func seconds(d time.Duration) string { return strconv.Itoa(int(d / time.Second)) }
