package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

var errSettingUsage = errors.New(`usage: wallet setting list | show NAME | set NAME VALUE, or set -as ADMIN -why TEXT NAME VALUE where it needs a second approval (their code on standard input)`)

// setting lists, shows and changes what operators decide. VALUE is JSON; a text may
// stand without its quotes.
func (t tools) setting(ctx context.Context, args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		return t.listSettings(ctx, "", out)
	case len(args) == 2 && args[0] == "show":
		if _, err := content.Define(args[1]); err != nil {
			return fmt.Errorf("no setting %q: wallet setting list", args[1])
		}
		return t.listSettings(ctx, args[1], out)
	case len(args) > 1 && args[0] == "set":
		return t.setSetting(ctx, args[1:], out)
	}
	return errSettingUsage
}

func (t tools) listSettings(ctx context.Context, only string, out io.Writer) error {
	shown, err := t.server.Content.Shown(ctx, t.server.Pool)
	if err != nil {
		return err
	}
	settings, err := t.server.Content.Settings(ctx, t.server.Pool)
	if err != nil {
		return err
	}
	for _, d := range content.Definitions {
		if only != "" && only != d.Name {
			continue
		}
		people := ""
		if d.Pair {
			people = " (two people)"
		}
		fmt.Fprintf(out, "%-18s %-28s %s%s%s\n", d.Name, shown[d.Name], d.Help, people, breakEven(settings, d.Name))
	}
	return nil
}

// breakEven says beside a percentage from which edge of a game on it pays nobody.
func breakEven(s content.Settings, name string) string {
	percent, ok := s.BreakEven(name)
	if !ok {
		return ""
	}
	return fmt.Sprintf("; at current refund and invite rates, break-even house edge is %.2f%%", percent)
}

func (t tools) setSetting(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("setting set", flag.ContinueOnError)
	as, why := flags.String("as", "", "the admin who proposes it"), flags.String("why", "", "for the second person and the log")
	if flags.Parse(args) != nil || flags.NArg() != 2 {
		return errSettingUsage
	}
	name, value := flags.Arg(0), jsonOf(flags.Arg(1))
	d, err := content.Define(name)
	if err != nil {
		return fmt.Errorf("no setting %q: wallet setting list", name)
	}
	if !d.Pair {
		change, err := t.server.Desk.Set(ctx, name, value)
		if err == nil {
			fmt.Fprintf(out, "%s: %s, was %s\n", name, change.New, change.Old)
		}
		return plain(err)
	}
	by, err := t.confirm(ctx, *as)
	if err != nil {
		return err
	}
	id, err := t.server.Desk.ProposeSetting(ctx, by, name, value, *why)
	if err == nil {
		fmt.Fprintf(out, "proposed (%s): another admin must approve it in the console\n", id)
	}
	return plain(err)
}

// confirm wants a fresh code of an operator, on standard input.
func (t tools) confirm(ctx context.Context, name string) (web.Operator, error) {
	if name == "" {
		return web.Operator{}, errors.New("this needs a second approval: use -as ADMIN to say who proposes it")
	}
	fmt.Fprintf(os.Stderr, "code from %s's authenticator app: ", name)
	code, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && code == "" {
		return web.Operator{}, errors.New("no code on standard input")
	}
	by, err := t.server.Operators.Confirm(ctx, name, strings.TrimSpace(code))
	return by, plain(err)
}

// jsonOf takes a value as JSON, or else as a text.
func jsonOf(text string) json.RawMessage {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return quoted(text)
}

func quoted(text string) json.RawMessage {
	out, _ := json.Marshal(text) // a string always marshals
	return out
}

// plain is an error as a person at a terminal reads it: its cause, else its code
// and the field at fault.
func plain(err error) error {
	var e *apperr.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Cause != nil {
		return e.Cause
	}
	for field := range e.Fields {
		return fmt.Errorf("%s: %s", e.Code, field)
	}
	return errors.New(string(e.Code))
}
