package main

import (
	"context"
	"errors"
	"fmt"
	"io"
)

var errWheelUsage = errors.New("usage: wallet wheel list | reseal")

// wheel lists all wheels, also past ones, or re-encrypts the seeds of spins with the newest key.
// `wallet edit wheel` edits wheels.
func (t tools) runWheelCommand(ctx context.Context, args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		return t.listWheels(ctx, out)
	case len(args) == 1 && args[0] == "reseal":
		if err := t.server.Operators.AuditBefore(ctx, "wheel.reseal", "", nil); err != nil {
			return err
		}
		n, err := t.server.Spin.Reseal(ctx)
		fmt.Fprintf(out, "re-encrypted %d seeds\n", n)
		return err
	}
	return errWheelUsage
}

func (t tools) listWheels(ctx context.Context, out io.Writer) error {
	wheels, err := t.server.Spin.Wheels(ctx)
	fmt.Fprintf(out, "%6s %-8s %-20s %8s %10s %-20s %s\n", "id", "money", "since", "slices", "mean", "until", "name")
	for _, w := range wheels {
		until := "in force"
		if w.EndedAt != nil {
			until = w.EndedAt.Format("2006-01-02 15:04")
		}
		fmt.Fprintf(out, "%6d %-8s %-20s %8d %10s %-20s %s\n", w.ID, w.Currency, w.CreatedAt.Format("2006-01-02 15:04"), len(w.Slices), w.Mean(), until, w.Name.EN)
	}
	return err
}
