package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
)

var errWheelUsage = errors.New(`usage: wallet wheel list | show ID | set -as ADMIN -why TEXT FILE (their code on standard input; FILE is a wheel as show prints it, or {"currency":"BAHT","none":true}) | reseal`)

// wheel lists and shows the wheels, proposes another one, and seals the seeds of spins
// with the newest key.
func (t tools) wheel(ctx context.Context, args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		return t.listWheels(ctx, out)
	case len(args) == 2 && args[0] == "show":
		return t.showWheel(ctx, args[1], out)
	case len(args) > 1 && args[0] == "set":
		return t.setWheel(ctx, args[1:], out)
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

func (t tools) showWheel(ctx context.Context, name string, out io.Writer) error {
	wheels, err := t.server.Spin.Wheels(ctx)
	if err != nil {
		return err
	}
	for _, w := range wheels {
		if strconv.FormatInt(w.ID, 10) == name {
			e := json.NewEncoder(out)
			e.SetEscapeHTML(false)
			e.SetIndent("", "  ")
			return e.Encode(w.Definition)
		}
	}
	return fmt.Errorf("no wheel %q: wallet wheel list", name)
}

func (t tools) setWheel(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("wheel set", flag.ContinueOnError)
	as, why := flags.String("as", "", "the admin who proposes it"), flags.String("why", "", "for the second person and the log")
	if flags.Parse(args) != nil || flags.NArg() != 1 {
		return errWheelUsage
	}
	text, err := os.ReadFile(flags.Arg(0))
	if err != nil {
		return err
	}
	by, err := t.confirm(ctx, *as)
	if err != nil {
		return err
	}
	id, costs, err := t.server.Spin.Propose(ctx, by, text, *why)
	if err != nil {
		return plain(err)
	}
	fmt.Fprintf(out, "proposed (%s): another admin must approve it in the console\n", id)
	if costs != nil {
		fmt.Fprintf(out, "a spin gives %s in the mean, for a coin of %s; the open games keep at least %s of what counts as turnover\n", costs.Mean, costs.Per, costs.Lowest())
		fmt.Fprintf(out, "at current refund and invite rates, break-even house edge is %.2f%%\n", costs.BreakEven)
	}
	return nil
}
