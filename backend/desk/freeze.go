package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/staff"
)

// freezeAction returns the action that freezes a member's money at once. One operator may do it: a wrong
// freeze costs time, but a late freeze costs money.
func (s *Service) freezeAction() staff.Action {
	return staff.Action{
		Name: "freeze", Fields: []staff.Field{staff.Why, {Name: "until", Type: staff.FieldTime}},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			m, err := s.Identity.MemberByPublicID(ctx, tx, d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			f := identity.Freeze{Why: d.Fields.Text("why"), By: d.By.Username}
			if text := d.Fields.Text("until"); text != "" {
				if f.Until, err = time.Parse(time.RFC3339, text); err != nil {
					return staff.ActionResult{}, apperr.Field(apperr.InvalidUserInfo, "until")
				}
			}
			return staff.ActionResult{}, s.Identity.FreezeTx(ctx, tx, m.ID, f)
		},
	}
}

// unfreezeAction returns the action that ends a freeze.
func (s *Service) unfreezeAction() staff.Action {
	return staff.Action{Name: "unfreeze", Fields: []staff.Field{staff.Why}, Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		m, err := s.Identity.MemberByPublicID(ctx, tx, d.ID)
		if err != nil {
			return staff.ActionResult{}, err
		}
		return staff.ActionResult{}, s.Identity.UnfreezeTx(ctx, tx, m.ID)
	}}
}
