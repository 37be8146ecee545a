package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// pausedQuery is a query for the number of pauses of payouts: 1 or 0.
const pausedQuery = "select count(*) from payout_wait where since is not null"

// releasePayouts runs a comparison at once, so that payouts resume. It advances the clock by more than a
// minute, the minimum of a pause. Only a run that has lost nothing may do so.
func (s *site) releasePayouts(ctx context.Context) error {
	if err := s.waitUntil(ctx, time.Minute, "exists (select from payout_wait where since is not null)"); err != nil {
		return err
	}
	before := s.offset
	s.offset += 70 * time.Second
	out, err := s.runWallet("reconcile", "-days", "2")
	s.offset = before
	if pauses, countErr := s.queryNumber(pausedQuery); countErr != nil || pauses != 0 {
		return errors.Join(fmt.Errorf("payouts are still paused after reconcile: %s", out), err, countErr)
	}
	return nil
}

// awaitComparison waits until payouts resume. The server has the time o.wait to run the comparison itself. After
// that, awaitComparison runs `wallet reconcile` at most three times, as an operator would. It calls during five
// seconds before o.wait ends, when the server's own comparison should be running.
func (s *site) awaitComparison(ctx context.Context, o options, during func()) error {
	if err := s.waitUntil(ctx, time.Minute, "exists (select from payout_wait where since is not null)"); err != nil {
		return err
	}
	ended := make(chan struct{})
	time.AfterFunc(o.wait-5*time.Second, func() { during(); close(ended) })
	err := s.waitUntil(ctx, o.wait, "not exists (select from payout_wait where since is not null)")
	for try := 0; err != nil && try < 3; try++ {
		out, _ := s.runWallet("reconcile", "-days", "2")
		fmt.Printf("  wallet reconcile: %s\n", lastLines(out))
		err = s.waitUntil(ctx, 10*time.Second, "not exists (select from payout_wait where since is not null)")
	}
	<-ended
	if err != nil {
		s.report.fail("payouts stay paused")
	}
	return ctx.Err()
}

// lastLines returns the last two lines of a text, as one.
func lastLines(text string) (out string) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range lines[max(0, len(lines)-2):] {
		out += line + "; "
	}
	return out
}

// settleTimeout is how long a run waits until nothing is in progress. Jobs of a killed server run again
// after a minute.
const settleTimeout = 100 * time.Second

// settle waits until nothing is in progress: jobs run, an hour passes, another comparison runs, and two
// cashiers decide the items.
func (s *site) settle(ctx context.Context) error {
	for range 4 { // ends what needs no further time, and decides the findings of the first comparison
		if _, _, err := s.settleOnce(); err != nil {
			return err
		}
	}
	if err := s.restart(70 * time.Minute); err != nil {
		return err
	}
	_, _ = s.runWallet("reconcile", "-days", "2") // its findings become items, which are decided below
	until := time.Now().Add(settleTimeout)
	for quiet := 0; ; {
		left, undecided, err := s.settleOnce()
		switch {
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case left > 0 || undecided != nil:
			quiet = 0
		case quiet == 1: // must be quiet twice, because a cashier's decision may start a new job
			return nil
		default:
			quiet++
		}
		if time.Now().After(until) {
			if undecided != nil {
				s.report.fail("cannot be decided: %v", undecided)
			}
			return nil
		}
	}
}

// settleOnce makes all jobs run, and makes the cashiers decide the items. It returns the number of items, plus 1 if
// anything is still in progress. undecided is the error for items that the cashiers could not decide.
func (s *site) settleOnce() (left int, undecided, err error) {
	if err := s.runDelayedJobs(); err != nil {
		return 0, nil, err
	}
	time.Sleep(time.Second) // jobs run; the next call of settleOnce sees the unfinished ones
	items, undecided := s.console.decideAll()
	open, err := s.queryText(openQuery)
	if open != "" {
		items++
	}
	return items, undecided, err
}

// runDelayedJobs makes all delayed jobs run now.
func (s *site) runDelayedJobs() error {
	_, err := s.queryText(`with woken as (update river_job set scheduled_at = now() - interval '1 second', state = 'available' where state in ('scheduled', 'retryable') returning 1) select count(*)::text from woken`)
	return err
}
