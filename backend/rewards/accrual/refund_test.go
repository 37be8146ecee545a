package accrual_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec 1.12, 3.19, 3.20, 3.26n, 7.41, 7.42a, 7.42b, 7.42c, 8.13a, 8.13c, 8.13e, D5.6, D5.31, D1.14
func TestRefund_LossOfAClosedDay_IsReceivedThenAddedToTheWallet(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	receiveRefund(m).WantCode(http.StatusConflict, "NO_REFUND")
	addWallet(m).WantCode(http.StatusConflict, "REFUND_MINIMUM")
	storeResult(h, m.ID(), -money.Baht(1234))
	before := fetchRefundCheck(m)
	h.EndDay()

	check := fetchRefundCheck(m)
	var got struct {
		Message string
		Balance money.Satang
		Refund  struct{ RefundAmount money.Satang }
	}
	receiveRefund(m).Want(http.StatusOK).Into(&got)
	waiting := fetchRefundCheck(m)
	wallet := m.Balance()
	receiveRefund(m).WantCode(http.StatusConflict, "NO_REFUND")
	added := addWallet(m).Want(http.StatusOK)
	addWallet(m).WantCode(http.StatusConflict, "REFUND_MINIMUM")

	if before.Result || before.SoFar != 1234 || before.RefundFail != 1 || before.RefundSuccess != 0 || before.Info == "" {
		t.Errorf("before the day closed: %+v", before)
	}
	if !check.Result || check.Bonus || check.RefundAmount != 1234 || check.SoFar != 0 {
		t.Errorf("the check: %+v", check)
	}
	if got.Message != "REFUND_SUCCESS" || got.Balance != 1234 || got.Refund.RefundAmount != 1234 {
		t.Errorf("received: %+v", got)
	}
	if waiting.Result || waiting.RefundAmount != 0 || waiting.Balance != 1234 || wallet != "0.00" {
		t.Errorf("%+v waits, %s in the wallet", waiting, wallet)
	}
	var in struct{ Message string }
	added.Into(&in)
	if line := m.Lines()[0]; in.Message != "REFUND_SUCCESS" || m.Balance() != "12.34" || len(m.Lines()) != 1 || line.Type != "bonus" || line.Refund == nil || line.Refund.Description != "1%" || line.From != "REFUND" {
		t.Errorf("added: %s, %+v", added.Body, line)
	}
	var log struct {
		Total   int64
		Refunds []struct {
			RefundAmount money.Satang
			CreatedAt    time.Time
		}
	}
	m.Call("POST", "/api/refund", map[string]int{"page": 1, "limit": 10}).Want(http.StatusOK).Into(&log)
	if log.Total != 1 || log.Refunds[0].RefundAmount != 1234 || log.Refunds[0].CreatedAt.IsZero() {
		t.Errorf("the log: %+v", log)
	}
	h.CheckInvariants()
}

// spec 8.13d
func TestRefund_Paused_MovesNothing(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	closeDayWithLosses(h, 1000, m)
	h.SetSetting("paused", []string{"refund"})

	receiveRefund(m).WantCode(http.StatusConflict, "REFUND_INACTIVE")
	h.SetSetting("paused", []string{})
	receiveRefund(m).Want(http.StatusOK)
	h.SetSetting("paused", []string{"refund"})
	addWallet(m).WantCode(http.StatusConflict, "REFUND_INACTIVE")

	if got := m.Balance(); got != "0.00" {
		t.Errorf("the wallet has %s", got)
	}
	h.CheckInvariants()
}

// spec D5.26, D4.20
func TestRefund_WinsBeforeAndAfterALoss_AreSetOff(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	closeDayAndCheckRefund := func(when string, net int64, due money.Satang) {
		t.Helper()
		storeResult(h, m.ID(), money.Baht(net))
		soFar := fetchRefundCheck(m)
		h.EndDay()
		if got := fetchRefundCheck(m); got.RefundAmount != due || soFar.RefundAmount+soFar.SoFar != due {
			t.Errorf("%s: %+v, so far %+v", when, got, soFar)
		}
	}
	closeDayAndCheckRefund("a win", 1000, 0)
	closeDayAndCheckRefund("the win lost again", -1000, 0)
	closeDayAndCheckRefund("a loss", -500, 500)
	closeDayAndCheckRefund("won back", 500, 500)
	closeDayAndCheckRefund("lost as before", -500, 500)
	closeDayAndCheckRefund("lost beyond", -100, 600)

	// If wins earn, too, the same rule applies to them.
	h.SetSetting("refundSuccess", 2)
	h.EndDay() // settings take effect the next day
	m = h.AddUnrelatedMember()
	closeDayAndCheckRefund("a new high", 1000, 2000)
	closeDayAndCheckRefund("lost again", -1000, 2000)
	closeDayAndCheckRefund("won as before", 1000, 2000)
	closeDayAndCheckRefund("won beyond", 500, 3000)
	closeDayAndCheckRefund("down to a new low", -1600, 3100)
}

// spec D5.1
func TestRefund_TermsEditedDuringDay_UsesTermsOfDayStart(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	h.CloseDays() // stores today's terms
	storeResult(h, m.ID(), -money.Baht(1000))
	h.SetSetting("refundFail", 10)
	h.CloseDays() // the job runs again on the same day
	shown := fetchRefundCheck(m).RefundFail

	h.EndDay()

	if got := fetchRefundCheck(m); got.RefundAmount != money.Baht(10) || shown != 1 || got.RefundFail != 10 {
		t.Errorf("%v was shown, and then %+v", shown, got)
	}
	closeDayWithLosses(h, 1000, m)
	if got := fetchRefundCheck(m); got.RefundAmount != money.Baht(110) {
		t.Errorf("after a day of the new terms: %+v", got)
	}
}

// The clock is read between the two days, as if the job began just before midnight and an operator edited the
// terms just after it.
func TestRefund_TermsEditedAtMidnight_NewDayUsesThem(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	h.CloseDays()
	var midnight sync.Once
	h.Accrual.Clock = func() time.Time {
		midnight.Do(func() {
			h.PassTime(24 * time.Hour)
			h.SetSetting("refundFail", 10)
		})
		return h.Clock.Now()
	}

	h.RunJobs("accrual.days")

	if got := fetchRefundCheck(m).RefundFail; got != 10 {
		t.Errorf("the new day has %v percent", got)
	}
}

// spec D5.28
func TestRefund_LossAboveTheDaysCap_EarnsTheCap(t *testing.T) {
	h := servertest.New(t)
	h.Exec(`insert into setting (name, value) values ('inviteCap', '{"BAHT":30}'), ('refundCap', '{"BAHT":15}')`)
	h.EndDay() // settings take effect the next day
	m := h.AddUnrelatedMember()
	a, b, c := addInvitedMember(h, m), addInvitedMember(h, m), addInvitedMember(h, m)

	closeDayWithLosses(h, 2000, a, b, c)

	if got := inviteOf(m).Amount; got != money.Baht(30) {
		t.Errorf("three friends earn %s", got)
	}
	if got := fetchRefundCheck(a).RefundAmount; got != money.Baht(15) {
		t.Errorf("a refund of %s", got)
	}
	closeDayWithLosses(h, 100, a)
	if got := inviteOf(m).Amount; got != money.Baht(31) {
		t.Errorf("with the next day, %s", got)
	}
	h.CheckInvariants()
}

// spec 3.19, 8.13b, D5.32
func TestRefund_BonusActive_PlaysEarnNothingAndReceivingIsBlocked(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	inviter := h.AddUnrelatedMember()
	inviter.Invite(m)
	h.Exec(`insert into game_account (member_id, slot_code, state, username, password, created_at, version) values ($1, $2, 'ACTIVE', 'kbonus', '', now(), 1)`, m.ID(), slot)
	now := h.Clock.Now()
	midnight := clock.DayOf(now).Add(17*time.Hour).AddDate(0, 0, -1) // of Bangkok
	bet := func(id string, at time.Time, loss int64) {
		day := clock.DayOf(at)
		h.Exec(`insert into game_play (slot_code, play_id, revision, member_id, at, bet, payout, valid, taken_at) values ($1, $2, 1, $3, $4, $5, 0, $5, $4)`, slot, id, m.ID(), at, loss)
		h.Exec(`insert into game_play_key (slot_code, play_id, member_id, revision, day, bet, payout, valid) values ($1, $2, $3, 1, $4, $5, 0, $5)`, slot, id, m.ID(), day, loss)
		h.Exec(`insert into game_day as d (member_id, slot_code, day, plays, bet, payout, valid, version) values ($2, $1, $3, 1, $4, 0, $4, 1)
			on conflict (member_id, slot_code, day) do update set plays = d.plays + 1, bet = d.bet + excluded.bet, valid = d.valid + excluded.valid`, slot, m.ID(), day, loss)
	}
	bet("before", midnight.Add(time.Minute), 100_00)
	bet("with it", midnight.Add(3*time.Minute), 5000_00)
	bet("after", midnight.Add(5*time.Minute), 200_00)
	h.Exec(`insert into game_explained (member_id, slot_code, start, net) select member_id, slot_code, sum(bet), -sum(bet) from game_day where member_id = $1 group by 1, 2`, m.ID())
	insertBonus := func(from time.Time, to *time.Time) {
		h.Exec(`insert into bonus_taken (id, member_id, kind, code, name, currency, amount, deposit, own, needed, percent_fail, fail_at, transfer_id, created_at, counted_at, looked_at, ended_at, version)
			values (gen_random_uuid(), $1, 'bonus', 'X', 'x', 'BAHT', 1, 1, 1, 1, 0, 0, 0, $2, $2, $2, $3, 1)`, m.ID(), from, to)
	}
	ended := midnight.Add(4 * time.Minute)
	insertBonus(midnight.Add(2*time.Minute), &ended)
	soFar := fetchRefundCheck(m)
	h.EndDay()

	due := fetchRefundCheck(m)
	insertBonus(h.Clock.Now(), nil)
	blocked := fetchRefundCheck(m)
	receiveRefund(m).WantCode(http.StatusConflict, "REFUND_CONDITION")
	h.Exec(`delete from bonus_taken where ended_at is null`)
	receiveRefund(m).Want(http.StatusOK)

	if soFar.SoFar != money.Baht(3) || due.RefundAmount != money.Baht(3) || due.Bonus || !blocked.Bonus || !blocked.Result {
		t.Errorf("so far %+v, then %+v, with another bonus %+v", soFar, due, blocked)
	}
	if got := inviteOf(inviter).Amount; got != money.Baht(53) {
		t.Errorf("the inviter has %s", got)
	}
	h.Exec(`delete from bonus_taken`)
	h.CheckInvariants()
}
