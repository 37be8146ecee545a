package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"krapao/backend/server"
	"krapao/backend/wallet"
)

// The exit codes of reconcile. With codeDiffer the ledgers differ, and each difference has its item. With
// codeUnknown something could not be checked.
const (
	codeDiffer  = 1
	codeUnknown = 2
)

var errReconcileUsage = errors.New("usage: wallet reconcile [-days 7]")

// reconcile compares our ledger with the providers' records, and prints notes and sums. It returns an exitCode if they
// differ, or if something could not be checked.
func (t tools) reconcile(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("reconcile", flag.ContinueOnError)
	days := flags.Int("days", 7, "how many days back")
	if flags.Parse(args) != nil || flags.NArg() != 0 || *days < 1 {
		return errReconcileUsage
	}
	began, since := time.Now(), t.cfg.Now().Add(-time.Duration(*days)*24*time.Hour)
	// The comparison stores what providers report, and may resume payouts, so it is audited.
	if err := t.server.Operators.AuditBefore(ctx, "reconcile.run", "", map[string]any{"days": *days}); err != nil {
		return err
	}
	found, err := t.server.Reconcile(ctx, wallet.Comparison{Why: wallet.ComparisonByCommand, Since: since})
	if err != nil {
		return err
	}
	return printReconciled(out, found, since, time.Since(began))
}

var errWentBackUsage = errors.New("usage: wallet went-back -since 2026-11-29T03:15:00+07:00")

// pauseAfterLoss pauses payouts as after a failover. It is for a loss that the database itself does not report,
// such as the restore of a disk snapshot.
func (t tools) pauseAfterLoss(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("went-back", flag.ContinueOnError)
	text := flags.String("since", "", "a time before which nothing was lost")
	if flags.Parse(args) != nil || flags.NArg() != 0 {
		return errWentBackUsage
	}
	since, err := time.Parse(time.RFC3339, *text)
	if err != nil || since.After(t.cfg.Now()) {
		return errWentBackUsage
	}
	if err := t.server.Operators.AuditBefore(ctx, "went_back.begin", "", map[string]any{"since": since}); err != nil {
		return err
	}
	if err := t.server.PauseAfterLoss(ctx, since); err != nil {
		return err
	}
	fmt.Fprintln(out, "payouts are paused; a running server compares the providers' records and resumes them")
	return nil
}

func printReconciled(out io.Writer, found server.Reconciled, since time.Time, took time.Duration) error {
	differences, unknown := 0, 0
	for _, r := range found.Reports {
		for _, note := range r.Notes {
			fmt.Fprintf(out, "%s: %s\n", r.Title, note)
		}
		differences, unknown = differences+r.Differences, unknown+r.Unknown
	}
	fmt.Fprintf(out, "%-16s %8s %16s %16s %8s %8s %8s %8s\n", "since "+since.Format(time.DateOnly), "items", "ours", "theirs", "differ", "mended", "settled", "unknown")
	for _, r := range found.Reports {
		fmt.Fprintf(out, "%-16s %8d %16s %16s %8d %8d %8d %8d\n", r.Title, r.Payments, r.OurSum, r.TheirSum, r.Differences, r.Resolved, r.EndedBefore, r.Unknown)
		if r.NoList != "" {
			fmt.Fprintf(out, "%-16s %s\n", "", r.NoList)
		}
	}
	fmt.Fprintf(out, "compared in %s\n", took.Round(time.Millisecond))
	switch {
	case found.Resumed:
		fmt.Fprintln(out, "payouts resumed")
	case found.PausedBecause != "":
		fmt.Fprintf(out, "PAYOUTS PAUSED: %s\n", found.PausedBecause)
	}
	switch {
	case unknown > 0:
		fmt.Fprintf(out, "%d UNKNOWN, %d DIFFERENCES\n", unknown, differences)
		return exitCode(codeUnknown)
	case differences > 0:
		fmt.Fprintf(out, "%d DIFFERENCES, each listed in the cashier's queue\n", differences)
		return exitCode(codeDiffer)
	}
	return nil
}
