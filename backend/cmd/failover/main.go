// Command failover checks that no acknowledged money is lost when the database returns to an earlier
// state: a standby is promoted, or a backup is restored. It runs a real PostgreSQL primary, a real
// streaming standby, server processes and the sandbox. All run on loopback with their data in a temporary
// folder. It kills the primary with SIGKILL.
//
//	go run ./backend/cmd/failover -seed 7                     # the default runs
//	go run ./backend/cmd/failover -runs all
//	go run ./backend/cmd/failover -runs behind-withdrawals    # all of its variants
//	go run ./backend/cmd/failover -runs behind-withdrawals/cancel -lost 44
//
// It needs the programs in bin (make binaries). Each run ends with the same checks:
//
//	ledger     `wallet verify-ledger` finds nothing
//	providers  our ledger and the providers' records agree to the satang: payouts by
//	           reference, each member's wallet, each game
//	payouts    none was made more often than its member asked for it
//	lines      each acknowledged statement line exists
//	open       everything has ended
//
// The table at the end has a row for each run. The program exits with 1 if anything is wrong.
//
// The runs:
//
//	synchronous          the standby is synchronous. Members deposit and withdraw while the primary is
//	                     killed -kills times; each time the standby takes over, and a new one is made
//	standby-gone         the synchronous standby is away while members withdraw, and then takes over
//	behind-withdrawals   the standby is behind by -lost paid withdrawals when it takes over. Variants:
//	                     repeat, withdraw-all, games, equal, cancel (behind.go)
//	two-servers          the same with two servers on one database; members repeat through both at once
//	walk-killed          the server is killed during its comparison, and started again
//	second-failover      the promoted primary is lost, too, during or after the comparison: its standby
//	                     lacks what the comparison held. Variants: during, after
//	late-lists           the provider lists one half of the payouts two minutes late, the other two hours
//	pending-then-failed  the payouts are pending, and their money is spent, so the comparison lends.
//	                     Half of that is paid back, and then the provider fails the payouts
//	nobody               some of the payouts fit no member, and one was made by hand at the provider
//	three-pages          the provider lists them on three pages; payouts of the last page are repeated
//	gateway-away         QR deposits are lost, too, and their gateway does not respond for an hour
//	nameless-game        as backup-of-yesterday, with a game whose provider has no transfer ids (AMB)
//	backup-of-yesterday  a backup is restored after -rows more payments of each kind
//
// To add a run, add a value to runs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

type options struct {
	seed    uint64
	runs    string
	kills   int
	clients int
	lost    int
	rows    int
	wait    time.Duration
	bin     string
	keep    bool
}

// run is one scenario. Each run has its own installation.
type run struct {
	name         string
	standby      bool   // whether the primary has a standby
	second       bool   // whether a second server runs on the same database
	failsBecause string // why it is not a default run yet; "" for a default run
	run          func(ctx context.Context, s *site, o options) error
}

// listRuns returns all runs, in their order.
func listRuns() []run {
	all := []run{
		{name: "synchronous", standby: true, run: runSynchronous},
		{name: "standby-gone", standby: true, run: runStandbyGone},
	}
	for _, b := range behindRuns {
		all = append(all, run{name: "behind-withdrawals/" + b.name, standby: true, run: b.run})
	}
	all = append(all, listHistoryRuns()...)
	return append(all, run{name: "backup-of-yesterday", run: runYesterday})
}

// selectRuns returns the runs that a list of names selects. The name before a slash selects all variants.
func selectRuns(names string) (out []run, err error) {
	if names == "all" {
		return listRuns(), nil
	}
	for _, r := range listRuns() {
		if names == "default" && r.failsBecause == "" {
			out = append(out, r)
		}
	}
	if names == "default" {
		return out, nil
	}
	for name := range strings.SplitSeq(names, ",") {
		before := len(out)
		for _, r := range listRuns() {
			if r.name == name || strings.HasPrefix(r.name, name+"/") {
				out = append(out, r)
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("no run is called %q", name)
		}
	}
	return out, nil
}

func main() {
	var o options
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the members' random actions")
	flag.StringVar(&o.runs, "runs", "default", "names of runs, separated by commas; or all, or default")
	flag.IntVar(&o.kills, "kills", 20, "how often the run synchronous kills the primary")
	flag.IntVar(&o.clients, "clients", 8, "number of members")
	flag.IntVar(&o.lost, "lost", 22, "number of withdrawals that the standby lacks")
	flag.IntVar(&o.rows, "rows", 30, "number of payments of each kind that the backup lacks")
	flag.DurationVar(&o.wait, "wait", 70*time.Second, "time that the server has to run the comparison itself")
	flag.StringVar(&o.bin, "bin", "bin", "folder with the programs")
	flag.BoolVar(&o.keep, "keep", false, "keep the folders with logs and data")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := runAll(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "failover:", err)
		os.Exit(1)
	}
}

// runAll runs the chosen runs one after another, and prints the table.
func runAll(ctx context.Context, o options) error {
	all, err := selectRuns(o.runs)
	if err != nil {
		return err
	}
	var reports []*report
	wrong := 0
	for _, r := range all {
		fmt.Println(r.name)
		rep := r.runAndCheck(ctx, o)
		reports, wrong = append(reports, rep), wrong+len(rep.wrong)
		if ctx.Err() != nil {
			break
		}
	}
	printTable(os.Stdout, reports)
	if wrong > 0 {
		return fmt.Errorf("%d things are wrong", wrong)
	}
	return ctx.Err()
}

// runAndCheck executes the run and its checks, and returns the report. It also reports a run that fails before its
// end as wrong.
func (r run) runAndCheck(ctx context.Context, o options) *report {
	began := time.Now()
	rep := &report{run: r.name, seed: o.seed, lost: map[string]bool{}}
	defer func() { rep.duration = time.Since(began) }()
	s, err := newSite(ctx, o, rep, r)
	if err == nil {
		if err = r.run(ctx, s, o); ctx.Err() == nil {
			err = errors.Join(err, s.check())
		}
	}
	if err != nil {
		rep.fail("%v", err)
	}
	if s != nil {
		s.close(o.keep || len(rep.wrong) > 0)
	}
	return rep
}
