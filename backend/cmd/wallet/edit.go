package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
)

var errEditUsage = errors.New(`usage: wallet edit                       kinds of documents
       wallet edit KIND                  all documents of a kind
       wallet edit KIND KEY              one document, as JSON
       wallet edit -history KIND KEY     its editions
       wallet edit -why TEXT [-as ADMIN] KIND KEY FILE
                                         edit it: FILE has JSON, or is JSON
       wallet edit -why TEXT [-as ADMIN] -undo EDITION KIND KEY
       wallet edit -why TEXT [-as ADMIN] -remove KIND KEY
An edit that needs a second approval is proposed by ADMIN, whose code is read from standard input`)

// edit shows or edits documents: settings, accounts of the site, texts, banks, sources, games, bonuses,
// promotions and wheels.
func (t tools) edit(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("edit", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	as, why := flags.String("as", "", ""), flags.String("why", "", "")
	history, remove, undo := flags.Bool("history", false, ""), flags.Bool("remove", false, ""), flags.Int64("undo", -1, "")
	if flags.Parse(args) != nil {
		return errEditUsage
	}
	args = flags.Args()
	changes := *remove || *undo >= 0
	switch {
	case len(args) == 0 && !*history && !changes:
		fmt.Fprintln(out, strings.Join(t.server.Operators.DocumentKinds(), "\n"))
		return nil
	case len(args) > 0 && !slices.Contains(t.server.Operators.DocumentKinds(), args[0]):
		return fmt.Errorf("no kind %q: wallet edit", args[0])
	case len(args) == 1 && !*history && !changes:
		return simplifyError(t.listDocuments(ctx, args[0], out))
	case len(args) == 2 && *history && !changes:
		return simplifyError(t.listEditions(ctx, args[0], args[1], out))
	case len(args) == 2 && !changes:
		return simplifyError(t.showDocument(ctx, args[0], args[1], out))
	case len(args) == 2 && !*history && !(*remove && *undo >= 0), len(args) == 3 && !*history && !changes:
		edit := staff.Edit{Kind: args[0], Key: args[1], Why: *why}
		var err error
		switch {
		case len(args) == 3:
			edit.Body, err = readBody(args[2])
		case *undo >= 0:
			edit.Body, err = t.server.Operators.EditionBody(ctx, t.server.Pool, edit.Kind, edit.Key, *undo)
		}
		if err != nil {
			return simplifyError(err)
		}
		return simplifyError(t.editDocument(ctx, *as, edit, out))
	}
	return errEditUsage
}

// readBody returns argument if it is JSON. Otherwise it returns the JSON in the file with that name.
func readBody(argument string) (json.RawMessage, error) {
	if json.Valid([]byte(argument)) {
		return json.RawMessage(argument), nil
	}
	text, err := os.ReadFile(argument)
	if err != nil {
		return nil, fmt.Errorf("neither JSON nor a file: %w", err)
	}
	if text = bytes.TrimSpace(text); !json.Valid(text) {
		return nil, fmt.Errorf("%s is not JSON", argument)
	}
	return text, nil
}

func (t tools) listDocuments(ctx context.Context, kind string, out io.Writer) error {
	keys, err := t.server.Operators.DocumentKeys(ctx, t.server.Pool, kind)
	for _, key := range keys {
		body, err := t.server.Operators.Body(ctx, t.server.Pool, kind, key)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%-24s %s\n", key, body)
		if help := t.server.Operators.Describe(kind, key); help != "" {
			fmt.Fprintf(out, "%-24s # %s\n", "", help)
		}
	}
	return err
}

func (t tools) showDocument(ctx context.Context, kind, key string, out io.Writer) error {
	body, err := t.server.Operators.Body(ctx, t.server.Pool, kind, key)
	if err != nil {
		return err
	}
	if body == nil {
		return fmt.Errorf("no %s %q: wallet edit %s", kind, key, kind)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, body, "", "  "); err != nil {
		return err
	}
	fmt.Fprintln(out, text.String())
	return nil
}

func (t tools) listEditions(ctx context.Context, kind, key string, out io.Writer) error {
	editions, err := t.server.Operators.Editions(ctx, t.server.Pool, kind, key)
	for _, e := range editions {
		by := e.By
		if e.ProposedBy != "" {
			by = e.ProposedBy + ", " + by
		}
		why, body := e.Why, string(e.Body)
		if e.Edition == 0 {
			why = "before the first edit"
		}
		if body == "" {
			body = "nothing"
		}
		fmt.Fprintf(out, "%4d  %s  %-20s  %s\n      %s\n", e.Edition, e.At.Format("2006-01-02 15:04"), by, why, body)
	}
	return err
}

func (t tools) editDocument(ctx context.Context, as string, edit staff.Edit, out io.Writer) error {
	var by *web.Operator
	if as != "" {
		confirmed, err := t.confirmOperator(ctx, as)
		if err != nil {
			return err
		}
		by = &confirmed
	}
	done, err := t.server.Desk.EditDocument(ctx, by, edit)
	if errors.Is(err, staff.ErrNeedsTwoOperators) {
		return errors.New("this edit needs a second approval: name the proposing admin with -as ADMIN")
	}
	if err != nil {
		return err
	}
	if done.Proposal == "" {
		fmt.Fprintf(out, "%s %s is now edition %d\n", edit.Kind, edit.Key, done.Edition)
		return nil
	}
	fmt.Fprintf(out, "proposed (%s): another admin must approve it in the console\n", done.Proposal)
	for _, f := range done.Facts {
		fmt.Fprintf(out, "%s: %s\n", f.Code, f.Value)
	}
	return nil
}

// confirmOperator reads an operator's current code from standard input, checks the code, and returns the operator.
func (t tools) confirmOperator(ctx context.Context, name string) (web.Operator, error) {
	fmt.Fprintf(os.Stderr, "code from %s's authenticator app: ", name)
	code, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && code == "" {
		return web.Operator{}, errors.New("no code on standard input")
	}
	return t.server.Operators.Confirm(ctx, name, strings.TrimSpace(code))
}

// simplifyError returns an error for a terminal: the cause of an apperr.Error, or else its code and the invalid field.
func simplifyError(err error) error {
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
