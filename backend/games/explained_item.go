package games

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
	"krapao/backend/statement"
)

// The proposals about an unexplained sum.
const (
	proposalKindAccept   = "ACCEPT_WIN"
	proposalKindBookBack = "BOOK_BACK_WIN"
)

// The reasons why a slot becomes an item.
const (
	reasonHeldOut     = "HELD_OUT"    // money out of it is paused
	reasonFeedStopped = "FEED_STANDS" // its feed was not read for longer than its lag
)

// unexplainedWin is an unexplained sum as a proposal stores it. Since is when the sum began. A sum that began
// later is another sum.
type unexplainedWin struct {
	Slot   string       `json:"slot"`
	Amount money.Satang `json:"amount"`
	Since  time.Time    `json:"since"`
}

// winKind is the kind of the members whose unexplained sums are above a bound.
func (s *Service) winKind() staff.Kind {
	accept, bookBack := s.proposeWin("accept", proposalKindAccept), s.proposeWin("bookBack", proposalKindBookBack)
	return staff.Kind{
		Name: "UNEXPLAINED_WIN", Roles: staff.Cashiers, Actions: []staff.Action{accept, bookBack},
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			baht, kip, err := s.bothBounds(ctx, q)
			if err != nil {
				return nil, err
			}
			rows, err := db.New(q).ListWinItems(ctx, db.ListWinItemsParams{
				MemberBaht: int64(baht.UnexplainedMember), SlotBaht: int64(baht.UnexplainedSlot), MemberKip: int64(kip.UnexplainedMember), SlotKip: int64(kip.UnexplainedSlot),
				Member: p.Member, After: p.After, AfterID: p.AfterID, Most: p.Limit,
			})
			items := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := winItem(r)
				i.Offers = []staff.Offer{accept.Offer(staff.Yes), bookBack.Offer(staff.No)}
				items = append(items, i)
			}
			return items, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			baht, kip, err := s.bothBounds(ctx, q)
			if err != nil {
				return staff.Waiting{}, err
			}
			row, err := db.New(q).CountWinItems(ctx, db.CountWinItemsParams{
				MemberBaht: int64(baht.UnexplainedMember), SlotBaht: int64(baht.UnexplainedSlot), MemberKip: int64(kip.UnexplainedMember), SlotKip: int64(kip.UnexplainedSlot),
			})
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
	}
}

func (s *Service) bothBounds(ctx context.Context, q pg.DB) (baht, kip content.CurrencySettings, err error) {
	settings, err := s.Content.RecentSettingsTx(ctx, q)
	return settings.For(string(ledger.BAHT)), settings.For(string(ledger.LAK)), err
}

func winItem(r db.ListWinItemsRow) staff.Item {
	amount := money.Satang(r.OpenSum)
	i := staff.Item{ID: r.ID, Since: r.Since.UTC(), Amount: &amount, Currency: r.Currency, Reason: "UNEXPLAINED_WIN", Reference: r.Username, Member: r.Member}
	add := func(code, kind, value string) { i.Facts = staff.AddFact(i.Facts, code, kind, value) }
	add("game", staff.Text, r.Name)
	add("gameName", staff.Reference, r.Username)
	if r.Start != 0 {
		add("startedWith", staff.Amount, money.Satang(r.Start).String())
	}
	add("movedIn", staff.Amount, money.Satang(r.MovedIn).String())
	add("movedOut", staff.Amount, money.Satang(r.MovedOut).String())
	if r.Net < 0 {
		add("playsLost", staff.Amount, money.Satang(-r.Net).String())
	} else {
		add("playsWon", staff.Amount, money.Satang(r.Net).String())
	}
	if r.Settled != 0 {
		add("settledBefore", staff.Amount, money.Satang(r.Settled).String())
	}
	add("playsMissing", staff.Amount, amount.String())
	add("missingSince", staff.Time, staff.FormatTime(r.Since))
	add("playsReadUntil", staff.Time, formatTimeOr(r.ReadAt))
	add("inWallet", staff.Amount, r.Balance.String())
	return i
}

func formatTimeOr(t *time.Time) string {
	if t == nil {
		return ""
	}
	return staff.FormatTime(*t)
}

// proposeWin returns the action that proposes to accept an unexplained sum as won, or to book back the part of it
// that the wallet has. The action returns MONEY_NOT_ENOUGH if the wallet is empty. Then a waiting payout has to be
// refused first.
func (s *Service) proposeWin(name, proposalKind string) staff.Action {
	return staff.Action{
		Name: name, NeedsApproval: true, Fields: []staff.Field{staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			slot, publicID, _ := strings.Cut(d.ID, ".")
			m, err := s.Identity.MemberByPublicID(ctx, tx, publicID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			row, err := db.New(tx).LockExplained(ctx, db.LockExplainedParams{SlotCode: slot, MemberID: m.ID})
			if err != nil {
				return staff.ActionResult{}, pg.NotFound(err)
			}
			amount := money.Satang(row.OpenSum)
			if proposalKind == proposalKindBookBack {
				amount = min(amount, row.Balance)
			}
			if amount <= 0 {
				return staff.ActionResult{}, apperr.New(apperr.MoneyNotEnough)
			}
			id, err := s.Staff.ProposeTx(ctx, tx, staff.NewProposal{Kind: proposalKind, MemberID: m.ID, Body: unexplainedWin{slot, amount, row.Since}, Why: d.Fields.Text(staff.Why.Name), By: d.By.ID})
			return staff.ActionResult{Amount: &amount, Currency: string(m.Currency), Proposal: id, Details: map[string]any{"slot": slot, "amount": amount, "currency": m.Currency}}, err
		},
	}
}

// ProposalKinds returns the actions of this package that two operators have to approve.
func (s *Service) ProposalKinds() []staff.ProposalKind {
	return []staff.ProposalKind{s.winProposalKind(proposalKindAccept, nil), s.winProposalKind(proposalKindBookBack, s.bookBackTx), s.foundProposalKind()}
}

// winProposalKind returns the kind of proposal that settles an unexplained sum once two operators agree. If the sum has become smaller since the
// proposal, only the smaller sum is settled. It returns NO_DATA if plays have explained all of it.
func (s *Service) winProposalKind(name string, move func(context.Context, pgx.Tx, staff.ApprovedProposal, unexplainedWin) (*int64, error)) staff.ProposalKind {
	return staff.ProposalKind{
		Name: name, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, m *staff.Member) (staff.ProposalView, error) {
			var w unexplainedWin
			err := json.Unmarshal(body, &w)
			return staff.ProposalView{Amount: &w.Amount, Currency: m.Currency, Facts: []staff.Fact{{Code: "game", Value: w.Slot, Type: staff.Text}}}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var w unexplainedWin
			if err := json.Unmarshal(p.Body, &w); err != nil {
				return err
			}
			if _, err := s.Ledger.LockTx(ctx, tx, p.MemberID); err != nil {
				return err
			}
			row, err := db.New(tx).LockExplained(ctx, db.LockExplainedParams{SlotCode: w.Slot, MemberID: p.MemberID})
			if errors.Is(err, pgx.ErrNoRows) || (err == nil && !row.Since.Equal(w.Since)) {
				return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			if err != nil {
				return err
			}
			w.Amount = min(w.Amount, money.Satang(row.OpenSum))
			var booked *int64
			if move != nil {
				if booked, err = move(ctx, tx, p, w); err != nil {
					return err
				}
			}
			return db.New(tx).AddSettled(ctx, db.AddSettledParams{
				ID: p.ID, MemberID: p.MemberID, SlotCode: w.Slot, Amount: w.Amount, BookedID: booked, DecidedBy: p.By.ID, DecidedAt: s.Clock(),
			})
		},
	}
}

// bookBackTx moves money from the wallet to the slot's account, with a statement line. The caller holds the
// wallet's lock.
func (s *Service) bookBackTx(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal, w unexplainedWin) (*int64, error) {
	slot, err := db.New(tx).GetSlotEvenIfUnlisted(ctx, w.Slot)
	if err != nil {
		return nil, err
	}
	from, err := s.Ledger.Wallet(ctx, tx, p.MemberID)
	if err != nil {
		return nil, err
	}
	moved, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{Key: ledgerKey(p.ID, "book back"), Kind: ledger.GameMove, Debit: from.ID, Credit: providerAccount(slot), Amount: w.Amount, Currency: from.Currency})
	if errors.Is(ledger.Refusal(err), ledger.ErrNotEnough) {
		return nil, apperr.New(apperr.MoneyNotEnough)
	}
	if err != nil {
		return nil, err
	}
	line := statement.Line{
		Type: statement.Transfer, Status: statement.Success, Amount: w.Amount, FromPlace: statement.PlaceOf(statement.Wallet), ToPlace: statement.PlaceOf(statement.Adjustment),
		Currency: string(from.Currency), CreatedAt: s.Clock(), TransferID: &moved.ID,
	}
	if line.ID, err = uuid.NewV7(); err != nil {
		return nil, err
	}
	_, err = s.Statement.AddTx(ctx, tx, p.MemberID, line)
	return &moved.ID, err
}

// slotKind is the kind of the slots whose money out is paused, and the slots whose feed has stopped. These items have
// no actions: operators settle the sums member by member, and a job retries the feed.
func (s *Service) slotKind() staff.Kind {
	list := func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
		baht, kip, err := s.bothBounds(ctx, q)
		if err != nil || p.Member != 0 {
			return nil, err
		}
		rows, err := db.New(q).ListSlotItems(ctx, db.ListSlotItemsParams{
			Now: s.Clock(), MemberBaht: int64(baht.UnexplainedMember), MemberKip: int64(kip.UnexplainedMember), After: p.After, AfterID: p.AfterID, Most: p.Limit,
		})
		items := make([]staff.Item, 0, len(rows))
		for _, r := range rows {
			i := staff.Item{ID: r.Code, Since: r.Since.UTC(), Currency: r.Currency, Reason: reasonFeedStopped, Reference: r.Code, Note: r.Name}
			if r.HeldOut {
				amount := money.Satang(r.Amount)
				i.Reason, i.Amount = reasonHeldOut, &amount
			}
			i.Facts = staff.AddFact(i.Facts, "game", staff.Text, r.Name)
			i.Facts = staff.AddFact(i.Facts, "playsReadUntil", staff.Time, formatTimeOr(r.ReadAt))
			items = append(items, i)
		}
		return items, err
	}
	return staff.Kind{
		Name: "GAME_SLOT", Roles: staff.Cashiers, List: list,
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			items, err := list(ctx, q, staff.Page{Limit: maxSlots})
			if err != nil || len(items) == 0 {
				return staff.Waiting{}, err
			}
			return staff.NewWaiting(int64(len(items)), items[0].Since), nil
		},
	}
}

// maxSlots is higher than the number of slots.
const maxSlots = 1000
