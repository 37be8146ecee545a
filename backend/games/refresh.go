package games

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
)

// balanceTimeout is how long a provider may take to return a balance.
const balanceTimeout = 5 * time.Second

// RefreshBalances requests the caller's balances from all providers in parallel, and returns the caller's games. A
// provider that does not respond in time delays no other; its last balance stays, marked as stale. While a
// refresh of the member is running on this server, a second call only reads.
func (s *Service) RefreshBalances(ctx context.Context) ([]Slot, error) {
	m := identity.Caller(ctx)
	if _, isRunning := s.refreshing.LoadOrStore(m.ID, true); !isRunning {
		defer s.refreshing.Delete(m.ID)
		if err := s.limitCalls(ctx, "refresh", m.ID); err != nil {
			return nil, err
		}
		accounts, err := s.q().ListActiveAccounts(ctx, m.ID)
		if err != nil {
			return nil, err
		}
		var calls sync.WaitGroup
		for _, a := range accounts {
			calls.Go(func() { _, _ = s.refreshBalance(ctx, a) })
		}
		calls.Wait()
	}
	return s.Slots(ctx, s.Pool, m)
}

// refreshBalance requests a balance from one provider and stores it. It stores the time of the request, since a
// transfer may end while the request runs. ok is false if the provider reported no balance, or one that is not
// accepted.
func (s *Service) refreshBalance(ctx context.Context, a db.GameAccount) (units int64, ok bool) {
	started := s.Clock()
	units, ok = s.fetchBalance(ctx, a)
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if ok {
			ok, err = s.storeReportedBalanceTx(ctx, tx, a, units, started)
			return err
		}
		version, err := pg.NextVersion(ctx, tx, a.MemberID)
		if err != nil {
			return err
		}
		return db.New(tx).MarkAccountStale(ctx, db.MarkAccountStaleParams{MemberID: a.MemberID, SlotCode: a.SlotCode, Version: version})
	})
	if err != nil {
		s.Log.WarnContext(ctx, "a game's balance was not stored", "slot", a.SlotCode, "error", err)
	}
	return units, ok
}

// storeReportedBalanceTx stores a balance that a provider reported, and returns whether it is accepted. An
// unchanged balance sends no change notification.
func (s *Service) storeReportedBalanceTx(ctx context.Context, tx pgx.Tx, a db.GameAccount, units int64, requestedAt time.Time) (accepted bool, err error) {
	slot, err := db.New(tx).GetSlotEvenIfUnlisted(ctx, a.SlotCode)
	if err != nil {
		return false, err
	}
	r, err := s.balanceParams(ctx, tx, slot.Code, slot.Currency)
	if err != nil {
		return false, err
	}
	r.MemberID, r.Units, r.AskedAt = a.MemberID, units, requestedAt
	if a.AskedAt != nil && a.Units == units && !a.Stale {
		same, err := db.New(tx).ConfirmAccountBalance(ctx, db.ConfirmAccountBalanceParams{AskedAt: requestedAt, MemberID: r.MemberID, SlotCode: r.SlotCode, MemberBound: r.MemberBound, SlotBound: r.SlotBound})
		if err != nil || same > 0 {
			return true, err
		}
	}
	return s.storeBalanceTx(ctx, tx, r)
}

func (s *Service) fetchBalance(ctx context.Context, a db.GameAccount) (units int64, ok bool) {
	slot, err := s.q().GetSlotEvenIfUnlisted(ctx, a.SlotCode)
	if err != nil {
		return 0, false
	}
	client, err := s.Client(slot)
	if err != nil {
		return 0, false
	}
	ctx, cancel := context.WithTimeout(ctx, balanceTimeout)
	defer cancel()
	release, err := s.CallLimits.calls.Acquire(ctx, slot.Code)
	if err != nil {
		return 0, false
	}
	defer release()
	response, err := client.Balance(ctx, a.Username)
	if err != nil || response.Outcome != game.Done || response.Balance == nil {
		return 0, false
	}
	return int64(*response.Balance), true
}

// RefreshSlotBalances requests a member's balances in some slots from the providers in parallel, and stores them.
// all is false if one of the providers reported no balance, or one that is not accepted.
func (s *Service) RefreshSlotBalances(ctx context.Context, member int64, slots []string) (all bool, err error) {
	accounts, err := s.q().ListActiveAccounts(ctx, member)
	if err != nil {
		return false, err
	}
	var failed atomic.Int32
	var calls sync.WaitGroup
	for _, a := range accounts {
		if slices.Contains(slots, a.SlotCode) {
			calls.Go(func() {
				if _, ok := s.refreshBalance(ctx, a); !ok {
					failed.Add(1)
				}
			})
		}
	}
	calls.Wait()
	return failed.Load() == 0, nil
}
