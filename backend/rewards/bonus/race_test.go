package bonus_test

import (
	"flag"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/backend/server/servertest"
)

// times is how often each test does two things at the same moment. The long run is -times 1000.
var times = flag.Int("times", 40, "how often a bonus is taken at the moment of a withdrawal, or of another bonus")

// runRounds runs rounds in parallel, each worker with its own member.
func runRounds(t *testing.T, h *servertest.Environment, round func(p *player)) {
	t.Helper()
	const members = 4
	var all sync.WaitGroup
	for range members {
		p := &player{Client: h.AddMember(), t: t, h: h}
		p.id = p.ID()
		all.Go(func() {
			for range *times / members {
				round(p)
			}
		})
	}
	all.Wait()
}

// spec D5.16
func TestWithdraw_BonusActivatedAtTheSameTime_OnlyOneSucceeds(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	h.SetAmount("withdrawAuto", "BAHT", 10_000_000)
	h.SetAmount("withdrawMax", "BAHT", 10_000_000)
	setTerms(h, "DAILY", "max_received = 10000")
	var out, held atomic.Int64

	runRounds(t, h, func(p *player) {
		p.deposit(1000)
		var activated, withdrew servertest.Response
		var both sync.WaitGroup
		both.Go(func() { activated = p.activate("DAILY") })
		both.Go(func() { withdrew = p.Withdraw("", 500) })
		both.Wait()

		switch bonus, isWithdrawn := activated.Status == http.StatusOK, withdrew.Status == http.StatusAccepted; {
		case bonus && !isWithdrawn && withdrew.Code() == "BONUS_REMAINING":
			held.Add(1)
			p.clear().Want(http.StatusOK)
		case !bonus && isWithdrawn && activated.Code() == "BONUS_CONDITION":
			out.Add(1)
		default:
			t.Errorf("the bonus: %d %s; the withdrawal: %d %s", activated.Status, activated.Body, withdrew.Status, withdrew.Body)
		}
	})

	t.Logf("%d were withdrawn, %d were held", out.Load(), held.Load())
	h.CheckInvariants()
}

func TestBonus_ManyActivationsAtOnce_OneStartsAndEndsOnce(t *testing.T) {
	h := servertest.New(t)
	setTerms(h, "DAILY", "max_received = 10000")
	setTerms(h, "WELCOME", "max_received = 10000, minimum = 50000")
	h.Exec(`update offer set quantity = null where kind = 'promotion'`)

	runRounds(t, h, func(p *player) {
		p.deposit(600)
		var taken, ended atomic.Int64
		var all sync.WaitGroup
		for _, path := range []string{"/api/bonus/activate/DAILY", "/api/bonus/activate/WELCOME", "/api/promotion/activate/KRAPAO50"} {
			all.Go(func() {
				if p.Call("POST", path, nil).Status == http.StatusOK {
					taken.Add(1)
				}
			})
		}
		all.Wait()
		for range 3 {
			all.Go(func() {
				if p.clear().Status == http.StatusOK {
					ended.Add(1)
				}
			})
		}
		all.Wait()

		if taken.Load() != 1 || ended.Load() != 1 {
			t.Errorf("%d taken, %d ended", taken.Load(), ended.Load())
		}
	})

	if n := h.Count(`select count(*) - count(distinct deposit_id) from bonus_taken where deposit_id is not null`); n != 0 {
		t.Errorf("%d deposits back more than one", n)
	}
	if n := h.Count(`select count(*) from bonus_taken b where (select count(*) from statement_line l where l.id = b.end_line) <> 1`); n != 0 {
		t.Errorf("%d bonuses do not have exactly one end line", n)
	}
	h.CheckInvariants()
}
