package accrual_test

import (
	"math/rand/v2"
	"net/http"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// ring has four accounts of three people: a invited b, b invited c, and c invited the second account of a's
// owner. Only the browser shows that this account and a belong together.
type ring struct{ a, b, c, second *servertest.Client }

func newRing(h *servertest.Environment) ring {
	r := ring{a: h.AddUnrelatedMember()}
	r.b = addInvitedMember(h, r.a)
	r.c = addInvitedMember(h, r.b)
	r.second = addInvitedMember(h, r.c)
	browser := h.Browser()
	for _, m := range []*servertest.Client{r.a, r.second} {
		browser.Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password}).Want(http.StatusOK)
	}
	return r
}

func (r ring) members() []*servertest.Client { return []*servertest.Client{r.a, r.b, r.c, r.second} }

// earned returns the sum in satang that all accounts may claim.
func (r ring) earned() (sum money.Satang) {
	for _, m := range r.members() {
		sum += inviteOf(m).Amount + fetchRefundCheck(m).RefundAmount
	}
	return sum
}

// winFrom lets one member win what another one loses, in a game without an edge.
func winFrom(h *servertest.Environment, from, to *servertest.Client, amount money.Satang) {
	storeResult(h, from.ID(), -amount)
	storeResult(h, to.ID(), amount)
}

func TestRing_OppositeBetsOfTwoMembers_EarnOnce(t *testing.T) {
	h := servertest.New(t)
	r := newRing(h)
	for range 4 {
		winFrom(h, r.a, r.c, money.Baht(10_000))
		h.EndDay()
		winFrom(h, r.c, r.a, money.Baht(10_000))
		h.EndDay()
	}
	once := r.earned()

	winFrom(h, r.second, r.b, money.Baht(10_000)) // c earns by it; a's account does not
	h.EndDay()

	if once != money.Baht(100) {
		t.Errorf("moved between two members eight times, the money earns %s", once)
	}
	if a, b, c := inviteOf(r.a).Amount, inviteOf(r.b).Amount, inviteOf(r.c).Amount; a != 0 || b != 0 || c != money.Baht(100) {
		t.Errorf("the inviters earned %s, %s and %s", a, b, c)
	}
	if got := fetchRefundCheck(r.second).RefundAmount; got != money.Baht(100) {
		t.Errorf("the second account is refunded %s", got)
	}
	h.CheckInvariants()
}

func TestRing_LossAboveTheCap_EarnsNothingOnLaterDays(t *testing.T) {
	h := servertest.New(t)
	r := newRing(h)
	winFrom(h, r.second, r.b, money.Baht(10_000_000))
	h.EndDay()
	winFrom(h, r.b, r.second, money.Baht(9_000_000))
	h.EndDay()
	winFrom(h, r.second, r.b, money.Baht(9_000_000)) // the sums fall no lower than before
	h.EndDay()

	if refund, invite := fetchRefundCheck(r.second).RefundAmount, inviteOf(r.c).Amount; refund != money.Baht(5_000) || invite != money.Baht(2_000) {
		t.Errorf("refunded %s, the inviter earned %s", refund, invite)
	}
	if got := r.earned(); got != money.Baht(7_000) {
		t.Errorf("the ring earned %s", got)
	}
	h.CheckInvariants()
}

// A member's lowest sum limits what their play earns: one percent for themself, and one percent for their
// inviter. So bets among members of a ring cost the edge of all stakes, and earn only by the lowest sums.
func TestRing_RandomBetsAmongItsMembers_EarnNoMoreThanTheirLowestSums(t *testing.T) {
	h := servertest.New(t)
	r := newRing(h)
	dice := rand.New(rand.NewPCG(11, 3))
	sums, lowest := [4]money.Satang{}, [4]money.Satang{}
	for range 12 {
		for range 3 {
			from, to := dice.IntN(4), dice.IntN(4)
			if from == to {
				continue
			}
			amount := money.Satang(1 + dice.IntN(5_999_999))
			winFrom(h, r.members()[from], r.members()[to], amount)
			sums[from], sums[to] = sums[from]-amount, sums[to]+amount
		}
		h.EndDay()
		for i, s := range sums {
			lowest[i] = min(lowest[i], s)
		}
	}
	highest := money.Satang(0)
	for i, low := range lowest {
		highest += -low / 100 // the refund
		if i > 0 {
			highest += -low / 100 // for the inviter; the first account has none
		}
	}

	got := r.earned()

	if got > highest || got < highest-12*7 { // each of the seven rounds' days rounds down
		t.Errorf("the ring earned %s, its lowest sums allow %s", got, highest)
	}
	h.CheckInvariants()
}
