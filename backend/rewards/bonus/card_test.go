package bonus_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// tableCell is one cell of the table in the package comment.
type tableCell struct {
	received     string // none, some, max
	other        string // none, another, this
	fits, isFull bool   // isFull: the bonus's quantity is used up
	state, code  string // code of the call; "" is a 200
}

func tableCells() (all []tableCell) {
	for _, received := range []string{"none", "some", "max"} {
		for _, other := range []string{"none", "another", "this"} {
			for _, fits := range []bool{true, false} {
				for _, isFull := range []bool{true, false} {
					c := tableCell{received: received, other: other, fits: fits, isFull: isFull}
					switch {
					case other == "this" && received == "none":
						continue // the active bonus was received
					case other == "this":
						c.state, c.code = "current", "BONUS_ALREADY_ACTIVE"
					case received == "max":
						c.state, c.code = "received", "BONUS_MAX_CLAIMED"
					case isFull:
						c.state, c.code = "full", "BONUS_FULL"
					case other == "another":
						c.state, c.code = "busy", "BONUS_ALREADY_ACTIVE"
					case !fits:
						c.state, c.code = "unfit", "BONUS_CONDITION"
					default:
						c.state, c.code = "open", ""
					}
					if other == "another" {
						c.code = "BONUS_ALREADY_ACTIVE" // the member has to end the other bonus first
					}
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// spec 2.84, 4.21, 8.11c, 8.11f, 3.23, D5.20
func TestCards_EachStateOfTheTable_HasItsButtonAndItsCode(t *testing.T) {
	t.Parallel()
	for _, bonusType := range []string{"limit", "day", "week"} {
		t.Run(bonusType, func(t *testing.T) {
			t.Parallel()
			h := servertest.New(t)
			setTerms(h, "DAILY", "type = '"+bonusType+"', max_received = 2")
			for i, c := range tableCells() {
				p := &player{Client: h.AddMember(), t: t, h: h}
				p.id = p.ID()
				p.insertTaken(c, i)
				h.Exec(`update offer set quantity = $1, taken = $2 where code = 'DAILY'`, map[bool]any{true: 1, false: nil}[c.isFull], map[bool]int{true: 1}[c.isFull])
				if c.fits {
					p.deposit(1000)
				}

				card := p.readCard("DAILY")
				a := p.activate("DAILY")

				if string(card.State) != c.state || (a.Code() != c.code && (c.code != "" || a.Status != http.StatusOK)) {
					t.Errorf("%+v: %s, %d %s", c, card.State, a.Status, a.Code())
				}
				if again := card.Again != nil; again != (c.state == "received" && bonusType != "limit") {
					t.Errorf("%+v: again %v", c, card.Again)
				}
			}
		})
	}
}

// insertTaken inserts the bonuses that a member took before: ended ones, and an active one.
func (p *player) insertTaken(c tableCell, n int) {
	p.t.Helper()
	count := map[string]int{"none": 0, "some": 1, "max": 2}[c.received]
	add := func(code string, active bool) {
		p.h.Exec(`insert into bonus_taken (id, member_id, kind, code, name, currency, amount, deposit_id, deposit, own, needed, percent_fail, fail_at, transfer_id, created_at,
			counted_at, looked_at, ended_at, ended_by, version)
			select gen_random_uuid(), $1, 'bonus', $2, '', 'BAHT', 1, null, 0, 0, 1, 0, 0, 0, $3::timestamptz, $3, $3, case when not $4 then $3 end, case when not $4 then 'CLEAR'::bonus_end end, 1`,
			p.id, code, p.h.Clock.Now(), active)
	}
	for i := range count {
		add("DAILY", c.other == "this" && i == count-1)
	}
	if c.other == "another" {
		add(fmt.Sprint("OTHER", n), true)
	}
}

// spec 4.21, D1.10, D1.11, D5.20
func TestCards_DailyAndWeekly_ReturnAtMidnightAndOnMondayInBangkok(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	setTerms(h, "WEEKEND", "max_received = 1, minimum = 50000")
	// Start at noon of the next Wednesday.
	for now := h.Clock.Now().In(clock.Bangkok); now.Weekday() != time.Wednesday || now.Hour() != 12; now = h.Clock.Now().In(clock.Bangkok) {
		h.Clock.Advance(time.Hour)
	}
	p := &player{Client: h.AddMember(), t: t, h: h}
	p.id = p.ID()
	activateAndClear := func(code string) string {
		p.deposit(600)
		a := p.activate(code)
		if a.Status == http.StatusOK {
			p.clear().Want(http.StatusOK)
		}
		return a.Code()
	}

	day, again := activateAndClear("DAILY"), activateAndClear("DAILY")
	week := activateAndClear("WEEKEND")
	card, weekly := p.readCard("DAILY"), p.readCard("WEEKEND")
	p.h.PassTime(13 * time.Hour) // Thursday, 1 o'clock
	next, sameWeek := activateAndClear("DAILY"), activateAndClear("WEEKEND")
	p.h.PassTime(4 * 24 * time.Hour) // Monday
	monday := activateAndClear("WEEKEND")

	if day != "" || again != "BONUS_MAX_CLAIMED" || next != "" || week != "" || sameWeek != "BONUS_MAX_CLAIMED" || monday != "" {
		t.Errorf("day %q, again %q, next %q; week %q, same week %q, monday %q", day, again, next, week, sameWeek, monday)
	}
	if at := card.Again.In(clock.Bangkok); at.Weekday() != time.Thursday || at.Hour() != 0 {
		t.Errorf("again at %v", at)
	}
	if at := weekly.Again.In(clock.Bangkok); at.Weekday() != time.Monday || at.Hour() != 0 {
		t.Errorf("again at %v", at)
	}
	h.CheckInvariants()
}

// spec 7.43, D7.2b, D7.3
func TestSync_Bonuses_IncludesCardsAndTheActiveBonus(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	type sync struct {
		Cursor  string
		Bonuses []struct{ Code, State string }
		Bonus   *struct {
			Code   string
			Played money.Satang
		}
	}
	readSync := func(cursor string) (out sync) {
		p.Call("GET", "/api/sync?cursor="+cursor, nil).Want(http.StatusOK).Into(&out)
		return out
	}
	all := readSync("")
	quiet := readSync(all.Cursor)
	p.deposit(1000)
	changed := readSync(quiet.Cursor)
	p.activateBonus("WELCOME")
	taken := readSync(changed.Cursor)
	p.MakeGameTransfer("WALLET", slot, 1200)
	moved := readSync(taken.Cursor)
	p.play(100, 100) // does not move money of the wallet
	p.applyPlays()
	played := readSync(moved.Cursor)

	if len(all.Bonuses) != 3 || all.Bonuses[0].State != "unfit" || len(quiet.Bonuses) != 0 || changed.Bonuses[0].State != "open" || changed.Bonus != nil {
		t.Errorf("%+v, %+v, %+v", all, quiet, changed)
	}
	if taken.Bonus == nil || taken.Bonus.Code != "WELCOME" || taken.Bonuses[0].State != "current" {
		t.Errorf("%+v", taken)
	}
	if played.Bonus == nil || played.Bonus.Played != money.Baht(100) || len(played.Bonuses) != 3 {
		t.Errorf("%+v", played)
	}
}

// spec D5.51
func TestDemosFirstBonus_DepositOfAThousandBaht_CanBeTaken(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	less, enough := newPlayer(t, h), newPlayer(t, h)
	less.deposit(999)
	enough.deposit(1000)

	less.activate("WELCOME").WantCode(http.StatusConflict, "BONUS_CONDITION")
	enough.activate("WELCOME").Want(http.StatusOK)
}
