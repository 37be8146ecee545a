package play

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games"
	"krapao/backend/games/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
	"krapao/backend/staff"
)

const proposalKindCount = "COUNT_PLAY"

// playProposal is a play that an operator proposes to count.
type playProposal struct {
	Item   int64        `json:"item"`
	Slot   string       `json:"slot"`
	Play   string       `json:"play"`
	Bet    money.Satang `json:"bet"`
	Payout money.Satang `json:"payout"`
}

// Kinds returns the kinds of items of this package: bets above the player's funds, and credits without a play.
func (s *Service) Kinds() []staff.Kind {
	return []staff.Kind{s.asideKind("GAME_PLAY", asideAboveFunds), s.asideKind("GAME_CREDIT", asideCredit)}
}

// ProposalKinds returns the actions of this package that two operators have to approve.
func (s *Service) ProposalKinds() []staff.ProposalKind {
	return []staff.ProposalKind{s.countProposalKind()}
}

func (s *Service) asideKind(name, reason string) staff.Kind {
	count := staff.Action{Name: "count", NeedsApproval: true, Fields: []staff.Field{staff.Why}, Do: s.proposeCount}
	dismiss := staff.Action{Name: "dismiss", Fields: []staff.Field{staff.Why}, Do: s.dismissPlay}
	return staff.Kind{
		Name: name, Roles: staff.Cashiers, Actions: []staff.Action{count, dismiss},
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListAsideItems(ctx, db.ListAsideItemsParams{Why: reason, Member: p.Member, After: p.After, AfterID: p.AfterID, Most: p.Limit})
			items := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := asideItem(r)
				i.Offers = []staff.Offer{count.Offer(staff.Yes), dismiss.Offer(staff.No)}
				items = append(items, i)
			}
			return items, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountAsideItems(ctx, reason)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
	}
}

func asideItem(r db.ListAsideItemsRow) staff.Item {
	slot := db.Slot{UnitsOf: r.UnitsOf, UnitsFor: r.UnitsFor}
	bet, payout := games.AmountOf(slot, r.Bet), games.AmountOf(slot, r.Payout)
	i := staff.Item{ID: r.ID, Since: r.TakenAt.UTC(), Amount: &bet, Currency: r.Currency, Reason: r.Why, Reference: r.PlayID, Member: r.Member}
	i.Facts = staff.AddFact(i.Facts, "game", staff.Text, r.Name)
	if r.Credit {
		i.Amount = &payout
	} else {
		i.Facts = staff.AddFact(i.Facts, "bet", staff.Amount, bet.String())
	}
	i.Facts = staff.AddFact(i.Facts, "payout", staff.Amount, payout.String())
	i.Facts = staff.AddFact(i.Facts, "playedAt", staff.Time, staff.FormatTime(r.At))
	i.Facts = staff.AddFact(i.Facts, "gameName", staff.Reference, r.Username)
	i.Facts = staff.AddFact(i.Facts, "reference", staff.Reference, r.PlayID)
	return i
}

// lockAsideTx locks an aside play that operators decide about. It returns NO_DATA if the play is already
// decided or counted.
func lockAsideTx(ctx context.Context, tx pgx.Tx, item int64) (db.LockAsidePlayRow, error) {
	row, err := db.New(tx).LockAsidePlay(ctx, item)
	if errors.Is(err, pgx.ErrNoRows) {
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	return row, err
}

func parseItemID(id string) (int64, error) {
	item, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0, apperr.New(apperr.NoData)
	}
	return item, nil
}

func (s *Service) proposeCount(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
	item, err := parseItemID(d.ID)
	if err != nil {
		return staff.ActionResult{}, err
	}
	row, err := lockAsideTx(ctx, tx, item)
	if err != nil {
		return staff.ActionResult{}, err
	}
	slot, err := db.New(tx).GetSlotEvenIfUnlisted(ctx, row.GamePlayAside.SlotCode)
	if err != nil {
		return staff.ActionResult{}, err
	}
	p := playProposal{
		Item: item, Slot: slot.Code, Play: row.GamePlayAside.PlayID,
		Bet: games.AmountOf(slot, row.GamePlayAside.Bet), Payout: games.AmountOf(slot, row.GamePlayAside.Payout),
	}
	id, err := s.Games.Staff.ProposeTx(ctx, tx, staff.NewProposal{Kind: proposalKindCount, MemberID: row.MemberID, Body: p, Why: d.Fields.Text(staff.Why.Name), By: d.By.ID})
	return staff.ActionResult{Amount: &p.Payout, Currency: slot.Currency, Proposal: id, Details: detailsOf(p)}, err
}

func detailsOf(p playProposal) map[string]any {
	return map[string]any{"slot": p.Slot, "play": p.Play, "bet": p.Bet, "payout": p.Payout}
}

// dismissPlay ends an item. The play is never counted, unless its provider reports a higher revision.
func (s *Service) dismissPlay(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
	item, err := parseItemID(d.ID)
	if err != nil {
		return staff.ActionResult{}, err
	}
	row, err := lockAsideTx(ctx, tx, item)
	if err != nil {
		return staff.ActionResult{}, err
	}
	return staff.ActionResult{Details: map[string]any{"slot": row.GamePlayAside.SlotCode, "play": row.GamePlayAside.PlayID}},
		db.New(tx).DismissAsidePlay(ctx, db.DismissAsidePlayParams{Item: item, Now: s.Clock(), By: d.By.ID})
}

// countProposalKind returns the kind of proposal that counts an aside play as its provider reported it.
func (s *Service) countProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindCount, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, m *staff.Member) (staff.ProposalView, error) {
			var p playProposal
			err := json.Unmarshal(body, &p)
			return staff.ProposalView{Amount: &p.Payout, Currency: m.Currency, Reference: p.Play, Facts: []staff.Fact{
				{Code: "game", Value: p.Slot, Type: staff.Text}, {Code: "bet", Value: p.Bet.String(), Type: staff.Amount}, {Code: "payout", Value: p.Payout.String(), Type: staff.Amount},
			}}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var current playProposal
			if err := json.Unmarshal(p.Body, &current); err != nil {
				return err
			}
			row, err := lockAsideTx(ctx, tx, current.Item)
			if err != nil {
				return err
			}
			slot, err := db.New(tx).GetSlotEvenIfUnlisted(ctx, row.GamePlayAside.SlotCode)
			if err != nil {
				return err
			}
			since, err := db.New(tx).GetFeedStart(ctx, slot.Code)
			if err != nil {
				return err
			}
			if err := db.New(tx).DeleteAsidePlay(ctx, current.Item); err != nil {
				return err
			}
			return s.countPlaysTx(ctx, tx, slot, since, []game.Play{playOf(row.GamePlayAside)}, true)
		},
	}
}
