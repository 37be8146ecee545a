package play

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games"
	"krapao/backend/games/internal/db"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
)

// The reasons why a play is not counted; see the package comment.
const (
	asideNoAccount   = "NO_ACCOUNT"
	asideOld         = "OLD"
	asideOtherPlayer = "OTHER_PLAYER"
	asideTooLarge    = "TOO_LARGE"
	asideAboveFunds  = "ABOVE_FUNDS"
	asideCredit      = "CREDIT"
)

// reportedPlay is a play as a provider reported it, with the amounts with which it counts.
type reportedPlay struct {
	game.Play
	member int64
	at     time.Time // time of the bet, limited to the feed's beginning and now
	first  bool      // no revision of the play was counted before
	// isStaked is false if the stake was taken before the member's sums in the slot began.
	isStaked bool
	sums
}

// won returns the amount that a change of a play's sums adds to the member's money in the slot, in hundredths.
func (w reportedPlay) won(change sums) int64 {
	if !w.isStaked {
		return change.payout
	}
	return change.payout - change.bet
}

// sums are a play's amounts in hundredths of the wallet's currency.
type sums struct{ bet, payout, valid int64 }

func (a sums) minus(b sums) sums { return sums{a.bet - b.bet, a.payout - b.payout, a.valid - b.valid} }

// dayChange is the change that a batch adds to one member's day.
type dayChange struct {
	member int64
	day    time.Time
	plays  int64
	sums
	won int64
}

// countPlaysTx counts plays of a slot, each once and with its highest revision. Feed and push both call it.
//
// It locks the keys in their order, then the members' sums in the slot, then game_book, then the comparisons,
// then the days. So two batches never deadlock.
//
// approved means that two operators have checked the plays. Then they count without a check of the funds,
// also if they are credits.
func (s *Service) countPlaysTx(ctx context.Context, tx pgx.Tx, slot db.Slot, since time.Time, plays []game.Play, approved bool) error {
	if len(plays) == 0 {
		return nil
	}
	q, now := db.New(tx), s.Clock()
	reported, aside, err := s.judgePlays(ctx, q, slot, since, now, latestRevisions(plays))
	if err == nil {
		reported, err = filterAffordable(ctx, q, slot.Code, reported, approved, &aside)
	}
	if err != nil {
		return err
	}
	counted, changes, ofOthers, err := countPlays(ctx, q, slot.Code, reported)
	if err != nil {
		return err
	}
	for _, w := range ofOthers {
		aside.add(w.Play, asideOtherPlayer)
	}
	var b pgx.Batch
	into := db.New(pg.InBatch(&b))
	if len(aside.Ids) > 0 {
		aside.SlotCode, aside.Now = slot.Code, now
		err = into.InsertAsidePlays(ctx, aside.InsertAsidePlaysParams)
	}
	if err == nil && len(counted) > 0 {
		err = into.InsertPlays(ctx, rawPlayColumns(slot.Code, now, counted))
	}
	if err == nil && len(changes) > 0 {
		err = into.AddPlayed(ctx, wonColumns(slot.Code, now, changes))
	}
	if err == nil && len(counted) > 0 {
		err = into.ReopenBalanceComparisons(ctx, reopenColumns(slot.Code, counted))
	}
	if err == nil && len(changes) > 0 {
		err = into.AddToDays(ctx, dayColumns(slot.Code, clock.DayOf(now), changes))
	}
	if err != nil || b.Len() == 0 {
		return err
	}
	return tx.SendBatch(ctx, &b).Close()
}

// latestRevisions returns one entry for each play: the first of those with its highest revision.
func latestRevisions(plays []game.Play) []game.Play {
	out, index := make([]game.Play, 0, len(plays)), make(map[string]int, len(plays))
	for _, p := range plays {
		i, found := index[p.ID]
		switch {
		case !found:
			index[p.ID] = len(out)
			out = append(out, p)
		case p.Revision > out[i].Revision:
			out[i] = p
		}
	}
	return out
}

// judgePlays returns the plays of known members with the amounts that count, and the plays to set aside.
func (s *Service) judgePlays(ctx context.Context, q *db.Queries, slot db.Slot, since, now time.Time, plays []game.Play) (reported []reportedPlay, out asidePlays, err error) {
	names := make([]string, 0, len(plays))
	for _, p := range plays {
		names = append(names, p.Username)
	}
	rows, err := q.ListPlayers(ctx, db.ListPlayersParams{SlotCode: slot.Code, Names: names})
	if err != nil {
		return nil, out, err
	}
	members := make(map[string]int64, len(rows))
	for _, r := range rows {
		members[r.Username] = r.MemberID
	}
	storedSince := s.storedSince(now)
	for _, p := range plays {
		w := reportedPlay{Play: p, member: members[p.Username], at: p.At}
		if w.at.Before(since) {
			w.at = since
		}
		if w.at.After(now) {
			w.at = now
		}
		switch {
		case max(approximateAmount(slot, p.Bet), approximateAmount(slot, p.Payout), approximateAmount(slot, p.Valid)) > float64(money.Max):
			out.add(p, asideTooLarge)
		case p.At.Before(storedSince):
			out.add(p, asideOld)
		case w.member == 0:
			out.add(p, asideNoAccount)
		default:
			w.sums = sums{int64(games.AmountOf(slot, int64(p.Bet))), int64(games.AmountOf(slot, int64(p.Payout))), int64(games.AmountOf(slot, int64(min(p.Valid, p.Bet))))}
			reported = append(reported, w)
		}
	}
	return reported, out, nil
}

// approximateAmount returns units in our hundredths, approximately, and cannot overflow.
func approximateAmount(slot db.Slot, units game.Units) float64 {
	return float64(units) * float64(slot.UnitsFor) / float64(slot.UnitsOf)
}

// countPlays inserts the keys of new plays, and updates those with a higher revision. It returns the counted
// plays, the changes by day, and the plays whose ids belong to another member (ofOthers).
func countPlays(ctx context.Context, q *db.Queries, slot string, reported []reportedPlay) (counted []reportedPlay, changes []dayChange, ofOthers []reportedPlay, err error) {
	if len(reported) == 0 {
		return nil, nil, nil, nil
	}
	ids, err := q.AddCountedPlays(ctx, keyColumns(slot, reported))
	if err != nil {
		return nil, nil, nil, err
	}
	fresh := make(map[string]bool, len(ids))
	for _, id := range ids {
		fresh[id] = true
	}
	byID := map[string]reportedPlay{}
	for _, w := range reported {
		if !fresh[w.ID] {
			byID[w.ID] = w
			continue
		}
		w.first = true
		counted = append(counted, w)
		changes = append(changes, dayChange{w.member, clock.DayOf(w.at), 1, w.sums, w.won(w.sums)})
	}
	if len(byID) == 0 {
		return counted, changes, nil, nil
	}
	ids = ids[:0]
	for id := range byID {
		ids = append(ids, id)
	}
	keys, err := q.LockCountedRevisions(ctx, db.LockCountedRevisionsParams{SlotCode: slot, Ids: ids})
	if err != nil {
		return nil, nil, nil, err
	}
	raise := db.UpdateCountedPlaysParams{SlotCode: slot}
	for _, k := range keys {
		w := byID[k.PlayID]
		switch {
		case w.member != k.MemberID:
			ofOthers = append(ofOthers, w)
		case w.Revision > k.Revision:
			counted = append(counted, w)
			change := w.minus(sums{k.Bet, k.Payout, k.Valid})
			changes = append(changes, dayChange{w.member, k.Day, 0, change, w.won(change)})
			raise.Ids, raise.Revisions = append(raise.Ids, w.ID), append(raise.Revisions, w.Revision)
			raise.Bets, raise.Payouts, raise.Valids = append(raise.Bets, w.bet), append(raise.Payouts, w.payout), append(raise.Valids, w.valid)
		}
	}
	if len(raise.Ids) > 0 {
		err = q.UpdateCountedPlays(ctx, raise)
	}
	return counted, changes, ofOthers, err
}
