package main

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"text/tabwriter"
	"time"

	"krapao/backend/platform/money"
)

// report is one row of the table: what a run did and found.
type report struct {
	run      string
	seed     uint64
	played   string
	duration time.Duration

	acknowledged int             // lines that were acknowledged to members
	lost         map[string]bool // acknowledged statement lines that were missing at some time, even if restored later
	paid, rows   paymentSum      // the provider's paid payouts, and our paid withdrawals
	difference   money.Satang    // sum over members: wallet minus the providers' records, as absolute values

	mu    sync.Mutex
	wrong []string
}

// recordMissing records missing lines, and returns how many of them were not recorded before.
func (r *report) recordMissing(ids []string) (more int) {
	before := len(r.lost)
	for _, id := range ids {
		r.lost[id] = true
	}
	return len(r.lost) - before
}

// paymentSum is the number and the total of payments.
type paymentSum struct {
	count  int
	amount money.Satang
}

func (s paymentSum) String() string { return fmt.Sprintf("%d (%s)", s.count, s.amount) }

// fail records and prints a finding, unless an earlier check has found it.
func (r *report) fail(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.Contains(r.wrong, text) {
		return
	}
	fmt.Println("  WRONG:", text)
	r.wrong = append(r.wrong, text)
}

// printTable prints the reports as a table with one row per run.
func printTable(out io.Writer, all []*report) {
	table := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "run\tseed\tplayed\tacknowledged\tlost\tpaid at the provider\tour rows\tdifference (satang)\twrong\ttook")
	for _, r := range all {
		fmt.Fprintf(table, "%s\t%d\t%s\t%d\t%d\t%s\t%s\t%d\t%d\t%s\n",
			r.run, r.seed, r.played, r.acknowledged, len(r.lost), r.paid, r.rows, int64(r.difference), len(r.wrong), r.duration.Round(time.Second))
	}
	_ = table.Flush()
}
