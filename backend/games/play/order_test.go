package play_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"krapao/backend/platform/simtest"
	"krapao/backend/server/servertest"
)

// honestPlayer simulates an honest player at an honest provider whose plays are reported late and out of order.
type honestPlayer struct {
	h       *servertest.Environment
	p       player
	balance int64 // in the slot, in hundredths
	at      time.Time
	late    []entry // not reported yet
	plays   int64
}

func (e *honestPlayer) moveIn(amount int64) {
	e.h.Exec(`select reckon($1, $2, $3, 0, 0, 0, 0, now())`, e.p.id, firstSlot, amount)
	e.balance += amount
}

func (e *honestPlayer) moveOut(amount int64) {
	now := e.h.Clock.Now()
	e.h.Exec(`insert into game_transfer (id, member_id, from_slot, amount, currency, state, leg, created_at, done_at) values (gen_random_uuid(), $1, $2, $3, 'BAHT', 'DONE', 1, $4, $4)`, e.p.id, firstSlot, amount, now)
	e.h.Exec(`select reckon($1, $2, 0, $3, 0, 0, 0, now())`, e.p.id, firstSlot, amount)
	e.balance -= amount
}

// play bets a part of the balance, in the same second as the last play or later.
func (e *honestPlayer) play(r *rand.Rand) {
	bet := 1 + r.Int64N(e.balance)
	payout := max(0, r.Int64N(3*bet)-bet)
	e.at = e.at.Add(time.Duration(r.IntN(3)) * time.Second)
	e.plays++
	id := fmt.Sprintf("%s-%03d", e.p.name, e.plays)
	e.late = append(e.late, e.p.newEntry(id, 1, amount(bet), amount(payout), amount(bet)).at(e.at))
	e.balance += payout - bet
}

// report pushes some of the late plays, in a random order.
func (e *honestPlayer) report(t *testing.T, r *rand.Rand, limit int) {
	r.Shuffle(len(e.late), func(i, j int) { e.late[i], e.late[j] = e.late[j], e.late[i] })
	reported := min(limit, len(e.late))
	pushPlays(t, e.h, firstSlot, e.late[:reported]...)
	e.late = slices.Clone(e.late[reported:])
}

// spec D4.22
func TestPlays_ReportedInAnyOrder_AllCount(t *testing.T) {
	h := servertest.New(t, servertest.Game(firstSlot, newFakeFeed(t).URL))
	pushPlays(t, h, firstSlot) // the feed begins
	// In half of the runs all bets are from before the feed began. They count as bets at its beginning.
	simtest.Run(t, 6, func(r *rand.Rand) {
		h.Exec(`update game_feed set since = $2 where slot_code = $1`, firstSlot, h.Clock.Now().Add(-time.Duration(r.IntN(2))*2*time.Hour))
		m := h.AddMember()
		name := m.ActivateGame(firstSlot)
		e := &honestPlayer{h: h, p: player{m, m.ID(), name}, at: h.Clock.Now().Add(-time.Hour)}
		e.moveIn(100_00)

		for range 40 {
			switch n := r.IntN(10); {
			case n < 6 && e.balance > 0:
				e.play(r)
			case n == 6 && e.balance > 0:
				e.moveOut(1 + r.Int64N(e.balance))
			case n == 7:
				e.moveIn(1 + r.Int64N(100_00))
			default:
				e.report(t, r, 1+r.IntN(3))
			}
		}
		e.report(t, r, len(e.late))
		recountAside(t, h, e.p, e.plays)

		explained := h.Count(`select explained - 1000 * open_sum from game_explained where member_id = $1 and slot_code = $2`, e.p.id, firstSlot)
		if left := countAside(h, "ABOVE_FUNDS"); left != 0 || explained != e.balance {
			t.Errorf("%d plays are aside; %d of %d are explained", left, explained, e.balance)
		}
	})
}
