package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"krapao/backend/games"
)

var errGameUsage = errors.New("usage: wallet game list | pause [-way in|out|both|none] -why TEXT CODE | edge -why TEXT CODE PERCENT|unknown | lag -why TEXT CODE MINUTES | reseal")

// game lists the slots, pauses money into or out of one, stores a game's edge and lag, and
// seals its accounts' passwords with the newest key.
func (t tools) game(ctx context.Context, args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		return t.listGames(ctx, out)
	case len(args) > 1 && args[0] == "pause":
		return t.pauseGame(ctx, args[1:], out)
	case len(args) > 1 && args[0] == "edge":
		return t.setEdge(ctx, args[1:], out)
	case len(args) > 1 && args[0] == "lag":
		return t.setLag(ctx, args[1:], out)
	case len(args) == 1 && args[0] == "reseal":
		if err := t.server.Operators.AuditBefore(ctx, "game.reseal", "", nil); err != nil {
			return err
		}
		n, err := t.server.Games.Reseal(ctx)
		fmt.Fprintf(out, "re-encrypted %d account passwords\n", n)
		return err
	}
	return errGameUsage
}

func (t tools) listGames(ctx context.Context, out io.Writer) error {
	slots, err := t.server.Games.SlotStates(ctx)
	fmt.Fprintf(out, "%-12s %-12s %-6s %-8s %-8s %6s %8s %8s %10s %10s\n", "slot", "format", "money", "in", "out", "share", "edge", "lag", "accounts", "old keys")
	for _, s := range slots {
		fmt.Fprintf(out, "%-12s %-12s %-6s %-8s %-8s %5d%% %8s %8s %10d %10d\n", s.Code, s.Format, s.Currency, openOr(s.PausedIn), outOf(s), s.Share, edgeOr(s.Edge), s.Lag, s.Accounts, s.OldKeys)
	}
	return err
}

func openOr(paused bool) string {
	if paused {
		return "paused"
	}
	return "open"
}

// outOf tells whether money may leave a game, and who paused it: people, or the sums that no
// play explains.
func outOf(s games.SlotState) string {
	if s.HeldOut && !s.PausedOut {
		return "held"
	}
	return openOr(s.PausedOut)
}

func edgeOr(edge *int32) string {
	if edge == nil {
		return "unknown"
	}
	return strconv.FormatFloat(float64(*edge)/100, 'f', 2, 64) + "%"
}

// setEdge takes a percentage with at most two decimals.
func (t tools) setEdge(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("game edge", flag.ContinueOnError)
	why := flags.String("why", "", "for the log: who told it")
	if flags.Parse(args) != nil || flags.NArg() != 2 {
		return errGameUsage
	}
	var edge *int32
	if text := flags.Arg(1); text != "unknown" {
		percent, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
		hundredths := math.Round(percent * 100)
		if err != nil || percent < 0 || percent > 100 || math.Abs(percent*100-hundredths) > 1e-6 {
			return fmt.Errorf("%q is no percentage from 0 to 100 with at most two decimals", text)
		}
		known := int32(hundredths)
		edge = &known
	}
	if err := t.server.Desk.SetEdge(ctx, flags.Arg(0), edge, *why); err != nil {
		return plain(err)
	}
	return t.listGames(ctx, out)
}

func (t tools) setLag(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("game lag", flag.ContinueOnError)
	why := flags.String("why", "", "for the log: who said so")
	if flags.Parse(args) != nil || flags.NArg() != 2 {
		return errGameUsage
	}
	minutes, err := strconv.Atoi(flags.Arg(1))
	if err != nil {
		return fmt.Errorf("%q is no whole number of minutes", flags.Arg(1))
	}
	if err := t.server.Desk.SetLag(ctx, flags.Arg(0), time.Duration(minutes)*time.Minute, *why); err != nil {
		return plain(err)
	}
	return t.listGames(ctx, out)
}

func (t tools) pauseGame(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("game pause", flag.ContinueOnError)
	way, why := flags.String("way", "both", "in, out, both, or none to resume"), flags.String("why", "", "for the log")
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
