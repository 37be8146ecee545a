package play

import (
	"time"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/clock"
	"krapao/backend/provider/game"
)

// keysOf and the functions below convert a batch into columns for the database: one array per column.

func keysOf(slot string, words []word) db.KeysAddParams {
	p := db.KeysAddParams{SlotCode: slot}
	for _, w := range words {
		p.Ids, p.Members, p.Revisions, p.Days = append(p.Ids, w.ID), append(p.Members, w.member), append(p.Revisions, w.Revision), append(p.Days, clock.DayOf(w.at))
		p.Bets, p.Payouts, p.Valids = append(p.Bets, w.bet), append(p.Payouts, w.payout), append(p.Valids, w.valid)
	}
	return p
}

func rawOf(slot string, now time.Time, words []word) db.PlaysAddParams {
	p := db.PlaysAddParams{SlotCode: slot, Now: now}
	for _, w := range words {
		p.Ids, p.Revisions, p.Members, p.Ats = append(p.Ids, w.ID), append(p.Revisions, w.Revision), append(p.Members, w.member), append(p.Ats, w.at)
		p.Bets, p.Payouts, p.Valids = append(p.Bets, int64(w.Bet)), append(p.Payouts, int64(w.Payout)), append(p.Valids, int64(w.Valid))
	}
	return p
}

func daysOf(slot string, today time.Time, differences []difference) db.DaysAddParams {
	p := db.DaysAddParams{SlotCode: slot, Today: today}
	for _, d := range differences {
		p.Members, p.Days, p.Plays = append(p.Members, d.member), append(p.Days, d.day), append(p.Plays, d.plays)
		p.Bets, p.Payouts, p.Valids = append(p.Bets, d.bet), append(p.Payouts, d.payout), append(p.Valids, d.valid)
	}
	return p
}

func wonOf(slot string, now time.Time, differences []difference) db.PlayedAddParams {
	p := db.PlayedAddParams{SlotCode: slot, Now: now}
	for _, d := range differences {
		p.Members, p.Nets = append(p.Members, d.member), append(p.Nets, d.won)
	}
	return p
}

// reopenedBy returns the comparisons that plays reopen: those made after the plays' bets. A later revision reopens
// none: the provider changed the balance when it changed the play, not before the comparison.
func reopenedBy(slot string, counted []word) db.ComparedReopenParams {
	p := db.ComparedReopenParams{SlotCode: slot}
	for _, w := range counted {
		if w.first {
			p.Members, p.Ats = append(p.Members, w.member), append(p.Ats, w.at)
		}
	}
	return p
}

// asides are plays that are stored but not counted, with the reasons.
type asides struct{ db.AsideAddParams }

func (a *asides) add(p game.Play, why string) {
	a.Ids, a.Revisions, a.Whys = append(a.Ids, p.ID), append(a.Revisions, p.Revision), append(a.Whys, why)
	a.Usernames, a.Ats, a.Credits = append(a.Usernames, p.Username), append(a.Ats, p.At), append(a.Credits, p.Credit)
	a.Bets, a.Payouts, a.Valids = append(a.Bets, int64(p.Bet)), append(a.Payouts, int64(p.Payout)), append(a.Valids, int64(p.Valid))
}
