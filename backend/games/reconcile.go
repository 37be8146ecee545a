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

// Reconcile asks each game's provider about our calls of the run's period, and about older ones that have no
// outcome yet. No provider lists transfers. A move that only the provider has can therefore be seen only in
// the member's balance there.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Report {
	slots, err := s.q().ListPlayedSlots(ctx)
	if err != nil {
		report := run.NewReport("GAMES", "games")
		report.CountUnknown(1, "our own games: %v", err)
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

// MarkUnsentAsSentTx marks every unsent call as sent, since the database may have lost its send. A call that
// the provider does not know is then sent under the same id. If the provider keeps no ids, an operator
// decides.
func (s *Service) MarkUnsentAsSentTx(ctx context.Context, tx pgx.Tx) error {
	return db.New(tx).MarkAskedTransfersSent(ctx, s.Clock())
}

// queriedCall is a call of ours together with the provider's response about it.
type queriedCall struct {
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
		report.CountUnknown(1, "our own transfers: %v", err)
		return
	case !client.Rules().IDs:
		report.NoList = "the provider stores no ids of transfers: its transfers cannot be compared"
		return
	}
	reconcile.Compare(ctx, report, reconcile.Records[queriedCall, db.ListLegsToCompareRow]{
		PaymentOfEntry: providerPayment,
		PaymentOfRow:   ownPayment,
		ListRows: func(ctx context.Context, after db.ListLegsToCompareRow) ([]db.ListLegsToCompareRow, error) {
			return s.q().ListLegsToCompare(ctx, db.ListLegsToCompareParams{SlotCode: slot.Code, Since: run.Since, Until: run.Began, After: after.Seq})
		},
		AskProvider: func(ctx context.Context, row db.ListLegsToCompareRow) (queriedCall, error) {
			response, err := client.Query(ctx, wireTransfer(row.GameLeg))
			return queriedCall{row, slot, response}, err
		},
		Resolve: func(ctx context.Context, report *reconcile.Report, row db.ListLegsToCompareRow, a queriedCall) (bool, error) {
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

func providerPayment(a queriedCall) reconcile.Payment {
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

// ownPayment converts a call of ours for the comparison. An open or late call gets no amount, so it does not
// count as AMOUNT: resolveOpen and resolveLate handle its differences.
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

// ledgerAmount returns the amount in satang that our ledger moved by a call: above zero into the game, below
// zero out of it.
func ledgerAmount(row db.ListLegsToCompareRow) money.Satang {
	if row.GameLeg.IntoGame {
		return row.Amount
	}
	return -row.Amount
}

// resolveLate books a call that the provider did after it had refused it. If the call was booked before, an
// operator decides. While the provider's response is only PENDING, nothing is booked, and a later run asks
// again.
func (s *Service) resolveLate(ctx context.Context, report *reconcile.Report, a queriedCall) error {
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
	report.AddNote("%s: refused here, and the provider has done %s", providerID(a.GameLeg.ID), a.Amount)
	return nil
}

// resolveOpen ends a call whose outcome the provider reports. A call in REVIEW stays as it is: it is already
// an item.
func (s *Service) resolveOpen(ctx context.Context, report *reconcile.Report, client game.Client, a queriedCall) error {
	if a.State == stateReview || a.State == stateAsked || (a.response.Outcome != game.Done && a.response.Outcome != game.Refused) {
		return nil // its job continues
	}
	now, err := s.q().GetTransferWithLeg(ctx, a.GameLeg.TransferID)
	if err != nil || now.GameLeg.ID != a.GameLeg.ID || now.GameLeg.Sends != a.GameLeg.Sends {
		return err // the call has changed since
	}
	if _, err := s.applyResponse(ctx, client, now, a.response, true); err != nil {
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
	report.AddNote("%s: was %s here, and is %s now, as at the provider", providerID(leg.ID), a.State, a.response.Outcome)
	return nil
}
