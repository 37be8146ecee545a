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

// Reconcile queries each game's provider about our legs of the run's period, and about older legs that have no
// outcome yet. No provider lists transfers. A leg that only the provider has can therefore be seen only in the
// member's balance there.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Report {
	slots, err := s.q().ListPlayedSlots(ctx)
	if err != nil {
		report := run.NewReport("GAMES", "games")
		report.CountUnknown(1, "cannot read our slots: %v", err)
		return []*reconcile.Report{report}
	}
	reports := make([]*reconcile.Report, len(slots))
	var all sync.WaitGroup
	for i, slot := range slots {
		reports[i] = run.NewReport(slot.Code, "game "+slot.Code)
		all.Go(func() { s.compareSlot(ctx, run, reports[i], slot) })
	}
	all.Wait()
	return reports
}

// MarkUnsentAsSentTx marks every unsent leg as sent, since the database may have lost its send. A leg that
// the provider does not know is then sent under the same id. If the provider keeps no ids, an operator
// decides.
func (s *Service) MarkUnsentAsSentTx(ctx context.Context, tx pgx.Tx) error {
	return db.New(tx).MarkAskedTransfersSent(ctx, s.Clock())
}

// queriedLeg is one of our legs, with the provider's response about it.
type queriedLeg struct {
	db.ListLegsToCompareRow
	slot     db.Slot
	response game.Response
}

func (s *Service) compareSlot(ctx context.Context, run *reconcile.Run, report *reconcile.Report, slot db.Slot) {
	client, err := s.Client(slot)
	switch {
	case errors.Is(err, ErrNoProvider):
		report.NoList = err.Error()
		return
	case err != nil:
		report.CountUnknown(1, "cannot create the client: %v", err)
		return
	case !client.Rules().IDs:
		report.NoList = "the provider stores no ids of transfers: its transfers cannot be compared"
		return
	}
	reconcile.Compare(ctx, report, reconcile.Records[queriedLeg, db.ListLegsToCompareRow]{
		PaymentOfEntry: providerPayment,
		PaymentOfRow:   ownPayment,
		ListRows: func(ctx context.Context, after db.ListLegsToCompareRow) ([]db.ListLegsToCompareRow, error) {
			return s.q().ListLegsToCompare(ctx, db.ListLegsToCompareParams{SlotCode: slot.Code, Since: run.Since, Until: run.Began, After: after.Seq})
		},
		AskProvider: func(ctx context.Context, row db.ListLegsToCompareRow) (queriedLeg, error) {
			response, err := client.Query(ctx, wireTransfer(row.GameLeg))
			return queriedLeg{row, slot, response}, err
		},
		Resolve: func(ctx context.Context, report *reconcile.Report, row db.ListLegsToCompareRow, a queriedLeg) (bool, error) {
			switch {
			case row.GameLeg.Ended == nil:
				return true, s.resolveOpen(ctx, report, client, a)
			case *row.GameLeg.Ended == stateDone:
				return false, nil
			}
			return true, s.resolveLate(ctx, report, a)
		},
	})
}

func providerPayment(a queriedLeg) reconcile.Payment {
	statuses := map[game.Outcome]string{
		game.Done: reconcile.Paid, game.Pending: reconcile.Pending, game.Refused: reconcile.Failed, game.NotKnown: reconcile.Nothing,
	}
	p := reconcile.Payment{
		Reference: providerID(a.GameLeg.ID), State: statuses[a.response.Outcome], Amount: a.Amount, Currency: a.Currency, Reversed: !a.GameLeg.IntoGame,
		Holder: fmt.Sprintf("%s %s", a.slot.Code, a.GameLeg.Username), At: *a.GameLeg.SentAt,
	}
	if a.response.Amount != nil {
		p.Amount = AmountOf(a.slot, int64(*a.response.Amount))
	}
	return p
}

// ownPayment converts one of our legs for the comparison. An open or late leg gets no amount, so Compare reports no
// AMOUNT difference for it: resolveOpen and resolveLate handle its differences.
func ownPayment(row db.ListLegsToCompareRow) reconcile.Payment {
	p := reconcile.Payment{Reference: providerID(row.GameLeg.ID), State: reconcile.Pending, Currency: row.Currency, Reversed: !row.GameLeg.IntoGame, MemberID: &row.MemberID}
	switch {
	case row.GameLeg.Ended == nil:
	case row.Late:
		p.State = reconcile.Review
	case *row.GameLeg.Ended == stateDone:
		p.State, p.Amount = reconcile.Paid, row.Amount
	default:
		p.State = reconcile.Failed
	}
	return p
}

// ledgerAmount returns the amount in satang that our ledger moved by a leg: above zero into the game, below
// zero out of it.
func ledgerAmount(row db.ListLegsToCompareRow) money.Satang {
	if row.GameLeg.IntoGame {
		return row.Amount
	}
	return -row.Amount
}

// resolveLate books a leg that the provider carried out after refusing the leg. If the leg was booked before, an
// operator decides. While the provider's response is only PENDING, nothing is booked, and a later run queries the
// leg again.
func (s *Service) resolveLate(ctx context.Context, report *reconcile.Report, a queriedLeg) error {
	if !a.Late {
		if a.response.Outcome != game.Done {
			return nil
		}
		if err := s.bookLateSuccess(ctx, a.slot, a.GameLeg, a.response); err != nil {
			return err
		}
	}
	report.OurSum += ledgerAmount(a.ListLegsToCompareRow)
	if a.Settled {
		report.EndedBefore++
		return nil
	}
	report.Differences++
	report.AddNote("%s: refused in our ledger, but the provider carried out %s", providerID(a.GameLeg.ID), a.Amount)
	return nil
}

// resolveOpen ends a leg whose outcome the provider reports. A leg in REVIEW stays as it is: it is already
// an item.
func (s *Service) resolveOpen(ctx context.Context, report *reconcile.Report, client game.Client, a queriedLeg) error {
	if a.State == stateReview || a.State == stateAsked || (a.response.Outcome != game.Done && a.response.Outcome != game.Refused) {
		return nil // its job continues
	}
	current, err := s.q().GetTransferWithLeg(ctx, a.GameLeg.TransferID)
	if err != nil || current.GameLeg.ID != a.GameLeg.ID || current.GameLeg.Sends != a.GameLeg.Sends {
		return err // the leg has changed since
	}
	if _, err := s.applyResponse(ctx, client, current, a.response, true); err != nil {
		return err
	}
	leg, err := s.q().GetLeg(ctx, a.GameLeg.ID)
	if err != nil {
		return err
	}
	if leg.Ended == nil {
		report.Differences++ // it is in REVIEW now
		return nil
	}
	if *leg.Ended == stateDone {
		report.OurSum += ledgerAmount(a.ListLegsToCompareRow)
	}
	report.Resolved++
	report.AddNote("%s: changed from %s to %s, the provider's outcome", providerID(leg.ID), a.State, a.response.Outcome)
	return nil
}
