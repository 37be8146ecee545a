package bank_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

func TestCheck_ManySlowSlipsOfOneMember_DoNotDelayOthers(t *testing.T) {
	h := servertest.New(t)
	many, one := h.AddMember(), h.AddMember()
	const theirs = 14
	var pictures [][]byte
	for range theirs {
		pictures = append(pictures, many.Picture(many.Transfer(servertest.Transfer{Amount: 10}).Slip.JPG))
	}
	own := one.Transfer(servertest.Transfer{Amount: 20})
	h.Fault("slip:verify", "slow", "", 1000, 3000)
	for _, p := range pictures {
		many.Upload(uuid.New(), time.Time{}, p)
	}

	slip := one.SubmitSlip(own)

	// Without checkInTurn, the eight workers would have finished eight slips of the first member before this
	// one.
	open := h.Count(`select count(*) from slip where member_id = $1 and state = 'CHECKING'`, many.ID())
	if slip.Status != "SUCCESS" || open <= theirs-8 {
		t.Errorf("%+v, and %d of the %d earlier slips are still open", slip, open, theirs)
	}
	h.Control("DELETE", "/faults", nil, nil)
	h.WaitUntil("the others", func() bool {
		h.RunDelayedJobs()
		return many.Balance() == "140.00"
	})
	h.CheckInvariants()
}

func TestCheck_SlipWaitsForItsTurn_IsNotStalled(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100})
	h.Fault("slip", "http500", "", 1, 0)
	id := uuid.New()
	m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG))
	h.WaitForScheduledCheck()
	h.Exec(`update slip set started_at = null, progress_at = null where id = $1`, id) // as if no worker had started it
	h.Clock.Advance(2 * time.Hour)

	rescue := func() bool {
		t.Helper()
		h.RunJobs("bank.stalled", "check_slip.rescue")
		return h.Count(`select count(*) from slip where id = $1 and state = 'REVIEW'`, id) == 1
	}
	waiting := rescue()
	h.Exec(`update slip set started_at = $2, progress_at = $2 where id = $1`, id, h.Clock.Now().Add(-59*time.Minute))
	begun := rescue()
	h.Exec(`update slip set started_at = null, progress_at = null where id = $1`, id)
	h.Exec(`delete from river_job where kind = 'check_slip'`)

	if lost := rescue(); waiting || begun || !lost {
		t.Errorf("waiting for its turn: %t, begun an hour ago: %t, without a job: %t", waiting, begun, lost)
	}
}

func TestCheck_SlipWaitedForItsTurn_VerifierLimitStartsWithTheCheck(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100, At: h.Clock.Now().Add(-41 * time.Minute)})
	h.Fault("slip", "http500", "", 2, 0)
	id := uuid.New()
	m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG))
	h.WaitForScheduledCheck()
	h.Exec(`update slip set started_at = null, progress_at = null, uploaded_at = uploaded_at - interval '40 minutes' where id = $1`, id)
	h.RunDelayedJobs()
	h.WaitUntil("the second try", func() bool { return h.FaultsLeft() == 0 })
	h.WaitForScheduledCheck()
	h.RunDelayedJobs()

	if slip := m.WaitSlip(id); slip.Status != "SUCCESS" {
		t.Errorf("%+v", slip)
	}
}
