package games

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/money"
	"krapao/backend/provider/game"
	"krapao/backend/wallet/reconcile"
)

// silence is how many questions in a row a company may leave without an answer
// before a walk asks it no more.
const silence = 10

// Reconcile asks each game's company about our calls of the walk's time, and about
// those that have no end yet. No company lists transfers: what only it has shows in
// a member's balance there, and in nothing else.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Book {
	slots, err := s.q().SlotsPlayed(ctx)
	if err != nil {
		book := run.Book("GAMES", "games")
		book.Lost(1, "our own games: %v", err)
		return []*reconcile.Book{book}
	}
	books := make([]*reconcile.Book, len(slots))
	var all sync.WaitGroup
	for i, slot := range slots {
		book := run.Book(slot.Code, "game "+slot.Code)
		books[i] = book
		all.Go(func() {
			if err := s.compareSlot(ctx, run, book, slot); err != nil {
				book.Lost(1, "our own transfers: %v", err)
			}
			book.Close(ctx)
		})
	}
	all.Wait()
	return books
}

// WentBackTx takes all that our book has not sent for sent: it may have gone back in
// time, past a send. What the company then does not know is sent under the same name;
// where it keeps none, a person looks.
func (s *Service) WentBackTx(ctx context.Context, tx pgx.Tx) error {
	return db.New(tx).AskedWereSent(ctx, s.Clock())
}

func (s *Service) compareSlot(ctx context.Context, run *reconcile.Run, book *reconcile.Book, slot db.Slot) error {
	company, err := s.Client(slot)
	if errors.Is(err, ErrNoProvider) {
		book.Blind = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	if !company.Rules().IDs {
		book.Blind = "the company keeps no names of transfers: nothing that it did can be compared"
		return nil
	}
	page, silent := db.LegsToCompareParams{SlotCode: slot.Code, Since: run.Since, Until: run.Began}, 0
	for {
		rows, err := s.q().LegsToCompare(ctx, page)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			page.After = r.Seq
			if silent >= silence {
				book.Lost(1, "%s of %s: not asked any more", nameOf(r.GameLeg.ID), r.Amount)
				continue
			}
			said, err := company.Ask(ctx, wire(r.GameLeg))
			if err != nil {
				return err
			}
			if said.Outcome == game.Unknown {
				silent++
				book.Lost(1, "%s of %s: %s here, and no proper answer", nameOf(r.GameLeg.ID), r.Amount, r.State)
				continue
			}
			silent = 0
			if err := s.compare(ctx, book, compared{r, slot, company, said}); err != nil {
				book.Lost(1, "%s: %v", nameOf(r.GameLeg.ID), err)
			}
		}
	}
}

// compared is a call of ours beside the company's word of it.
type compared struct {
	db.LegsToCompareRow
	slot    db.Slot
	company game.Company
	said    game.Answer
}

// signed is an amount as the sums have it: what went into the game less what came out.
func (c compared) signed(amount money.Satang) money.Satang {
	if c.GameLeg.IntoGame {
		return amount
	}
	return -amount
}

// theirs is what the company moved.
func (c compared) theirs() money.Satang {
	if c.said.Amount != nil {
		return AmountOf(c.slot, int64(*c.said.Amount))
	}
	return c.Amount
}

func (s *Service) compare(ctx context.Context, book *reconcile.Book, c compared) error {
	book.Items++
	done := c.said.Outcome == game.Done
	if done {
		book.Theirs += c.signed(c.theirs())
	}
	switch {
	case c.GameLeg.Ended == nil:
		return s.compareOpen(ctx, book, c)
	case *c.GameLeg.Ended == stateDone:
		book.Ours += c.signed(c.Amount)
		s.compareDone(ctx, book, c)
		return nil
	case c.Late:
		book.Ours += c.signed(c.Amount) // booked when it was found
		if c.Settled {
			book.Settled++
			return nil
		}
	case !done:
		return nil // both say no
	default:
		if err := s.lateYes(ctx, c.slot, c.GameLeg, c.said); err != nil {
			return err
		}
		book.Ours += c.signed(c.Amount)
	}
	book.Differences++
	book.Note("%s: refused here, and the company has done %s", nameOf(c.GameLeg.ID), c.Amount)
	return nil
}

// compareOpen ends a call of which the company knows the end. With a person it stays,
// and is an item already.
func (s *Service) compareOpen(ctx context.Context, book *reconcile.Book, c compared) error {
	if c.State == stateReview || c.State == stateAsked || (c.said.Outcome != game.Done && c.said.Outcome != game.Refused) {
		return nil // its job goes on with it
	}
	now, err := s.q().TransferStep(ctx, c.GameLeg.TransferID)
	if err != nil || now.GameLeg.ID != c.GameLeg.ID || now.GameLeg.Sends != c.GameLeg.Sends {
		return err // it has gone on
	}
	if _, err := s.heard(ctx, c.company, now, c.said, true); err != nil {
		return err
	}
	leg, err := s.q().LegByID(ctx, c.GameLeg.ID)
	if err != nil {
		return err
	}
	if leg.Ended == nil {
		book.Differences++ // a person has it now
		return nil
	}
	if *leg.Ended == stateDone {
		book.Ours += c.signed(c.Amount)
	}
	book.Mended++
	book.Note("%s: was %s here, and the company says %s: here, too", nameOf(leg.ID), c.State, c.said.Outcome)
	return nil
}

// saidOf is a company's word as items have it.
var saidOf = map[game.Outcome]string{
	game.Done: reconcile.Paid, game.Pending: reconcile.Pending, game.Refused: reconcile.Failed, game.NotKnown: reconcile.Nothing,
}

func (s *Service) compareDone(ctx context.Context, book *reconcile.Book, c compared) {
	item := reconcile.Item{
		Reference: nameOf(c.GameLeg.ID), Said: saidOf[c.said.Outcome], Amount: c.theirs(), Ours: c.Amount, Currency: c.Currency,
		Name: fmt.Sprintf("%s %s", c.slot.Code, c.GameLeg.Username), At: *c.GameLeg.SentAt, MemberID: &c.MemberID,
	}
	switch {
	case c.said.Outcome != game.Done:
		item.Reason = reconcile.NotThere
	case c.theirs() != c.Amount:
		item.Reason = reconcile.Amount
	default:
		return
	}
	book.Item(ctx, item)
}
