package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"krapao/backend/rewards/bonus"
)

var errBonusUsage = errors.New("usage: wallet bonus list | show CODE | set -as ADMIN -why TEXT FILE (their code on standard input), and the same with -promotion after the command's name")

// bonus lists and shows bonuses and promotions as JSON, and proposes what a file of such
// JSON says: another admin must approve it in the console.
func (t tools) bonus(ctx context.Context, args []string, out io.Writer) error {
	kind := bonus.Bonus
	if len(args) > 1 && args[1] == "-promotion" {
		kind, args = bonus.Promotion, append(args[:1:1], args[2:]...)
	}
	switch {
	case len(args) == 1 && args[0] == "list", len(args) == 2 && args[0] == "show":
		return t.showBonuses(ctx, kind, args[1:], out)
	case len(args) > 1 && args[0] == "set":
		return t.setBonus(ctx, kind, args[1:], out)
	}
	return errBonusUsage
}

func (t tools) showBonuses(ctx context.Context, kind bonus.Kind, only []string, out io.Writer) error {
	all, err := t.server.Bonus.Shown(ctx, kind)
	if err != nil {
		return err
	}
	for _, terms := range all {
		text, err := json.MarshalIndent(terms, "", "  ")
		if err != nil {
			return err
		}
		var named struct {
			Code   string
			Listed bool
			Name   struct{ EN string }
		}
		if err := json.Unmarshal(text, &named); err != nil {
			return err
		}
		switch {
		case len(only) == 0:
			fmt.Fprintf(out, "%-20s %-8s %s\n", named.Code, map[bool]string{true: "open", false: "closed"}[named.Listed], named.Name.EN)
		case named.Code == only[0]:
			fmt.Fprintf(out, "%s\n", text)
		}
	}
	return nil
}

func (t tools) setBonus(ctx context.Context, kind bonus.Kind, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bonus set", flag.ContinueOnError)
	as, why := flags.String("as", "", "the admin who proposes it"), flags.String("why", "", "for the second person and the log")
	if flags.Parse(args) != nil || flags.NArg() != 1 {
		return errBonusUsage
	}
	terms, err := os.ReadFile(flags.Arg(0))
	if err != nil {
		return err
	}
	by, err := t.confirm(ctx, *as)
	if err != nil {
		return err
	}
	id, err := t.server.Bonus.Propose(ctx, by, kind, terms, *why)
	if err == nil {
		fmt.Fprintf(out, "proposed (%s): another admin must approve it in the console\n", id)
	}
	return plain(err)
}
