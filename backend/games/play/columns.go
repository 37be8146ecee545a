package play

import (
	"time"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/clock"
	"krapao/backend/provider/game"
)

// keyColumns and the functions below convert a batch into columns for the database: one array per column.

func keyColumns(slot string, reported []reportedPlay) db.AddCountedPlaysParams {
	p := db.AddCountedPlaysParams{SlotCode: slot}
	for _, w := range reported {
		p.Ids, p.Members, p.Revisions, p.Days = append(p.Ids, w.ID), append(p.Members, w.member), append(p.Revisions, w.Revision), append(p.Days, clock.DayOf(w.at))
		p.Bets, p.Payouts, p.Valids = append(p.Bets, w.bet), append(p.Payouts, w.payout), append(p.Valids, w.valid)
	}
	return p
}

func rawPlayColumns(slot string, now time.Time, reported []reportedPlay) db.InsertPlaysParams {
	p := db.InsertPlaysParams{SlotCode: slot, Now: now}
	for _, w := range reported {
		p.Ids, p.Revisions, p.Members, p.Ats = append(p.Ids, w.ID), append(p.Revisions, w.Revision), append(p.Members, w.member), append(p.Ats, w.at)
		p.Bets, p.Payouts, p.Valids = append(p.Bets, int64(w.Bet)), append(p.Payouts, int64(w.Payout)), append(p.Valids, int64(w.Valid))
	}
	return p
}

func dayColumns(slot string, today time.Time, changes []dayChange) db.AddToDaysParams {
	p := db.AddToDaysParams{SlotCode: slot, Today: today}
	for _, d := range changes {
		p.Members, p.Days, p.Plays = append(p.Members, d.member), append(p.Days, d.day), append(p.Plays, d.plays)
		p.Bets, p.Payouts, p.Valids = append(p.Bets, d.bet), append(p.Payouts, d.payout), append(p.Valids, d.valid)
	}
	return p
}

func wonColumns(slot string, now time.Time, changes []dayChange) db.AddPlayedParams {
	p := db.AddPlayedParams{SlotCode: slot, Now: now}
	for _, d := range changes {
		p.Members, p.Nets = append(p.Members, d.member), append(p.Nets, d.won)
	}
	return p
}

// reopenColumns returns the comparisons that plays reopen: those made after the plays' bets. A later revision
// reopens none: the provider changed the balance when it changed the play, not before the comparison.
func reopenColumns(slot string, counted []reportedPlay) db.ReopenBalanceComparisonsParams {
	p := db.ReopenBalanceComparisonsParams{SlotCode: slot}
	for _, w := range counted {
		if w.first {
			p.Members, p.Ats = append(p.Members, w.member), append(p.Ats, w.at)
		}
	}
	return p
}

// asidePlays are plays that are set aside: stored but not counted, each with its reason.
type asidePlays struct{ db.InsertAsidePlaysParams }

func (a *asidePlays) add(p game.Play, reason string) {
	a.Ids, a.Revisions, a.Whys = append(a.Ids, p.ID), append(a.Revisions, p.Revision), append(a.Whys, reason)
	a.Usernames, a.Ats, a.Credits = append(a.Usernames, p.Username), append(a.Ats, p.At), append(a.Credits, p.Credit)
	a.Bets, a.Payouts, a.Valids = append(a.Bets, int64(p.Bet)), append(a.Payouts, int64(p.Payout)), append(a.Valids, int64(p.Valid))
}
