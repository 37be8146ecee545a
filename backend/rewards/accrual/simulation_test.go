package accrual_test

import (
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/simtest"
	"krapao/backend/server/servertest"
)

// model is the expected state of a member: the sum of their daily results, its lowest value, the amounts to
// claim (due), the claimed refund (waiting), and the wallet.
type model struct {
	m        *servertest.Client
	id       int64
	inviter  *model
	net, low money.Satang
	due      map[string]money.Satang
	waiting  money.Satang
	wallet   money.Satang
}

// TestAccrual_RandomOperations_AgreesWithTheModel has members play, win, lose and claim at random. Days close
// late, several at once, and in parts.
//
// The long run: go test ./backend/rewards/accrual -run RandomOperations -runs 1000 -timeout 3h
//
// spec D5.27
func TestAccrual_RandomOperations_AgreesWithTheModel(t *testing.T) {
	r := rand.New(rand.NewPCG(simtest.Seed(t), 1))
	h := servertest.New(t)
	h.CloseDays()
	all := []*model{}
	for i := range simtest.Runs(4) {
		one := &model{m: h.AddUnrelatedMember(), due: map[string]money.Satang{}}
		one.id = one.m.ID()
		if i > 0 && r.IntN(3) > 0 {
			one.inviter = all[r.IntN(i)]
			one.inviter.m.Invite(one.m)
		}
		all = append(all, one)
	}

	var open []map[*model]money.Satang
	for range 12 {
		today := map[*model]money.Satang{}
		for range 3 * len(all) {
			one := all[r.IntN(len(all))]
			net := money.Satang(r.IntN(400_000) - 220_000)
			storeResult(h, one.id, net)
			today[one] += net
		}
		open = append(open, today)
		if r.IntN(3) == 0 { // the providers do not respond, or the server is down
			h.PassTime(24 * time.Hour)
			continue
		}
		h.EndDay()
		for _, day := range open {
			capped := map[*model]money.Satang{}
			for _, one := range all { // in the order of their ids
				if net, any := day[one]; any {
					one.addDay(net, capped)
				}
			}
		}
		open = nil
		for _, one := range all {
			one.makeClaims(t, r)
		}
		if t.Failed() {
			break
		}
	}
	h.CheckInvariants()
}

// addDay adds what a closed day earns for the member and their inviter.
func (o *model) addDay(net money.Satang, capped map[*model]money.Satang) {
	o.net += net
	earned := money.Satang(0)
	if o.net < o.low {
		earned = (o.low - o.net) / 100
		o.low = o.net
	}
	o.due["refund"] += min(earned, money.Baht(5000))
	if i := o.inviter; i != nil {
		credited := min(earned, money.Baht(2000)-capped[i])
		capped[i] += credited
		i.due["invite"] += credited
	}
}

// makeClaims makes random claims, and compares all amounts.
func (o *model) makeClaims(t *testing.T, r *rand.Rand) {
	t.Helper()
	checkClaim := func(call func(*servertest.Client) servertest.Response, amount money.Satang, done func()) {
		want := http.StatusOK
		if amount == 0 {
			want = http.StatusConflict
		}
		if got := call(o.m); got.Status != want {
			t.Errorf("with %s: %d %s", amount, got.Status, got.Body)
		}
		done()
	}
	switch r.IntN(6) {
	case 0:
		checkClaim(collectInviteBonus, o.due["invite"], func() { o.wallet, o.due["invite"] = o.wallet+o.due["invite"], 0 })
	case 1, 2:
		checkClaim(receiveRefund, o.due["refund"], func() { o.waiting, o.due["refund"] = o.waiting+o.due["refund"], 0 })
	case 3:
		checkClaim(addWallet, o.waiting, func() { o.wallet, o.waiting = o.wallet+o.waiting, 0 })
	}
	refund := fetchRefundCheck(o.m)
	if i := inviteOf(o.m).Amount; i != o.due["invite"] || refund.RefundAmount != o.due["refund"] || refund.Balance != o.waiting || o.m.Balance() != o.wallet.String() {
		t.Errorf("invite %s, refund %+v, wallet %s; the model expects %v, %s waiting, %s", i, refund, o.m.Balance(), o.due, o.waiting, o.wallet)
	}
}
