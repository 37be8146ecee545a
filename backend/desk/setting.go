package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
)

const pairSetting = "SETTING"

// admins may change settings.
var admins = []string{staff.Admin}

// Set changes a setting at once, from the console, and writes old and new value into
// the log. A setting that takes two people is refused; ProposeSetting is for those.
func (s *Service) Set(ctx context.Context, name string, value json.RawMessage) (content.SettingChange, error) {
	d, err := content.Define(name)
	if err == nil && d.Pair {
		err = fmt.Errorf("desk: %s takes two people", name)
	}
	if err != nil {
		return content.SettingChange{}, err
	}
	defer s.Content.Forget()
	var change content.SettingChange
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if change, err = s.Content.CheckSetting(ctx, tx, name, value); err != nil {
			return err
		}
		if err := s.Content.Put(ctx, tx, name, change.New); err != nil {
			return err
		}
		return s.Staff.Audit(ctx, tx, "setting.set", name, map[string]any{"old": change.Old, "new": change.New})
	})
	return change, err
}

// ProposeSetting proposes a setting that can make money, for an operator whose code
// the console has seen. It returns the proposal's id.
func (s *Service) ProposeSetting(ctx context.Context, by web.Operator, name string, value json.RawMessage, why string) (id string, err error) {
	if !slices.Contains(admins, by.Role) {
		return "", errors.New("desk: that is an admin's to propose")
	}
	if err := staff.CheckWhy(&why); err != nil {
		return "", err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		change, err := s.Content.CheckSetting(ctx, tx, name, value)
		if err != nil {
			return err
		}
		if id, err = s.Staff.ProposeTx(ctx, tx, staff.Wish{Pair: pairSetting, What: change, Why: why, By: by.ID}); err != nil {
			return err
		}
		return s.Staff.AuditBy(ctx, tx, by.Username, "setting.propose", name, map[string]any{"old": change.Old, "new": change.New, "why": why, "proposal": id})
	})
	return id, err
}

// settingPair changes a setting once two people agree.
func (s *Service) settingPair() staff.Pair {
	return staff.Pair{
		Name: pairSetting, Roles: admins,
		Show: func(what json.RawMessage, _ *staff.Member) (staff.Shown, error) {
			var c content.SettingChange
			err := json.Unmarshal(what, &c)
			facts := []staff.Fact{
				{Code: "setting", Value: c.Name, Type: staff.Text}, {Code: "old", Value: string(c.Old), Type: staff.Text}, {Code: "new", Value: string(c.New), Type: staff.Text},
			}
			if c.BreakEven != nil {
				facts = append(facts, staff.Fact{Code: "breakEven", Value: fmt.Sprintf("%.2f %%", *c.BreakEven), Type: staff.Text})
			}
			return staff.Shown{Reference: c.Name, Facts: facts}, err
		},
		// Both people saw the old value. If it has changed since, they have to decide anew.
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.Proposed) error {
			var seen content.SettingChange
			if err := json.Unmarshal(p.What, &seen); err != nil {
				return err
			}
			now, err := s.Content.CheckSetting(ctx, tx, seen.Name, seen.New)
			if err != nil {
				return err
			}
			if string(now.Old) != string(seen.Old) {
				return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			return s.Content.Put(ctx, tx, seen.Name, seen.New)
		},
	}
}
