package accrual_test

import (
	"flag"
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// players is the number of members who played on the day that is closed. The long run is -players 100000,
// which logs its figures.
var players = flag.Int("players", 1300, "members who played on the day that is closed")

// addPlayers adds n members who play today, each third invited by the one before.
func addPlayers(h *servertest.Environment, n int) {
	first := h.Count(`select coalesce(max(id), 0) + 1000 from member`)
	h.Exec(`insert into member (id, public_id, phone, name, password_hash, bank_code, bank_account_name, bank_account_no, version, invited_by)
		overriding system value select $1 + i, 'C' || i, 'c' || i, 'n' || i, '', 'KTB', 'HOLDER ' || i, 'c' || i, 0, case when i % 3 = 2 then $1 + i - 1 end
		from generate_series(0, $2 - 1) i`, first, n)
	h.Exec(`insert into account (id, owner, kind, role, currency) select nextval('account_member_id'), id, 'wallet', 'wallet', 'BAHT' from member where id >= $1`, first)
	day := clock.DayOf(h.Clock.Now())
	h.Exec(`insert into game_play_key (slot_code, play_id, member_id, revision, day, bet, payout, valid)
		select $1, 'crowd ' || id, id, 1, $2, 100000, case when id % 5 = 0 then 150000 else 0 end, 100000 from member where id >= $3`, slot, day, first)
	h.Exec(`insert into game_day (member_id, slot_code, day, plays, bet, payout, valid, version)
		select id, $1, $2, 1, 100000, case when id % 5 = 0 then 150000 else 0 end, 100000, 1 from member where id >= $3`, slot, day, first)
}

// spec D5.25
func TestCloseDay_KilledBetweenBatches_ContinuesAndCountsOnce(t *testing.T) {
	h := servertest.New(t)
	addPlayers(h, *players)
	day := clock.DayOf(h.Clock.Now())
	h.Exec(`analyze`)
	h.PassTime(24 * time.Hour)
	h.CloseDays()
	h.Exec(`update game_book set closed = $1`, day)
	moved := h.Count(`select count(*) from transfer`)
	began, longest := time.Now(), time.Duration(0)

	// Two servers close at once, and each batch may be the last one before a crash. The ledger must also be
	// sound between batches.
	for batches := 0; h.Count(`select count(*) from accrual_book a, game_book g where a.closed = g.closed`) == 0; batches++ {
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				if _, err := h.Accrual.CloseBatch(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		start := time.Now()
		both.Wait()
		longest = max(longest, time.Since(start))
		if batches == 1 && *players < 10_000 {
			h.CheckInvariants()
		}
	}

	if n := h.Count(`select coalesce(max(members), 0) from (select count(*) as members from accrual_mark where kind = 'REFUND' group by xmin::text) batch`); n != 500 {
		t.Errorf("%d members in the largest batch", n)
	}
	if n := h.Count(`select count(*) from transfer`); n != moved {
		t.Errorf("the closing moved money %d times", n-moved)
	}
	t.Logf("%d players in %s, the longest batch %s", *players, time.Since(began).Round(time.Millisecond), longest.Round(time.Millisecond))
	lost := h.Count(`select count(*) from game_day where payout < bet`)
	if n := h.Count(`select count(*) from accrual where kind = 'REFUND' and amount = 1000`); n != lost {
		t.Errorf("%d refunds of %d losses", n, lost)
	}
	friends := h.Count(`select count(*) from game_day d join member m on m.id = d.member_id where d.payout < d.bet and m.invited_by is not null`)
	if n := h.Count(`select count(*) from accrual where kind = 'INVITE' and amount = 1000`); n != friends {
		t.Errorf("%d invite bonuses of %d losses", n, friends)
	}
	h.CheckInvariants()
}

// spec D5.25
func TestCloseDay_SeveralDaysMissed_ClosesThemInOrder(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	h.CloseDays()
	for i := range 3 { // -10, +10, -15: only the last 5 baht of the third day's loss are a new low
		storeResult(h, m.ID(), []money.Satang{-1000, 1000, -1500}[i])
		h.PassTime(24 * time.Hour)
	}
	h.Exec(`update game_book set closed = $1`, clock.DayOf(h.Clock.Now().Add(-24*time.Hour)))

	h.CloseDays()

	days := ""
	for day := range 3 {
		at := clock.DayOf(h.Clock.Now().Add(time.Duration(day-3) * 24 * time.Hour))
		days += fmt.Sprint(h.Count(`select coalesce(sum(amount), 0)::bigint from accrual where day = $1`, at), " ")
	}
	if days != "10 0 5 " {
		t.Errorf("the days earned %s", days)
	}
	h.CheckInvariants()
}
