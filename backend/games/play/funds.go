package play

import (
	"cmp"
	"context"
	"slices"

	"krapao/backend/games/internal/db"
)

// filterAffordable returns the plays that count, without those that are already counted. Credits without a
// play, and bets above the funds that the member can have had, are set aside, unless they are approved.
//
// Plays are judged in the order of their bets. A bet must be covered by the explained sum before it. Reports
// come in any order, so two sums are added. The first is what plays with later bets have lost that were
// reported earlier. The second is the amount that the member took out, since earlier plays that are not reported
// yet may have won it. A play that lost counts only if its loss is covered without the first sum: all plays
// together cannot lose more than there was.
func filterAffordable(ctx context.Context, q *db.Queries, slot string, reported []reportedPlay, approved bool, aside *asidePlays) ([]reportedPlay, error) {
	reported, counted, err := filterUncounted(ctx, q, slot, reported)
	if err != nil || len(reported) == 0 {
		return nil, err
	}
	explained, err := explainedSums(ctx, q, slot, reported)
	if err != nil || approved {
		return reported, err
	}
	slices.SortStableFunc(reported, func(a, b reportedPlay) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.ID, b.ID)) })
	var extra map[string]db.ListExtraFundsRow
	affordable := make([]reportedPlay, 0, len(reported))
	for i, w := range reported {
		if w.Credit {
			aside.add(w.Play, asideCredit)
			continue
		}
		canHave := explained[w.member] - w.won(counted[w.ID])
		after := canHave + w.won(w.sums)
		if w.isStaked && w.bet > max(canHave, 0) {
			if extra == nil {
				if extra, err = extraFunds(ctx, q, slot, reported[i:]); err != nil {
					return nil, err
				}
			}
			other := extra[w.ID]
			if w.bet > canHave+other.LostLater+other.Taken || after < min(canHave, -other.Taken) {
				aside.add(w.Play, asideAboveFunds)
				continue
			}
		}
		explained[w.member] = after
		affordable = append(affordable, w)
	}
	return affordable, nil
}

// extraFunds returns the two sums that may cover a bet in addition to the explained sum, by the play's id. Most
// batches do not need this query.
func extraFunds(ctx context.Context, q *db.Queries, slot string, reported []reportedPlay) (map[string]db.ListExtraFundsRow, error) {
	p := db.ListExtraFundsParams{SlotCode: slot}
	for _, w := range reported {
		p.Ids, p.Members, p.Ats = append(p.Ids, w.ID), append(p.Members, w.member), append(p.Ats, w.at)
	}
	rows, err := q.ListExtraFunds(ctx, p)
	extra := make(map[string]db.ListExtraFundsRow, len(rows))
	for _, r := range rows {
		extra[r.ID] = r
	}
	return extra, err
}

// filterUncounted returns the plays that are new or have a higher revision, and the already counted sums of the
// plays with a higher revision.
func filterUncounted(ctx context.Context, q *db.Queries, slot string, reported []reportedPlay) (changed []reportedPlay, counted map[string]sums, err error) {
	if len(reported) == 0 {
		return nil, nil, nil
	}
	ids := make([]string, 0, len(reported))
	for _, w := range reported {
		ids = append(ids, w.ID)
	}
	keys, err := q.ListCountedRevisions(ctx, db.ListCountedRevisionsParams{SlotCode: slot, Ids: ids})
	keysByID := make(map[string]db.GamePlayKey, len(keys))
	for _, k := range keys {
		keysByID[k.PlayID] = k
	}
	counted = make(map[string]sums, len(keys))
	for _, w := range reported {
		k, exists := keysByID[w.ID]
		switch {
		case !exists:
			changed = append(changed, w)
		case k.MemberID != w.member: // set aside later, as another player's
			changed = append(changed, w)
		case w.Revision > k.Revision:
			counted[w.ID] = sums{k.Bet, k.Payout, k.Valid}
			changed = append(changed, w)
		}
	}
	return changed, counted, err
}

// explainedSums returns the players' explained sums in hundredths, by member. It sets isStaked of each play.
func explainedSums(ctx context.Context, q *db.Queries, slot string, reported []reportedPlay) (map[int64]int64, error) {
	rows, err := q.ListExplained(ctx, db.ListExplainedParams{SlotCode: slot, Members: membersOf(reported)})
	explained := make(map[int64]int64, len(rows))
	since := make(map[int64]db.ListExplainedRow, len(rows))
	for _, r := range rows {
		explained[r.MemberID], since[r.MemberID] = r.Explained, r
	}
	for i, w := range reported {
		began := since[w.member].Since
		reported[i].isStaked = began == nil || !w.Play.At.Before(*began)
	}
	return explained, err
}

func membersOf(reported []reportedPlay) (members []int64) {
	for _, w := range reported {
		members = append(members, w.member)
	}
	slices.Sort(members)
	return slices.Compact(members)
}
