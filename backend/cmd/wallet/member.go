package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"krapao/backend/staff"
)

var errMemberUsage = errors.New("usage: wallet member show ID | freeze -why TEXT [-until 2026-12-31T18:00:00+07:00] ID | unfreeze -why TEXT ID")

// runMemberCommand shows, freezes or unfreezes a member, like the console. args has the member's _id.
func (t tools) runMemberCommand(ctx context.Context, args []string, out io.Writer) error {
	if len(args) < 2 {
		return errMemberUsage
	}
	flags := flag.NewFlagSet("member", flag.ContinueOnError)
	why, until := flags.String("why", "", "reason, for the audit log"), flags.String("until", "", "when the freeze ends automatically (RFC 3339)")
	if flags.Parse(args[1:]) != nil || flags.NArg() != 1 {
		return errMemberUsage
	}
	id, fields := flags.Arg(0), staff.Fields{"why": quoteJSON(*why)}
	switch args[0] {
	case "show":
		if err := t.auditMemberOpened(ctx, id); err != nil {
			return err
		}
	case "freeze":
		if *until != "" {
			at, err := time.Parse(time.RFC3339, *until)
			if err != nil {
				return errMemberUsage
			}
			fields["until"] = quoteJSON(at.Format(time.RFC3339))
		}
		fallthrough
	case "unfreeze":
		if err := t.server.Desk.RunActionFromCommandLine(ctx, "MEMBER", id, args[0], fields); err != nil {
			return simplifyError(err)
		}
	default:
		return errMemberUsage
	}
	return t.showMember(ctx, id, out)
}

// auditMemberOpened writes the audit entry that the console writes when an operator opens a member.
func (t tools) auditMemberOpened(ctx context.Context, id string) error {
	m, err := t.server.Desk.FindMember(ctx, id)
	if err != nil {
		return simplifyError(err)
	}
	return t.server.Operators.AuditBefore(ctx, "member.open", m.Member.ID, nil)
}

func (t tools) showMember(ctx context.Context, id string, out io.Writer) error {
	m, err := t.server.Desk.FindMember(ctx, id)
	if err != nil {
		return simplifyError(err)
	}
	fmt.Fprintf(out, "%-12s %s %s\n", "member", m.Member.ID, m.Member.AccountName)
	for _, f := range m.Facts {
		fmt.Fprintf(out, "%-12s %s\n", f.Code, f.Value)
	}
	return nil
}

func quoteJSON(text string) json.RawMessage {
	out, _ := json.Marshal(text) // a string can always be encoded
	return out
}
