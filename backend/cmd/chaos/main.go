// Command chaos compares two books after a bad day. Members deposit by every
// way and withdraw, against an outside world that fails in every way, while the
// server, PostgreSQL and the outside world are killed and started again. A
// scripted cashier settles what is in doubt by looking at the outside's books.
// At the end nothing may be in progress, the ledger must be sound, and each
// member's wallet must be what the outside says, to the satang.
//
//	go run ./backend/cmd/chaos -seed 7 -members 200 -for 60s
//
// It runs the programs in bin (make binaries). The same seed makes the same
// plans; the machine decides how they interleave.
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
	seed    uint64
	members int
	lasts   time.Duration
	bin     string
	keep    bool
	siege   bool
}

func main() {
	var o options
	flag.Uint64Var(&o.seed, "seed", 1, "of the plans")
	flag.IntVar(&o.members, "members", 200, "how many")
	flag.DurationVar(&o.lasts, "for", 60*time.Second, "how long the bad day lasts")
	flag.StringVar(&o.bin, "bin", "bin", "where the programs are")
	flag.BoolVar(&o.siege, "siege", false, "measure what members feel while strangers attack, instead")
	flag.BoolVar(&o.keep, "keep", false, "keep the folder with logs and database")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) (err error) {
	started := time.Now()
	town, err := newTown(ctx, o)
	if err != nil {
		return err
	}
	defer func() { town.close(o.keep || err != nil) }()
	if o.siege {
		return siege(ctx, town, o)
	}
	people, err := town.settle(ctx, o)
	if err != nil {
		return err
	}
	fmt.Printf("seed %d: %d members, a bad day of %s\n", o.seed, len(people), o.lasts)
	town.store.stumbling.Store(true)
	badDay(ctx, town, people, o)
	town.store.stumbling.Store(false)
	fmt.Printf("  %s\n  %s\n", town.tally(), &town.count)
	fmt.Printf("  faults: %s; %s\n", town.faultTally(), town.store)
	if err := evening(ctx, town, people); err != nil {
		return err
	}
	findings, err := compare(town, people)
	if err != nil {
		return err
	}
	for _, f := range findings {
		fmt.Println("  WRONG:", f)
	}
	fmt.Printf("  in %s: ", time.Since(started).Round(time.Second))
	if len(findings) > 0 {
		fmt.Printf("%d things are wrong; see %s\n", len(findings), town.dir)
		return errors.New("the two books differ")
	}
	fmt.Println("the two books agree, 0 satang off")
	return nil
}
