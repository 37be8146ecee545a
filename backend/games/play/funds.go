package play

import (
	"cmp"
	"context"
	"slices"

	"krapao/backend/games/internal/db"
)

// affordable returns the plays that count, without those that are already counted. Credits without a play,
// and bets above what the member can have had, are kept aside, unless they are approved.
//
// Plays are judged in the order of their bets. A bet must be covered by the explained sum before it. Reports
// come in any order, so two sums are added. The first is what plays with later bets have lost that were
// reported earlier. The second is what the member took out, since earlier plays that are not reported yet may
// have won it. A play that lost counts only if its loss is covered without the first sum: all plays together
// cannot lose more than there was.
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
	var beside map[string]db.FundsBesideRow
	kept := make([]word, 0, len(words))
	for i, w := range words {
		if w.Credit {
			aside.add(w.Play, credit)
			continue
		}
		canHave := explained[w.member] - w.won(counted[w.ID])
		after := canHave + w.won(w.sums)
		if w.isStaked && w.bet > max(canHave, 0) {
			if beside == nil {
				if beside, err = besideOf(ctx, q, slot, words[i:]); err != nil {
					return nil, err
				}
			}
			other := beside[w.ID]
			if w.bet > canHave+other.LostLater+other.Taken || after < min(canHave, -other.Taken) {
				aside.add(w.Play, aboveFunds)
				continue
			}
		}
		explained[w.member] = after
		kept = append(kept, w)
	}
	return kept, nil
}

// besideOf returns the two sums that may cover a bet in addition to the explained sum, by the play's id. Most
// batches do not need this query.
func besideOf(ctx context.Context, q *db.Queries, slot string, words []word) (map[string]db.FundsBesideRow, error) {
	p := db.FundsBesideParams{SlotCode: slot}
	for _, w := range words {
		p.Ids, p.Members, p.Ats = append(p.Ids, w.ID), append(p.Members, w.member), append(p.Ats, w.at)
	}
	rows, err := q.FundsBeside(ctx, p)
	beside := make(map[string]db.FundsBesideRow, len(rows))
	for _, r := range rows {
		beside[r.ID] = r
	}
	return beside, err
}

// uncounted returns the plays that are new or have a higher revision, and what is already counted of the latter.
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
		case k.MemberID != w.member: // kept aside later, as another player's
			changed = append(changed, w)
		case w.Revision > k.Revision:
			counted[w.ID] = sums{k.Bet, k.Payout, k.Valid}
			changed = append(changed, w)
		}
	}
	return changed, counted, err
}

// explainedOf returns the players' explained sums in hundredths, by member. It sets isStaked of each play.
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
