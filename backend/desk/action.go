package desk

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
)

// ActionResult is the result of an action.
type ActionResult struct {
	Kind     string        `json:"kind"`
	ID       string        `json:"id"`
	Action   string        `json:"act"`
	Amount   *money.Satang `json:"amount,omitempty"`
	Currency string        `json:"currency,omitempty"`
	Held     bool          `json:"held,omitempty" doc:"The member must not receive the money. The money is held until it is returned."`
	Proposal string        `json:"proposal,omitempty" doc:"The PROPOSAL that a second operator decides, if the action needs two."`
}

// RunAction runs one action on one item, once per Idempotency-Key, and adds it to the audit log. Errors:
// NO_DATA for an unknown kind, item or action; UNAUTHORIZED (403) for the wrong role; INVALID_USER_INFO
// with the field; and the action's own errors.
func (s *Service) RunAction(ctx context.Context, kind, id, name string, fields staff.Fields) (*web.Response[ActionResult], error) {
	by := *web.From(ctx).Caller.Operator
	action, err := s.findAction(kind, name, by, fields)
	if err != nil {
		return nil, err
	}
	defer s.Content.ClearSettingsCache() // the action may have approved a setting
	requestFields := map[string]any{"kind": kind, "id": id, "act": name, "fields": fields.Entered(action.Fields)}
	return web.Once(ctx, s.Keyed, "", requestFields, func(tx pgx.Tx) (int, ActionResult, error) {
		done, err := action.Do(ctx, tx, staff.ActionInput{ID: id, By: by, Fields: fields})
		if err != nil {
			return 0, ActionResult{}, err
		}
		details := fields.Entered(action.Fields)
		out := ActionResult{Kind: kind, ID: id, Action: name, Amount: done.Amount, Currency: done.Currency, Held: done.Held, Proposal: done.Proposal}
		maps.Copy(details, done.Details)
		status := http.StatusOK
		if done.Proposal != "" {
			status, details["proposal"] = http.StatusCreated, done.Proposal
		}
		return status, out, s.Staff.Audit(ctx, tx, strings.ToLower(kind)+"."+name, id, details)
	})
}

// findAction returns the action by this name. It checks the operator's role and the fields.
func (s *Service) findAction(kind, name string, by web.Operator, fields staff.Fields) (staff.Action, error) {
	k, err := s.findKind(kind, by)
	if err != nil {
		return staff.Action{}, err
	}
	i := slices.IndexFunc(k.Actions, func(a staff.Action) bool { return a.Name == name })
	if i < 0 {
		return staff.Action{}, apperr.New(apperr.NoData)
	}
	return k.Actions[i], fields.Check(k.Actions[i].Fields)
}

// commandLineOperator is the operator of the command line, which needs no login: anyone with access to the
// machine has the database anyway. It may run only actions that need no second operator.
var commandLineOperator = web.Operator{Username: "console", Role: staff.Admin}

// RunActionFromCommandLine runs one action on one item from the command line, and adds it to the audit log.
// Error: UNAUTHORIZED (403) for an action of two operators.
func (s *Service) RunActionFromCommandLine(ctx context.Context, kind, id, name string, fields staff.Fields) error {
	action, err := s.findAction(kind, name, commandLineOperator, fields)
	if err == nil && action.NeedsApproval {
		err = apperr.New(apperr.Unauthorized).WithStatus(http.StatusForbidden)
	}
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		done, err := action.Do(ctx, tx, staff.ActionInput{ID: id, By: commandLineOperator, Fields: fields})
		if err != nil {
			return err
		}
		details := fields.Entered(action.Fields)
		maps.Copy(details, done.Details)
		return s.Staff.Audit(ctx, tx, strings.ToLower(kind)+"."+name, id, details)
	})
}
