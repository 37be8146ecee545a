package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"
)

// reconcile prints where our book and the companies' differ, then the sums.
func (t tools) reconcile(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("reconcile", flag.ContinueOnError)
	days := flags.Int("days", 7, "how far back")
	if flags.Parse(args) != nil || flags.NArg() != 0 || *days < 1 {
		return errors.New("usage: wallet reconcile [-days 7]")
	}
	books, err := t.server.Reconcile(ctx, t.cfg.Now().Add(-time.Duration(*days)*24*time.Hour))
	if err != nil {
		return err
	}
	differences := 0
	for _, b := range books {
		for _, d := range b.Differences {
			differences++
			fmt.Fprintf(out, "%s: %s\n", b.Company, d)
		}
	}
	fmt.Fprintf(out, "%-44s %8s %16s %16s\n", "since "+t.cfg.Now().AddDate(0, 0, -*days).Format(time.DateOnly), "items", "ours", "theirs")
	for _, b := range books {
		fmt.Fprintf(out, "%-44s %8d %16s %16s\n", b.Company, b.Items, b.Ours, b.Theirs)
	}
	if differences > 0 {
		fmt.Fprintf(out, "%d DIFFERENCES\n", differences)
		return exitCode(1)
	}
	return nil
}
