package games

import (
	"context"
	"time"

	"krapao/backend/games/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// Slot is a game as a member sees it, with the member's account in it.
type Slot struct {
	Code         string       `json:"code"`
	Name         string       `json:"name"`
	Logo         string       `json:"logo"`
	Background   string       `json:"background"`
	Category     string       `json:"category" enum:"slot,sport,lotto"`
	IsActive     bool         `json:"isActive"`
	Opening      bool         `json:"opening" doc:"The account is requested, and the provider has not confirmed it yet."`
	Amount       money.Satang `json:"amount" doc:"The balance that the provider reported last, in the wallet's currency."`
	FtWalletSlot float64      `json:"ftWalletSlot" doc:"How many of the provider's units are one unit of the wallet."`
	Step         money.Satang `json:"step" doc:"The smallest amount that can be moved into the game; other amounts are multiples."`
	Way          string       `json:"way" enum:"link,form,web" doc:"How the game is opened."`
	Web          *string      `json:"web"`
	Android      *string      `json:"android"`
	IOS          *string      `json:"ios"`
	AsOf         *time.Time   `json:"asOf" doc:"When the provider reported the amount; null before its first report."`
	Stale        bool         `json:"stale" doc:"The provider did not respond to the last request for the balance, or its balance is above the balance that its plays explain."`
	Moving       bool         `json:"moving" doc:"A transfer into or out of the game is in progress."`
	InDoubt      bool         `json:"inDoubt" doc:"A transfer waits for an operator; no other money moves in this game."`
}

// Slots returns the games of a member's currency; q is a pool or a transaction.
func (s *Service) Slots(ctx context.Context, q pg.DB, m identity.Member) ([]Slot, error) {
	rows, err := db.New(q).ListSlotsOfMember(ctx, db.ListSlotsOfMemberParams{MemberID: m.ID, Currency: string(m.Currency)})
	out := make([]Slot, 0, len(rows))
	for _, r := range rows {
		if r.State == nil && !s.hasProvider(r.Slot.Code) {
			continue // a member with an account still sees its balance
		}
		out = append(out, slotOf(r))
	}
	return out, err
}

// ChangedSince returns whether an account of a member changed after a sync version.
func (s *Service) ChangedSince(ctx context.Context, q pg.DB, member, version int64) (bool, error) {
	return db.New(q).HasChangedAccounts(ctx, db.HasChangedAccountsParams{MemberID: member, After: version})
}

// Slot returns one of a member's games, or NO_GAME if they have no such game.
func (s *Service) Slot(ctx context.Context, m identity.Member, code string) (Slot, error) {
	all, err := s.Slots(ctx, s.Pool, m)
	if err != nil {
		return Slot{}, err
	}
	for _, slot := range all {
		if slot.Code == code {
			return slot, nil
		}
	}
	return Slot{}, apperr.New(apperr.NoGame)
}

func slotOf(r db.ListSlotsOfMemberRow) Slot {
	out := Slot{
		Code: r.Slot.Code, Name: r.Slot.Name, Logo: r.Slot.Logo, Background: r.Slot.Background, Category: r.Slot.Category,
		FtWalletSlot: float64(r.Slot.UnitsOf) / float64(r.Slot.UnitsFor), Step: stepAmount(r.Slot), Way: r.Slot.Way,
		Web: r.Slot.Web, Android: r.Slot.Android, IOS: r.Slot.Ios, Moving: r.Moving, InDoubt: r.InDoubt,
	}
	if r.State == nil {
		return out
	}
	out.IsActive, out.Opening = *r.State == accountActive, *r.State != accountActive
	out.Amount, out.AsOf, out.Stale = AmountOf(r.Slot, *r.Units), r.AskedAt, *r.Stale
	return out
}
