package play

import (
	"cmp"
	"context"
	"slices"

	"krapao/backend/games/internal/db"
)

// funds are what members of a batch can have had in a slot, in hundredths.
type funds struct {
	explained map[int64]int64
	// taken is what each member took out so late that earlier plays may still be missing.
	// It is read only if a bet is above what is explained.
	taken map[int64]int64
}

// affordable returns the plays that count. Plays that are counted already are left out.
// Unless they are approved, credits without a play and bets above what the member can have
// had go aside.
//
// Plays are judged in the order of their bets. A bet is paid from what is explained before
// it, or from what the member took out since: the winnings of earlier plays may have been
// taken out before the feed reports them.
func affordable(ctx context.Context, q *db.Queries, slot string, words []word, approved bool, aside *asides) ([]word, error) {
	words, counted, err := uncounted(ctx, q, slot, words)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	had, err := fundsOf(ctx, q, slot, words)
	if err != nil || approved {
		return words, err
	}
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.ID, b.ID)) })
	kept := make([]word, 0, len(words))
	for _, w := range words {
		if w.Credit {
			aside.add(w.Play, credit)
			continue
		}
		before := counted[w.ID]
		canHave := had.explained[w.member] - w.won(before)
		if w.isStaked && w.bet > max(canHave, 0) {
			taken, err := had.takenBy(ctx, q, slot, words, w.member)
			if err != nil {
				return nil, err
			}
			if w.bet > canHave+taken {
				aside.add(w.Play, aboveFunds)
				continue
			}
		}
		had.explained[w.member] = canHave + w.won(w.sums)
		kept = append(kept, w)
	}
	return kept, nil
}

// uncounted returns the plays that are new or of a higher revision, and what was counted of
// the latter.
func uncounted(ctx context.Context, q *db.Queries, slot string, words []word) (changed []word, counted map[string]sums, err error) {
	if len(words) == 0 {
		return nil, nil, nil
	}
	ids := make([]string, 0, len(words))
	for _, w := range words {
		ids = append(ids, w.ID)
	}
	keys, err := q.KeysSeen(ctx, db.KeysSeenParams{SlotCode: slot, Ids: ids})
	seen := make(map[string]db.GamePlayKey, len(keys))
	for _, k := range keys {
		seen[k.PlayID] = k
	}
	counted = make(map[string]sums, len(keys))
	for _, w := range words {
		k, known := seen[w.ID]
		switch {
		case !known:
			changed = append(changed, w)
		case k.MemberID != w.member: // kept aside as another player's
			changed = append(changed, w)
		case w.Revision > k.Revision:
			counted[w.ID] = sums{k.Bet, k.Payout, k.Valid}
			changed = append(changed, w)
		}
	}
	return changed, counted, err
}

// fundsOf reads what is explained of the members of some plays, and notes at each play
// whether its stake is part of that.
func fundsOf(ctx context.Context, q *db.Queries, slot string, words []word) (*funds, error) {
	rows, err := q.ExplainedOf(ctx, db.ExplainedOfParams{SlotCode: slot, Members: membersOf(words)})
	had := &funds{explained: make(map[int64]int64, len(rows))}
	since := make(map[int64]db.ExplainedOfRow, len(rows))
	for _, r := range rows {
		had.explained[r.MemberID], since[r.MemberID] = r.Explained, r
	}
	for i, w := range words {
		began := since[w.member].Since
		words[i].isStaked = began == nil || !w.Play.At.Before(*began)
	}
	return had, err
}

func (had *funds) takenBy(ctx context.Context, q *db.Queries, slot string, words []word, member int64) (int64, error) {
	if had.taken == nil {
		rows, err := q.OutsSince(ctx, db.OutsSinceParams{SlotCode: slot, Members: membersOf(words)})
		if err != nil {
			return 0, err
		}
		had.taken = make(map[int64]int64, len(rows))
		for _, r := range rows {
			had.taken[r.MemberID] = r.Amount
		}
	}
	return had.taken[member], nil
}

func membersOf(words []word) (members []int64) {
	for _, w := range words {
		members = append(members, w.member)
	}
	slices.Sort(members)
	return slices.Compact(members)
}
