package bonus_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/rewards/bonus"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// spec 1.10, 7.48, 7.49, 7.50, 3.25, 3.26l, D5.5, 8.11g, 8.11h, D5.23
func TestPromotion_Code_IsFoundAndTakenOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	if body := string(p.Call("GET", "/api/promotion/current", nil).Want(http.StatusOK).Body); body != "null\n" && body != "null" {
		t.Errorf("none: %q", body)
	}
	var found bonus.FoundPromotion
	p.Call("GET", "/api/promotion/find/krapao50", nil).Want(http.StatusOK).Into(&found)
	p.Call("GET", "/api/promotion/find/NOTHING", nil).WantCode(http.StatusNotFound, "NO_PROMOTION")
	p.Call("POST", "/api/promotion/activate/NOTHING", nil).WantCode(http.StatusNotFound, "NO_PROMOTION")
	for _, closed := range []string{"listed = false", "until = '2020-01-01'"} {
		h.Exec(`update offer set ` + closed + ` where kind = 'promotion'`)
		p.Call("GET", "/api/promotion/find/KRAPAO50", nil).WantCode(http.StatusNotFound, "NO_PROMOTION")
		p.Call("POST", "/api/promotion/activate/KRAPAO50", nil).WantCode(http.StatusNotFound, "NO_PROMOTION")
		h.Exec(`update offer set listed = true, until = null where kind = 'promotion'`)
	}

	p.Call("GET", "/api/promotion/activate/krapao50", nil).Want(http.StatusOK)

	var now bonus.ActiveBonus
	p.Call("GET", "/api/promotion/current", nil).Want(http.StatusOK).Into(&now)
	if found.Code != "KRAPAO50" || found.Name != "ของขวัญจากกระเป๋า" || found.Description == "" || found.PercentFail != 5 ||
		found.Amount != money.Baht(50) || found.Turnover != 10 || found.Needed != money.Baht(500) {
		t.Errorf("found %+v", found)
	}
	if now.Code != "KRAPAO50" || p.Balance() != "50.00" || now.Needed != money.Baht(500) {
		t.Errorf("%+v, wallet %s", now, p.Balance())
	}
	if l := p.Lines()[0]; l.Type != statement.Bonus || l.Promotion == nil || l.Promotion.Description != "ของขวัญจากกระเป๋า" || l.From != "PROMOTION" {
		t.Errorf("%+v", l)
	}
	p.Call("POST", "/api/promotion/activate/KRAPAO50", nil).WantCode(http.StatusConflict, "BONUS_ALREADY_ACTIVE")
	p.clear().Want(http.StatusOK)
	p.Call("POST", "/api/promotion/activate/KRAPAO50", nil).WantCode(http.StatusConflict, "PROMOTION_RECEIVED")
	if p.Balance() != "0.00" {
		t.Errorf("wallet %s", p.Balance())
	}
	h.CheckInvariants()
}

// spec D5.5, D5.24, 8.11f
func TestPromotion_ManyWantTheLast_GivesNoneTwice(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Exec(`update offer set quantity = 3 where kind = 'promotion'`)
	takeLastThree(t, h, func(p *player) servertest.Response { return p.Call("POST", "/api/promotion/activate/KRAPAO50", nil) })
}

func TestBonus_ManyWantTheLast_GivesNoneTwice(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Exec(`update offer set quantity = 3 where code = 'WELCOME'`)
	takeLastThree(t, h, func(p *player) servertest.Response { return p.activate("WELCOME") })
}

// takeLastThree makes many members take in parallel an offer that three can still take.
func takeLastThree(t *testing.T, h *servertest.Environment, take func(p *player) servertest.Response) {
	t.Helper()
	members := make([]*player, 24)
	for i := range members {
		members[i] = newPlayer(t, h)
		members[i].deposit(1000)
	}
	var activated, late atomic.Int64
	var all sync.WaitGroup
	for _, p := range members { // in parallel, since joining takes longer than taking
		all.Go(func() {
			switch a := take(p); {
			case a.Status == http.StatusOK:
				activated.Add(1)
			case a.Code() == "BONUS_FULL":
				late.Add(1)
			default:
				t.Errorf("%d %s", a.Status, a.Body)
			}
		})
	}
	all.Wait()

	if activated.Load() != 3 || late.Load() != 21 {
		t.Errorf("%d given, %d refused", activated.Load(), late.Load())
	}
	h.CheckInvariants()
}

func TestPromotion_TooManyWrongCodes_IsLimited(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	refused := 0
	for range 30 {
		if m.Call("GET", "/api/promotion/find/GUESS", nil).Code() == "REQUEST_LIMIT" {
			refused++
		}
	}

	if refused != 10 {
		t.Errorf("%d of 30 refused", refused)
	}
}

// A loss from before the activation must not reduce the winnings of a bonus.
func TestPromotion_LossBeforeItsActivation_IsNotOwnMoney(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.CreditWallet(money.Baht(1000))
	p.MakeGameTransfer("WALLET", slot, 900)
	p.play(900, 0) // our stored balance of the game does not change
	p.applyPlays()
	p.Call("POST", "/api/promotion/activate/KRAPAO50", nil).Want(http.StatusOK)
	p.MakeGameTransfer("WALLET", slot, 150)
	p.play(100, 400)
	p.applyPlays()
	p.MakeGameTransfer(slot, "WALLET", 450)

	p.clear().Want(http.StatusOK)

	if p.Balance() != "100.00" {
		t.Errorf("wallet %s", p.Balance())
	}
	h.CheckInvariants()
}

func TestPromotion_Cleared_OwnMoneyStays(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.CreditWallet(money.Baht(400))
	p.Call("POST", "/api/promotion/activate/KRAPAO50", nil).Want(http.StatusOK)
	p.MakeGameTransfer("WALLET", slot, 450)
	p.play(100, 300)
	p.applyPlays()
	p.MakeGameTransfer(slot, "WALLET", 650)

	p.clear().Want(http.StatusOK)

	if p.Balance() != "400.00" {
		t.Errorf("wallet %s", p.Balance())
	}
	h.CheckInvariants()
}
