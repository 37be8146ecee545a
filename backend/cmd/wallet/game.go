package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"krapao/backend/games"
)

var errGameUsage = errors.New("usage: wallet game list | reseal")

// game lists the slots with their accounts, or re-encrypts the accounts' passwords with the newest key.
// `wallet edit slot` edits slots.
func (t tools) runGameCommand(ctx context.Context, args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		return t.listGames(ctx, out)
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
	fmt.Fprintf(out, "%-12s %-12s %-6s %-8s %-8s %6s %8s %8s %10s %10s\n", "slot", "format", "cur.", "in", "out", "share", "edge", "lag", "accounts", "old keys")
	for _, s := range slots {
		fmt.Fprintf(out, "%-12s %-12s %-6s %-8s %-8s %5d%% %8s %8s %10d %10d\n", s.Code, s.Format, s.Currency, formatPaused(s.PausedIn), formatOut(s), s.Share, formatEdge(s.Edge), s.Lag, s.Accounts, s.OldKeys)
	}
	return err
}

// formatPaused returns "paused" or "open".
func formatPaused(paused bool) string {
	if paused {
		return "paused"
	}
	return "open"
}

// formatOut returns whether money may leave a game: "open", "paused" (by an operator), or "held" (by the server, because
// plays do not explain the amounts).
func formatOut(s games.SlotState) string {
	if s.HeldOut && !s.PausedOut {
		return "held"
	}
	return formatPaused(s.PausedOut)
}

// formatEdge returns the house edge in percent, from hundredths of a percent.
func formatEdge(edge *int32) string {
	if edge == nil {
		return "unknown"
	}
	return strconv.FormatFloat(float64(*edge)/100, 'f', 2, 64) + "%"
}
