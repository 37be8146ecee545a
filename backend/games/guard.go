package games

import (
	"krapao/backend/games/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// guards returns the guards that may forbid a transfer that a member requests.
func (o *transferCommand) guards() []pg.Guard {
	guards := []pg.Guard{o.s.Identity.MayMoveGuard(o.member.ID), {Query: db.GuardTransferCount, Args: []any{string(apperr.RequestLimit), o.member.ID, maxOpenTransfers}}}
	if o.to != nil {
		guards = append(guards, o.s.Care.MayPlayGuard(o.member.ID))
	}
	guards = append(guards, o.slotGuards()...)
	if o.from == nil {
		guards = append(guards, o.s.unexplainedGuard(o.member.ID, *o.to, o.amount, o.bounds))
		guards = append(guards, o.s.Ledger.BalanceSufficesGuard(o.member.ID, o.amount))
	}
	if o.all {
		guards = append(guards, o.s.Ledger.BalanceUnchangedGuard(o.member.ID, o.seen.Balance))
	}
	return guards
}

// slotGuards returns the guards of the transfer's one or two games.
func (o *transferCommand) slotGuards() (guards []pg.Guard) {
	for _, side := range []struct {
		slot *db.Slot
		into bool
	}{{o.from, false}, {o.to, true}} {
		if side.slot != nil {
			guards = append(
				guards,
				pg.Guard{Query: db.GuardPaused, Args: []any{string(apperr.GamePaused), side.slot.Code, side.into}},
				pg.Guard{Query: db.GuardAccount, Args: []any{string(apperr.SlotNoAccount), o.member.ID, side.slot.Code}},
				pg.Guard{Query: db.GuardMoneyInReview, Args: []any{string(apperr.GameInDoubt), o.member.ID, side.slot.Code}},
			)
		}
	}
	return guards
}
