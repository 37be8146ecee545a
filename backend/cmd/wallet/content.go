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

	"krapao/backend/content"
)

var (
	errTextUsage    = errors.New(`usage: wallet text list | set KIND POSITION FILE (JSON: {"th","lo","en"}, of a banner with "image"; - is standard input) | drop KIND POSITION; KIND is condition, agreement, notice, contact, refund_info, or a banner's: invite, refund`)
	errAccountUsage = errors.New(`usage: wallet account list | put -as ADMIN -why TEXT '{"bank":"KBANK","no":"0123456789","name":"...","mode":"AUTO","open":true,"position":10}' (their code on standard input; "WALLET" is a digital wallet of ours, mode AUTO or gift) | close BANK NO | close WALLET NAME`)
)

// text lists and changes what members read.
func (t tools) text(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 1 && args[0] == "list" {
		texts, err := t.server.Content.AllTexts(ctx, t.server.Pool)
		for _, one := range texts {
			err = errors.Join(err, showJSON(out, one))
		}
		return err
	}
	if len(args) < 3 {
		return errTextUsage
	}
	position, err := strconv.ParseInt(args[2], 10, 32)
	if err != nil {
		return errTextUsage
	}
	switch {
	case args[0] == "set" && len(args) == 4:
		return t.setText(ctx, content.PageText{Kind: args[1], Position: int32(position)}, args[3], out)
	case args[0] == "drop" && len(args) == 3:
		return plain(t.server.Desk.DropText(ctx, args[1], int32(position)))
	}
	return errTextUsage
}

func (t tools) setText(ctx context.Context, text content.PageText, file string, out io.Writer) error {
	raw, err := readFile(file)
	if err != nil {
		return err
	}
	written := struct {
		content.Text
		Image string `json:"image"`
	}{}
	if err := json.Unmarshal(raw, &written); err != nil {
		return errTextUsage
	}
	text.Text, text.Image = written.Text, written.Image
	saved, err := t.server.Desk.SetText(ctx, text)
	if err != nil {
		return plain(err)
	}
	return showJSON(out, saved)
}

// showJSON writes a line of JSON as a person reads it: HTML stays HTML.
func showJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

func readFile(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(name)
}

// account lists, proposes and closes the accounts of ours that members pay into.
func (t tools) account(ctx context.Context, args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		all, err := t.server.Content.AllOwn(ctx, t.server.Pool)
		for _, a := range all {
			err = errors.Join(err, showJSON(out, a))
		}
		return err
	case len(args) == 3 && args[0] == "close":
		return plain(t.server.Desk.CloseAccount(ctx, content.OwnAccount{Bank: args[1], No: args[2], Name: args[2]}))
	case len(args) > 1 && args[0] == "put":
		return t.putAccount(ctx, args[1:], out)
	}
	return errAccountUsage
}

func (t tools) putAccount(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("account put", flag.ContinueOnError)
	as, why := flags.String("as", "", "the admin who proposes it"), flags.String("why", "", "for the second person and the log")
	var a content.OwnAccount
	if flags.Parse(args) != nil || flags.NArg() != 1 || json.Unmarshal([]byte(flags.Arg(0)), &a) != nil {
		return errAccountUsage
	}
	by, err := t.confirm(ctx, *as)
	if err != nil {
		return err
	}
	id, err := t.server.Desk.ProposeAccount(ctx, by, a, *why)
	if err == nil {
		fmt.Fprintf(out, "proposed (%s): another admin must approve it in the console\n", id)
	}
	return plain(err)
}
