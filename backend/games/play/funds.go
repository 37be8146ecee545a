package play

import (
	"cmp"
	"context"
	"slices"

	"krapao/backend/games/internal/db"
)

// besideMost is of how many plays of a batch the database is asked what beside the explained
// sum can have paid them. The others go aside, and are tried again.
const besideMost = 100

// affordable returns the plays that count. Plays that are counted already are left out.
// Unless they are approved, credits without a play and bets above what the member can have
// had go aside.
//
// Plays are judged in the order of their bets. A bet is paid from what is explained before
// it. Later plays may have been reported first, and lost that; and the winnings of earlier
// plays may have been taken out before they are reported. So both are added, as long as
// what all of them together lost was there.
func affordable(ctx context.Context, q *db.Queries, slot string, words []word, approved bool, aside *asides) ([]word, error) {
	words, counted, err := uncounted(ctx, q, slot, words)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	explained, err := explainedOf(ctx, q, slot, words)
	if err != nil || approved {
		return words, err
	}
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.ID, b.ID)) })
	kept, asked := make([]word, 0, len(words)), 0
	for _, w := range words {
		if w.Credit {
			aside.add(w.Play, credit)
			continue
		}
		before := counted[w.ID]
		canHave := explained[w.member] - w.won(before)
		after := canHave + w.won(w.sums)
		if w.isStaked && w.bet > max(canHave, 0) {
			var beside db.FundsBesideRow
			if asked++; asked <= besideMost {
				beside, err = q.FundsBeside(ctx, db.FundsBesideParams{SlotCode: slot, Member: w.member, PlayID: w.ID, At: w.at})
			}
			if err != nil {
				return nil, err
			}
			if w.bet > canHave+beside.LostLater+beside.Taken || after < min(canHave, -beside.Taken) {
				aside.add(w.Play, aboveFunds)
				continue
			}
		}
		explained[w.member] = after
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

// explainedOf reads what is explained of the members of some plays, in hundredths, and notes
// at each play whether its stake is part of that.
func explainedOf(ctx context.Context, q *db.Queries, slot string, words []word) (map[int64]int64, error) {
	rows, err := q.ExplainedOf(ctx, db.ExplainedOfParams{SlotCode: slot, Members: membersOf(words)})
	explained := make(map[int64]int64, len(rows))
	since := make(map[int64]db.ExplainedOfRow, len(rows))
	for _, r := range rows {
		explained[r.MemberID], since[r.MemberID] = r.Explained, r
	}
	for i, w := range words {
		began := since[w.member].Since
		words[i].isStaked = began == nil || !w.Play.At.Before(*began)
	}
	return explained, err
}

func membersOf(words []word) (members []int64) {
	for _, w := range words {
		members = append(members, w.member)
	}
	slices.Sort(members)
	return slices.Compact(members)
}
