package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
)

var errGameUsage = errors.New("usage: wallet game list | pause [-way in|out|both|none] -why TEXT CODE | reseal")

// game lists the slots, pauses money into or out of one, and seals its accounts'
// passwords with the newest key.
func (t tools) game(ctx context.Context, args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		return t.listGames(ctx, out)
	case len(args) > 1 && args[0] == "pause":
		return t.pauseGame(ctx, args[1:], out)
	case len(args) == 1 && args[0] == "reseal":
		n, err := t.server.Games.Reseal(ctx)
		fmt.Fprintf(out, "%d accounts' passwords are sealed anew\n", n)
		return err
	}
	return errGameUsage
}

func (t tools) listGames(ctx context.Context, out io.Writer) error {
	slots, err := t.server.Games.SlotStates(ctx)
	fmt.Fprintf(out, "%-12s %-12s %-6s %-8s %-8s %10s %10s\n", "slot", "format", "money", "in", "out", "accounts", "old keys")
	for _, s := range slots {
		fmt.Fprintf(out, "%-12s %-12s %-6s %-8s %-8s %10d %10d\n", s.Code, s.Format, s.Currency, openOr(s.PausedIn), openOr(s.PausedOut), s.Accounts, s.OldKeys)
	}
	return err
}

func openOr(paused bool) string {
	if paused {
		return "paused"
	}
	return "open"
}

func (t tools) pauseGame(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("game pause", flag.ContinueOnError)
	way, why := flags.String("way", "both", "in, out, both, or none to have it move again"), flags.String("why", "", "for the log")
	if flags.Parse(args) != nil || flags.NArg() != 1 {
		return errGameUsage
	}
	ways := map[string][2]bool{"in": {true, false}, "out": {false, true}, "both": {true, true}, "none": {}}
	paused, known := ways[*way]
	if !known {
		return errGameUsage
	}
	if err := t.server.Desk.PauseGame(ctx, flags.Arg(0), paused[0], paused[1], *why); err != nil {
		return plain(err)
	}
	return t.listGames(ctx, out)
}
