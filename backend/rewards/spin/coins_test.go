package spin_test

import (
	"net/http"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec 3.2e, 3.29, D5.7, D5.33
func TestACoinComesForEachFullHundredAboveTheMark(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	for i, step := range []struct {
		amount money.Satang
		coins  int64
	}{{money.Baht(99), 0}, {100, 1}, {money.Baht(250), 3}, {money.Baht(49), 3}, {money.Baht(1), 4}} {
		credit(t, h, m, step.amount)
		mint(t, h)
		if got := setup(m).UserCoin.Coin; got != step.coins {
			t.Errorf("deposit %d: %d coins, want %d", i, got, step.coins)
		}
	}
	var home struct{ Profile struct{ Coin int64 } }
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	if home.Profile.Coin != 4 {
		t.Errorf("the profile shows %d", home.Profile.Coin)
	}
	h.Sound()
}

// spec D5.7, D5.33
func TestMoneyThatGoesInCirclesEarnsNoCoin(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	m.Deposit(1000)
	mint(t, h)

	for range 3 {
		line := m.Until(m.Withdraw("", 1000).Cash().Statement.ID, 0)
		if line.Status != "SUCCESS" {
			t.Fatalf("%+v", line)
		}
		m.Deposit(1000)
		mint(t, h)
	}
	circled := setup(m).UserCoin.Coin
	credit(t, h, m, money.Baht(100))
	mint(t, h)

	if more := setup(m).UserCoin.Coin; circled != 10 || more != 11 {
		t.Errorf("%d coins, then %d", circled, more)
	}
	h.Sound()
}

func TestADepositMadeWhileMoneyIsOnItsWayOutEarnsNoCoin(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	credit(t, h, m, money.Baht(1000)) // proves no account: a cashier looks at the withdrawal
	line := m.Withdraw("", 1000).Want(http.StatusAccepted).Cash().Statement
	credit(t, h, m, money.Baht(1000))
	mint(t, h)
	during := setup(m).UserCoin.Coin

	m.Call("POST", "/api/wallet/withdraw/"+line.ID.String()+"/cancel", nil).Want(http.StatusOK)
	mint(t, h)

	if after := setup(m).UserCoin.Coin; during != 10 || after != 20 {
		t.Errorf("%d coins, and %d with both deposits in the wallet", during, after)
	}
	h.Sound()
}

func TestADepositThatIsTakenBackHasToBeMadeAgainBeforeOthersCount(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	credit(t, h, m, money.Baht(500))
	first, second := h.Staff("cashier"), h.Staff("cashier")
	adjust := func(body map[string]any) {
		var made struct{ Proposal string }
		first.Call("POST", "/api/operator/items/MEMBER/"+m.PublicID()+"/adjust", body).Want(http.StatusCreated).Into(&made)
		second.Call("POST", "/api/operator/items/PROPOSAL/"+made.Proposal+"/approve", nil).Want(http.StatusOK)
	}
	adjust(map[string]any{"amount": 500, "take": true, "why": "it was another's"})
	credit(t, h, m, money.Baht(500))
	mint(t, h)

	if got := setup(m).UserCoin.Coin; got != 5 {
		t.Errorf("%d coins", got)
	}
	h.Sound()
}

func TestKipAreCountedByTheirOwnMeasure(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	m := h.KipMember()
	h.Exec(`update wheel set ended_at = now() where currency = 'LAK'`)
	credit(t, h, m, money.Baht(120_000))
	mint(t, h)

	var home struct{ Profile struct{ Coin int64 } }
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	if home.Profile.Coin != 2 {
		t.Errorf("%d coins", home.Profile.Coin)
	}
	if s := setup(m); s.Active != nil || s.Fairness != nil {
		t.Error("a wheel in baht is shown to a member with kip")
	}
	m.Call("POST", "/api/spinwheel/spin", nil).WantCode(http.StatusConflict, "NO_DATA")
	h.Sound()
}

func TestCoinsReachThePhoneByItsSync(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	type changes struct {
		Cursor  string
		Profile *struct{ Coin int64 }
	}
	var before, after changes
	m.Call("GET", "/api/sync", nil).Want(http.StatusOK).Into(&before)
	credit(t, h, m, money.Baht(300))
	mint(t, h)

	m.Call("GET", "/api/sync?cursor="+before.Cursor, nil).Want(http.StatusOK).Into(&after)

	if after.Profile == nil || after.Profile.Coin != 3 {
		t.Errorf("%+v", after.Profile)
	}
}
