package games

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// How many accounts of a slot are compared in one run of the job, and how many of them at once.
const (
	maxComparedPerRun = 200
	maxComparedAtOnce = 4
)

// errTimelineChanged ends a transaction if the database was promoted to another timeline.
var errTimelineChanged = errors.New("games: the database continues in another timeline")

// findLostMoves compares balances after the database lost transactions. It compares the accounts that were not
// compared since the loss, and again those whose balance differed.
func (s *Service) findLostMoves(ctx context.Context) error {
	loss, err := s.Wallet.ReadLoss(ctx, s.Pool)
	if err != nil || loss.CallsEnded.IsZero() || s.Clock().Before(loss.CallsEnded) {
		return err
	}
	slots, err := s.q().ListPlayedSlots(ctx)
	if err != nil {
		return err
	}
	err = jobs.Each(ctx, len(slots)+1, slots, func(slot db.Slot) error { return s.compareNext(ctx, slot, loss) })
	return errors.Join(err, s.recheckLostMoves(ctx))
}

// compareNext compares the next accounts of a slot. If an account cannot be compared, it is tried again after
// all others.
func (s *Service) compareNext(ctx context.Context, slot db.Slot, loss wallet.Loss) error {
	if !s.hasProvider(slot.Code) {
		return s.q().MarkBalancesCompared(ctx, db.MarkBalancesComparedParams{SlotCode: slot.Code, Back: loss.CallsEnded, Now: s.Clock()})
	}
	after, _ := s.lastCompared.Load(slot.Code)
	from, _ := after.(string)
	rows, err := s.q().ListUncomparedAccounts(ctx, db.ListUncomparedAccountsParams{SlotCode: slot.Code, Back: loss.CallsEnded, After: from, Most: maxComparedPerRun})
	if err != nil {
		return err
	}
	last := ""
	if len(rows) == maxComparedPerRun {
		last = rows[len(rows)-1].Username
	}
	s.lastCompared.Store(slot.Code, last)
	return jobs.Each(ctx, maxComparedAtOnce, rows, func(a db.GameAccount) error { return s.compare(ctx, a) })
}

// compareMember compares those accounts of a member that still have to be compared: in one slot, or in all if
// slot is nil.
func (s *Service) compareMember(ctx context.Context, member int64, slot *string) error {
	loss, err := s.Wallet.ReadLoss(ctx, s.Pool)
	if err != nil || loss.CallsEnded.IsZero() || s.Clock().Before(loss.CallsEnded) {
		return err
	}
	rows, err := s.q().ListUncomparedAccountsOfSlot(ctx, db.ListUncomparedAccountsOfSlotParams{MemberID: member, SlotCode: slot, Now: s.Clock()})
	if err != nil {
		return err
	}
	return jobs.Each(ctx, len(rows)+1, rows, func(a db.GameAccount) error { return s.compare(ctx, a) })
}

// FindLostMoves compares the balances of a member's games that were not compared since the database lost
// transactions. It skips games whose providers do not respond.
func (s *Service) FindLostMoves(ctx context.Context, member int64) error {
	return s.compareMember(ctx, member, nil)
}

// sendAfterLoss sends a call for an account whose earlier calls the database may have lost. It first asks the
// provider about the call's id. If the provider knows the id, this call repeats a lost call, and the balance
// already includes the lost call. Then the account is marked for another comparison, and the call is sent and
// counted.
//
// A new call out of the game does not disturb a later comparison: explained falls below 0. A new call into
// the game has to wait for the comparison, for an hour at most. Otherwise an explained sum below 0 would
// become unexplained (SQL function reckon).
func (s *Service) sendAfterLoss(ctx context.Context, client game.Client, current db.GetTransferWithLegRow) (time.Duration, error) {
	member, leg := current.GameTransfer.MemberID, current.GameLeg
	if client.Rules().IDs {
		response, err := client.Query(ctx, wireTransfer(leg))
		if err != nil {
			return 0, err
		}
		if response.Outcome == game.Done || response.Outcome == game.Pending {
			if err := s.markForComparison(ctx, member, leg.SlotCode); err != nil {
				return 0, err
			}
			if response.Amount != nil && int64(*response.Amount) != leg.Units && leg.Sends == 0 {
				return 0, s.refuseOtherAmount(ctx, leg, response)
			}
			return s.sendLeg(ctx, client, current, true)
		}
	}
	uncompared, err := s.q().IsUncompared(ctx, db.IsUncomparedParams{MemberID: member, SlotCode: leg.SlotCode, Now: s.Clock()})
	switch {
	case err != nil:
		return 0, err
	case uncompared && leg.IntoGame && leg.Sends == 0:
		return busyRetry, s.compareMember(ctx, member, &leg.SlotCode)
	}
	return s.sendLeg(ctx, client, current, true)
}

// refuseOtherAmount ends a leg that was never sent, because the provider moved another amount under its id:
// the database lost that first try, and the repeat of a TransferAll moves the wallet's balance of now. The
// first try is found in the balance. The leg is not checked again, since the provider would report the first
// try as the leg's late success.
func (s *Service) refuseOtherAmount(ctx context.Context, leg db.GameLeg, response game.Response) error {
	return s.withCurrentLeg(ctx, leg, func(tx pgx.Tx, row db.GameTransfer) error {
		if err := s.refuseLegTx(ctx, tx, row, leg, game.Response{Outcome: game.Refused, Code: response.Code}, nil); err != nil {
			return err
		}
		return db.New(tx).SetLegRecheckTime(ctx, db.SetLegRecheckTimeParams{ID: leg.ID})
	})
}

// markForComparison marks an account for another comparison, and ends the moves that the last comparison found.
func (s *Service) markForComparison(ctx context.Context, member int64, slot string) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
			return err
		}
		open, err := db.New(tx).DeleteBalanceComparison(ctx, db.DeleteBalanceComparisonParams{MemberID: member, SlotCode: slot})
		for _, id := range open {
			row, lockErr := db.New(tx).LockTransfer(ctx, id)
			if err = errors.Join(err, lockErr); err == nil {
				err = s.endLostMoveTx(ctx, tx, row, false, nil)
			}
		}
		return err
	})
}

// compare fetches an account's balance and compares it with the explained balance. It does nothing while money of
// the member is in progress, or if the provider does not respond.
func (s *Service) compare(ctx context.Context, a db.GameAccount) error {
	fetchedAt := s.Clock()
	units, ok := s.fetchBalance(ctx, a)
	if !ok {
		return nil
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		promoted, err := pg.IsPromoted(ctx, tx)
		if err == nil && promoted {
			err = errTimelineChanged
		}
		if err != nil {
			return err
		}
		q := db.New(tx)
		slot, err := q.GetSlotEvenIfUnlisted(ctx, a.SlotCode)
		if err != nil {
			return err
		}
		w, err := s.Ledger.LockTx(ctx, tx, a.MemberID)
		if err != nil {
			return err
		}
		sums, err := q.LockExplainedSums(ctx, db.LockExplainedSumsParams{MemberID: a.MemberID, SlotCode: a.SlotCode, Now: s.Clock()})
		if err != nil || !sums.Due || sums.Moving || (sums.AskedAt != nil && sums.AskedAt.After(fetchedAt)) {
			return pg.IgnoreNoRows(err)
		}
		row := db.StoreBalanceComparisonParams{
			MemberID: a.MemberID, SlotCode: a.SlotCode, Net: sums.Net, Now: fetchedAt,
			Differs: int64(AmountOf(slot, units)) - sums.Explained,
		}
		if row.Differs > 0 {
			f := lostMove{member: a.MemberID, slot: slot, into: true, amount: money.Satang(row.Differs)}
			if row.TransferID, err = s.storeLostMoveTx(ctx, tx, w, f); err != nil {
				return err
			}
		}
		if err := q.StoreBalanceComparison(ctx, row); err != nil {
			return err
		}
		_, err = s.storeReportedBalanceTx(ctx, tx, a, units, fetchedAt)
		return err
	})
}

// lostMove is a move that the database lost and that a balance shows.
type lostMove struct {
	member int64
	slot   db.Slot
	into   bool
	amount money.Satang
}

// storeLostMoveTx stores a lost move as a transfer, about which two operators decide. A move into the game is
// held in the wallet w, which the caller has locked. An advance covers the amount that the wallet lacks, up to the
// slot's bound: a balance above that bound is not believed. id is nil if nothing can be held.
func (s *Service) storeLostMoveTx(ctx context.Context, tx pgx.Tx, w ledger.Wallet, f lostMove) (id *uuid.UUID, err error) {
	name, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	row := db.InsertFoundTransferParams{ID: name, MemberID: f.member, FromSlot: &f.slot.Code, Currency: f.slot.Currency, Now: new(s.Clock())}
	line := statement.Line{
		ID: name, Type: statement.Transfer, Status: statement.Pending, FromPlace: placeOf(&f.slot), ToPlace: placeOf(nil), Currency: f.slot.Currency, CreatedAt: s.Clock().UTC(),
	}
	row.Amount = wholeUnits(f.slot, f.amount)
	if f.into {
		bounds, err := s.currencySettings(ctx, tx, f.slot.Currency)
		if err != nil {
			return nil, err
		}
		row.Amount = wholeUnits(f.slot, min(f.amount, w.Balance+bounds.UnexplainedSlot))
		row.FromSlot, row.ToSlot, line.FromPlace, line.ToPlace = nil, row.FromSlot, line.ToPlace, line.FromPlace
	}
	if row.Amount == 0 {
		return nil, nil
	}
	if row.Amount < f.amount {
		s.Log.ErrorContext(ctx, "a game's balance is more than a lost move can be", "slot", f.slot.Code, "member", f.member, "amount", f.amount, "held", row.Amount)
	}
	if f.into {
		if row.HoldID, err = s.holdLostMoveTx(ctx, tx, w, f, row); err != nil {
			return nil, err
		}
	}
	row.Units, _ = toUnits(f.slot, row.Amount, false)
	line.Amount, line.TransferID = row.Amount, row.HoldID
	if err := db.New(tx).InsertFoundTransfer(ctx, row); err != nil {
		return nil, err
	}
	_, err = s.Statement.AddTx(ctx, tx, f.member, line)
	return &name, err
}

func (s *Service) holdLostMoveTx(ctx context.Context, tx pgx.Tx, w ledger.Wallet, f lostMove, row db.InsertFoundTransferParams) (*int64, error) {
	if row.Amount > w.Balance {
		if err := s.Wallet.LendAdvanceTx(ctx, tx, row.ID, f.member, w, row.Amount-w.Balance); err != nil {
			return nil, err
		}
	}
	held, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: ledgerKey(row.ID, "hold"), Kind: ledger.Hold, Debit: w.ID, Credit: inFlightAccount(f.slot), Amount: row.Amount, Currency: w.Currency,
	})
	return &held.ID, err
}

// endLostMoveTx ends a lost move as done or not done. If it was not done, the member's advances are repaid at
// once. operator is nil if plays explain the difference.
func (s *Service) endLostMoveTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, done bool, operator *int64) error {
	leg, err := db.New(tx).GetLegOfTransfer(ctx, db.GetLegOfTransferParams{TransferID: row.ID, N: 1})
	if err != nil {
		return err
	}
	if done {
		return s.completeLegTx(ctx, tx, row, leg, operatorDecision, operator)
	}
	if err := s.refuseLegTx(ctx, tx, row, leg, operatorDecision, operator); err != nil {
		return err
	}
	if err := db.New(tx).SetLegRecheckTime(ctx, db.SetLegRecheckTimeParams{ID: leg.ID}); err != nil { // no provider knows this call, so there is nothing to check
		return err
	}
	return s.Wallet.RepayAdvancesTx(ctx, tx, row.MemberID)
}

// recheckLostMoves checks accounts with a difference again, once all plays from before the comparison are
// reported. These plays may explain the difference, or change it.
func (s *Service) recheckLostMoves(ctx context.Context) error {
	rows, err := s.q().ListBalancesToRecheck(ctx)
	if err != nil {
		return err
	}
	return errors.Join(err, jobs.Each(ctx, maxComparedAtOnce, rows, func(r db.ListBalancesToRecheckRow) error {
		return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error { return s.recheckLostMoveTx(ctx, tx, r) })
	}))
}

func (s *Service) recheckLostMoveTx(ctx context.Context, tx pgx.Tx, r db.ListBalancesToRecheckRow) error {
	q := db.New(tx)
	if _, err := s.Ledger.LockTx(ctx, tx, r.MemberID); err != nil {
		return err
	}
	row, err := q.LockBalanceComparison(ctx, db.LockBalanceComparisonParams(r))
	if err != nil || row.LookedAt != nil {
		return err
	}
	checked := db.StoreBalanceRecheckParams{MemberID: r.MemberID, SlotCode: r.SlotCode, Now: s.Clock()}
	lost := row.Differs - row.Told // above 0 for a move into the game
	if checked.TransferID, checked.Decided, err = s.replaceLostMoveTx(ctx, tx, r, row.TransferID, lost); err != nil {
		return err
	}
	return q.StoreBalanceRecheck(ctx, checked)
}

// replaceLostMoveTx replaces the move first, if it is open, by a move with the difference that is lost now,
// and returns the move's id. A decision of operators about first stays: if they confirmed first, its amount is
// decided, and a new move is found for the rest; if they rejected first, nothing more is found.
func (s *Service) replaceLostMoveTx(ctx context.Context, tx pgx.Tx, r db.ListBalancesToRecheckRow, first *uuid.UUID, lost int64) (id *uuid.UUID, decided int64, err error) {
	if first != nil {
		t, err := db.New(tx).LockTransfer(ctx, *first)
		if err != nil {
			return nil, 0, err
		}
		found := int64(t.Amount) // above 0 for a move into the game, as lost
		if t.ToSlot == nil {
			found = -found
		}
		switch {
		case t.DoneAt == nil && found == lost:
			return first, 0, nil
		case t.DoneAt == nil:
			err = s.endLostMoveTx(ctx, tx, t, false, nil)
		case t.State == stateDone:
			decided, lost = found, lost-found
		default:
			return first, 0, nil
		}
		if err != nil {
			return nil, 0, err
		}
	}
	id, err = s.findLostMoveTx(ctx, tx, r, lost)
	return id, decided, err
}

func (s *Service) findLostMoveTx(ctx context.Context, tx pgx.Tx, r db.ListBalancesToRecheckRow, lost int64) (*uuid.UUID, error) {
	slot, err := db.New(tx).GetSlotEvenIfUnlisted(ctx, r.SlotCode)
	if err != nil || lost == 0 {
		return nil, err
	}
	w, err := s.Ledger.Wallet(ctx, tx, r.MemberID)
	if err != nil {
		return nil, err
	}
	return s.storeLostMoveTx(ctx, tx, w, lostMove{member: r.MemberID, slot: slot, into: lost > 0, amount: money.Satang(max(lost, -lost))})
}
