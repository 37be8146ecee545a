package desk

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
)

// pairAccount changes an account that money goes to.
const pairAccount = "OWN_ACCOUNT"

type accountChange struct {
	Old *content.OwnAccount `json:"old"`
	New content.OwnAccount  `json:"new"`
}

// ProposeAccount proposes the new state of an account of ours, for an operator whose
// code the console has seen. It returns the proposal's id.
func (s *Service) ProposeAccount(ctx context.Context, by web.Operator, a content.OwnAccount, why string) (id string, err error) {
	if !slices.Contains(admins, by.Role) {
		return "", errors.New("desk: that is an admin's to propose")
	}
	if err := staff.CheckWhy(&why); err != nil {
		return "", err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		change := accountChange{}
		if change.New, err = s.Content.CheckOwn(ctx, tx, a); err != nil {
			return err
		}
		if change.Old, err = s.Content.Own(ctx, tx, change.New); err != nil {
			return err
		}
		if id, err = s.Staff.ProposeTx(ctx, tx, staff.Wish{Pair: pairAccount, What: change, Why: why, By: by.ID}); err != nil {
			return err
		}
		return s.Staff.AuditBy(ctx, tx, by.Username, "account.propose", change.New.Named(), map[string]any{"old": change.Old, "new": change.New, "why": why, "proposal": id})
	})
	return id, err
}

// CloseAccount hides an account from members. Money that reaches it is still taken.
// One person may do it, since no money goes elsewhere by it.
func (s *Service) CloseAccount(ctx context.Context, a content.OwnAccount) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		old, err := s.Content.Own(ctx, tx, a)
		if err == nil && old == nil {
			err = apperr.New(apperr.NoData)
		}
		if err != nil {
			return err
		}
		shut := *old
		shut.Open = false
		if err := s.Content.PutOwn(ctx, tx, shut); err != nil {
			return err
		}
		return s.Staff.Audit(ctx, tx, "account.close", shut.Named(), map[string]any{"old": old, "new": shut})
	})
}

// accountPair changes an account of ours once two people agree.
func (s *Service) accountPair() staff.Pair {
	return staff.Pair{
		Name: pairAccount, Roles: admins,
		Show: func(what json.RawMessage, _ *staff.Member) (staff.Shown, error) {
			var c accountChange
			err := json.Unmarshal(what, &c)
			return staff.Shown{Reference: c.New.Named(), Verdicts: c.verdicts()}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.Proposed) error {
			var seen accountChange
			if err := json.Unmarshal(p.What, &seen); err != nil {
				return err
			}
			now, err := s.Content.Own(ctx, tx, seen.New)
			if err == nil && !reflect.DeepEqual(now, seen.Old) { // not what both people saw
				err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			if err != nil {
				return err
			}
			return s.Content.PutOwn(ctx, tx, seen.New)
		},
	}
}

// verdicts show the new account beside the old one. They are meant to differ.
func (c accountChange) verdicts() []staff.Verdict {
	old := content.OwnAccount{}
	if c.Old != nil {
		old = *c.Old
	}
	state := func(open bool) string {
		if open {
			return "shown"
		}
		return "hidden"
	}
	out := []staff.Verdict{
		{Code: "bank", Theirs: c.New.Bank, Ours: old.Bank, Type: staff.Text},
		{Code: "account", Theirs: c.New.No, Ours: old.No, Type: staff.Text},
		{Code: "name", Theirs: c.New.Name, Ours: old.Name, Type: staff.Text},
		{Code: "mode", Theirs: c.New.Mode, Ours: old.Mode, Type: staff.Text},
		{Code: "shown", Theirs: state(c.New.Open), Type: staff.Word},
		{Code: "lapnet", Theirs: c.New.LAPNet, Ours: old.LAPNet, Type: staff.Text},
	}
	if len(c.New.Proxies)+len(old.Proxies) > 0 {
		out = append(out, staff.Verdict{Code: "proxies", Theirs: strings.Join(c.New.Proxies, " · "), Ours: strings.Join(old.Proxies, " · "), Type: staff.Text})
	}
	if c.Old != nil {
		out[4].Ours = state(old.Open)
	}
	return out
}
