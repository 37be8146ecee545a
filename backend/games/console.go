package games

import (
	"context"
	"time"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/pg"
)

// SlotState is a slot as operators see it.
type SlotState struct {
	Code, Format, Currency      string
	Listed, PausedIn, PausedOut bool
	HeldOut                     bool          // money out is paused because of a sum that no play explains
	Lag                         time.Duration // how late the provider may report plays
	Accounts                    int64
	Share                       int32  // part of the turnover that counts, in percent
	Edge                        *int32 // the game's edge in hundredths of a percent of the stake; nil if unknown
	// OldKeys is the number of accounts whose password is sealed under an earlier key. As long as it is not
	// 0, that key has to stay in GAME_KEYS.
	OldKeys int64
}

// SlotStates returns every slot, in the order of the home screen.
func (s *Service) SlotStates(ctx context.Context) ([]SlotState, error) {
	rows, err := s.q().ListSlotStates(ctx, int32(s.Vault.CurrentID()))
	out := make([]SlotState, 0, len(rows))
	for _, r := range rows {
		out = append(out, SlotState{r.Code, r.Format, r.Currency, r.Listed, r.PausedIn, r.PausedOut, r.HeldOut, time.Duration(r.Lag) * time.Second, r.Accounts, r.Share, r.Edge, r.OldKeys})
	}
	return out, err
}

// Edges summarises the edges of the open games in one currency.
type Edges struct {
	// Lowest is the lowest edge, in percent of the turnover that counts. If only 50 % of a game's turnover
	// counts, its edge is doubled here. Slot is the code of that game. Both are zero values if no edge is
	// known.
	Lowest float64 `json:"lowest"`
	Slot   string  `json:"slot"`
	// Unknown lists the open games whose edge is not set.
	Unknown []string `json:"unknown"`
}

// Edges returns the edges of a currency's open games.
func (s *Service) Edges(ctx context.Context, q pg.DB, currency string) (out Edges, err error) {
	rows, err := db.New(q).ListSlotEdges(ctx, currency)
	for _, r := range rows {
		if r.Edge == nil {
			out.Unknown = append(out.Unknown, r.Code)
			continue
		}
		if edge := float64(*r.Edge) / float64(r.Share); out.Slot == "" || edge < out.Lowest {
			out.Lowest, out.Slot = edge, r.Code
		}
	}
	return out, err
}

// Reseal seals every password under the current key, and returns how many it sealed. After an interruption,
// the next call continues with the rest. Passwords stay valid all the time.
func (s *Service) Reseal(ctx context.Context) (count int, err error) {
	for {
		rows, err := s.q().ListAccountsToReseal(ctx, int32(s.Vault.CurrentID()))
		if err != nil || len(rows) == 0 {
			return count, err
		}
		for _, r := range rows {
			change := db.StoreResealedAccountParams{MemberID: r.MemberID, SlotCode: r.SlotCode, OldPassword: r.Password, OldPending: r.Pending}
			if change.Password, err = s.resealOne(r.Password, r); err != nil {
				return count, err
			}
			if r.Pending != nil {
				if change.Pending, err = s.resealOne(r.Pending, r); err != nil {
					return count, err
				}
			}
			n, err := s.q().StoreResealedAccount(ctx, change)
			if err != nil {
				return count, err
			}
			count += int(n)
		}
	}
}

func (s *Service) resealOne(sealed []byte, r db.ListAccountsToResealRow) ([]byte, error) {
	account := sealedFor(r.SlotCode, r.Username)
	password, err := s.Vault.Open(sealed, account)
	if err != nil {
		return nil, err
	}
	return s.Vault.Seal(password, account), nil
}
