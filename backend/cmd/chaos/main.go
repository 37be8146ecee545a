// Command chaos compares our ledger with the providers' records after simulated failures. Members deposit
// by every payment method, withdraw, and play in games of every format. The providers fail in every way,
// and the server, PostgreSQL and the sandbox are killed and started again. A scripted cashier decides
// unknown outcomes by the providers' records. At the end nothing may be in progress, and `wallet
// verify-ledger` must find nothing. Each member's wallet and game balances must agree with the providers'
// records, to the satang.
//
//	go run ./backend/cmd/chaos -seed 7 -members 200 -for 60s
//
// It runs the programs in bin (make binaries). The same seed gives the same plans of members and faults;
// how they interleave depends on the machine. Options restrict a run to some actions and failures, or end the run after
// a number of kills or slips:
//
//	-kill database -pace 600ms -kills 100 -actions gift,withdraw -faults=false
//	-kill server -pace 800ms -slips 500 -actions slip -faults=false
//
// With -failovers N the database's primary is lost N times, and a standby that was behind is promoted.
// Our database then lacks the last acknowledged changes, but the providers have them (failover.go).
//
// With -false-provider SLOT the provider of that slot lies (false_provider.go). Members try to withdraw the
// money that its lies gave them. Nothing is killed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type options struct {
	seed     uint64
	members  int
	duration time.Duration
	kills    int           // ends the day after this many kills; 0: no limit
	slips    int           // ends the day after this many slips; 0: no limit
	kill     string        // which programs are killed
	pace     time.Duration // between kills, on average
	pause    time.Duration // of a member between two actions, at most
	actions  string        // the names of the memberActions that are used
	faults   bool
	bin      string

	failovers int           // number of failovers to a standby that is behind
	behind    time.Duration // for how long the standby is behind, on average
	keep      bool
	isSiege   bool
	isSmoke   bool
	falseSlot string // the slot whose provider lies; "" for none
}

// defaultOptions returns the default options, which include every action and every failure except failovers.
func defaultOptions() options {
	return options{
		seed: 1, members: 200, duration: time.Minute, kill: "server,server,database,sandbox", pace: 6 * time.Second, pause: 1500 * time.Millisecond,
		actions: "slip,feed,both,qr,gift,withdraw,game,reward", faults: true, bin: "bin",
	}
}

func main() {
	o := defaultOptions()
	flag.Uint64Var(&o.seed, "seed", o.seed, "seed of the members' actions and of the failures")
	flag.IntVar(&o.members, "members", o.members, "number of members")
	flag.DurationVar(&o.duration, "for", o.duration, "maximum duration of the day, the time with failures")
	flag.IntVar(&o.kills, "kills", 0, "number of kills after which the day ends; 0: no limit")
	flag.IntVar(&o.slips, "slips", 0, "number of slips after which the day ends; 0: no limit")
	flag.StringVar(&o.kill, "kill", o.kill, "which programs are killed: server, database, sandbox; a repeated name is killed more often")
	flag.DurationVar(&o.pace, "pace", o.pace, "average time between two kills")
	flag.DurationVar(&o.pause, "pause", o.pause, "maximum pause of a member between two actions")
	flag.StringVar(&o.actions, "actions", o.actions, "names of members' actions, separated by commas")
	flag.BoolVar(&o.faults, "faults", o.faults, "whether the providers and the picture store fail")
	flag.IntVar(&o.failovers, "failovers", 0, "how often the primary is killed and a standby that is behind is promoted")
	flag.DurationVar(&o.behind, "behind", 3*time.Second, "average time by which a standby is behind")
	flag.StringVar(&o.bin, "bin", o.bin, "folder with the programs")
	flag.BoolVar(&o.isSiege, "siege", false, "measure members' response times during an attack, and do nothing else")
	flag.BoolVar(&o.isSmoke, "smoke", false, "with -siege: one small round as a test; its figures are meaningless")
	flag.StringVar(&o.falseSlot, "false-provider", "", "slot whose game provider lies, or any, which the seed selects; members withdraw the false money, and nothing is killed")
	flag.BoolVar(&o.keep, "keep", false, "keep the folder with logs and database")
	flag.Parse()
	if o.falseSlot != "" {
		given := map[string]bool{}
		flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
		o = o.withFalseProviderDefaults(given)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) (err error) {
	started := time.Now()
	site, err := newSite(ctx, o)
	if err != nil {
		return err
	}
	defer func() { site.close(o.keep || err != nil) }()
	if o.isSiege {
		return runSiege(ctx, site, o)
	}
	if o.falseSlot != "" {
		return runFalseProvider(ctx, site, o)
	}
	members, err := site.registerMembers(ctx, o)
	if err != nil {
		return err
	}
	// Stores the proof from which the check of the changed members starts at the end.
	if out, err := site.newWalletCommand("verify-ledger").CombinedOutput(); err != nil {
		return fmt.Errorf("verify-ledger before the day: %w: %s", err, out)
	}
	began := time.Now()
	site.store.isFaulty.Store(o.faults)
	runDay(ctx, site, members, o)
	site.store.isFaulty.Store(false)
	fmt.Printf("seed %d: %d members, a day of %s with failures\n", o.seed, len(members), time.Since(began).Round(time.Second))
	fmt.Printf("  %s\n  %s\n", site.formatKills(), &site.count)
	fmt.Printf("  faults: %s; %s\n", site.formatFaults(), site.store)
	if o.failovers > 0 {
		text, err := site.formatLost(members)
		if err != nil {
			return err
		}
		fmt.Printf("  %s\n", text)
	}
	if (o.kill != "" && site.formatKills() == noKills) || site.kills["primary"] < o.failovers {
		return errors.New("fewer programs were killed than requested, so the run proves nothing")
	}
	if err := drainMembers(ctx, site, members); err != nil {
		return err
	}
	if err := closeDaysAndCollectRewards(ctx, site, members); err != nil {
		return err
	}
	fmt.Printf("  %s\n", summarizeRewards(site))
	findings, err := compareLedger(site, members)
	if err != nil {
		return err
	}
	for _, f := range findings {
		fmt.Println("  WRONG:", f)
	}
	fmt.Printf("  in %s: ", time.Since(started).Round(time.Second))
	if len(findings) > 0 {
		fmt.Printf("%d findings; see %s\n", len(findings), site.dir)
		return errors.New("the ledger differs from the providers")
	}
	except := ""
	if o.failovers > 0 {
		except = ", except those that a promoted standby lacked"
	}
	fmt.Printf("ledger and providers agree to the satang; all %d acknowledged ids exist%s\n", countAcknowledged(members), except)
	return nil
}
