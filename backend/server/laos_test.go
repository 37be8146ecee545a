package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"

	"krapao/backend/games"
	"krapao/backend/platform/money"
	"krapao/backend/rewards/bonus"
	"krapao/backend/rewards/spin"
	"krapao/backend/server/servertest"
	"krapao/backend/wallet"
)

// offeredCodes holds the codes of the slots, bonuses and wheel slices that a member is shown.
type offeredCodes struct {
	slots, bonuses, slices []string
	commitment             string
}

func readOfferedCodes(m *servertest.Client) (o offeredCodes) {
	var home struct {
		Slots  []games.Slot
		Wallet wallet.Wallet
	}
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	for _, s := range home.Slots {
		o.slots = append(o.slots, s.Code)
	}
	var cards []bonus.Card
	m.Call("GET", "/api/bonus", nil).Want(http.StatusOK).Into(&cards)
	for _, c := range cards {
		o.bonuses = append(o.bonuses, c.Code)
	}
	var setup struct{ Result spin.Setup }
	m.Call("GET", "/api/spinwheel/setup", nil).Want(http.StatusOK).Into(&setup)
	o.commitment = setup.Result.Fairness.Commitment
	for _, s := range setup.Result.Active.Slices {
		o.slices = append(o.slices, s.Code)
	}
	return o
}

func TestLaos_GamesWheelAndBonusesOfAnotherCurrency_AreRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	members := map[string]*servertest.Client{"BAHT": h.AddMember(), "LAK": h.AddKipMember()}
	promotions := map[string]string{"BAHT": "KRAPAO50", "LAK": "KRAPAO25K"}
	prizes := map[string]string{"BAHT": "CASH5", "LAK": "CASH2500"}
	all := map[string]offeredCodes{}
	for currency, m := range members {
		m.CreditWallet(money.Baht(1_000_000))
		m.GiveCoins(40)
		all[currency] = readOfferedCodes(m)
	}
	for mine, m := range members {
		theirs := map[string]string{"BAHT": "LAK", "LAK": "BAHT"}[mine]
		other := all[theirs]
		for kind, lists := range map[string][2][]string{
			"games": {all[mine].slots, other.slots}, "bonuses": {all[mine].bonuses, other.bonuses}, "wheel": {all[mine].slices, other.slices},
		} {
			shared := slices.DeleteFunc(slices.Clone(lists[0]), func(code string) bool { return !slices.Contains(lists[1], code) || code == "NONE1" || code == "NONE2" })
			if len(lists[0]) < 3 || len(shared) > 0 {
				t.Errorf("%s of %s: %v, shared %v", kind, mine, lists[0], shared)
			}
		}
		checkRefused := func(what, method, path string, body any) {
			a := m.Call(method, path, body)
			if a.Status/100 == 2 || !slices.Contains([]string{"NO_GAME", "NO_DATA", "NO_PROMOTION", "NO_CLAIMABLE_COUPON", "INVALID_PRIZE_CODE"}, a.Code()) {
				t.Errorf("%s %s: %d %s", mine, what, a.Status, a.Body)
			}
		}
		for _, slot := range other.slots {
			checkRefused("opens "+slot, "POST", "/api/wallet/activate/"+slot, nil)
			checkRefused("reads "+slot, "GET", "/api/wallet/account/"+slot, nil)
			checkRefused("resets "+slot, "POST", "/api/wallet/resetpassword/"+slot, nil)
			checkRefused("moves into "+slot, "POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": slot, "amount": 5000})
			checkRefused("moves out of "+slot, "POST", "/api/wallet/transfer", map[string]any{"from": slot, "to": "WALLET", "amount": 5000})
			checkRefused("moves from "+slot, "POST", "/api/wallet/transfer", map[string]any{"from": slot, "to": all[mine].slots[0], "amount": 5000})
			checkRefused("moves all into "+slot, "POST", "/api/wallet/transferAll", map[string]any{"to": slot})
		}
		for _, code := range other.bonuses {
			checkRefused("takes "+code, "POST", "/api/bonus/activate/"+code, nil)
		}
		checkRefused("finds", "GET", "/api/promotion/find/"+promotions[theirs], nil)
		checkRefused("takes", "POST", "/api/promotion/activate/"+promotions[theirs], nil)
		checkRefused("claims", "POST", "/api/spinwheel/coupon/claim", map[string]any{"coupon": prizes[theirs]})
		m.Call("POST", "/api/spinwheel/spin", map[string]any{"commitment": other.commitment}).Want(http.StatusConflict)
		if m.Balance() != "1000000.00" || len(m.Lines()) != 1 {
			t.Errorf("%s: %s, %+v", mine, m.Balance(), m.Lines())
		}
	}
	h.CheckInvariants()
}

func TestLaos_KipIntoEachDemoGameAndBack_MovesKip(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	m := h.AddKipMember()
	m.CreditWallet(money.Baht(1_000_000))
	held := map[string]string{}
	for _, slot := range readOfferedCodes(m).slots {
		m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
		in := m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": slot, "amount": 50_000}).Want(http.StatusOK).Cash()
		var account games.Credentials
		m.Call("GET", "/api/wallet/account/"+slot, nil).Want(http.StatusOK).Into(&account)
		var theirs struct {
			Currency string
			Balance  float64
		}
		h.Control("GET", "/games/"+slot+"/accounts/"+account.Username, nil, &theirs)
		held[slot] = fmt.Sprint(theirs.Currency, " ", theirs.Balance)
		back := m.Call("POST", "/api/wallet/transfer", map[string]any{"from": slot, "to": "WALLET", "amount": 50_000}).Want(http.StatusOK).Cash()
		if in.Statement.Currency != "LAK" || in.Wallet.Amount != money.Baht(950_000) || back.Statement.Currency != "LAK" || back.Wallet.Amount != money.Baht(1_000_000) {
			t.Errorf("%s: in %+v, back %+v", slot, in, back)
		}
	}
	want := map[string]string{"pglao": "LAK 50000", "usunlao": "LAK 50", "circuslao": "LAK 50000", "ufalao": "LAK 50000", "huaylao": "LAK 50000"}
	if !maps.Equal(held, want) {
		t.Errorf("%v", held)
	}
	h.CheckInvariants()
}

func TestLaos_BonusAndPrize_AreInKip(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	m := h.AddKipMember()
	m.GiveCoins(40)
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 600_000}).Want(http.StatusOK)
	m.Transfer(servertest.Transfer{Amount: 600_000, Feed: true, FeedDigits: 4})
	h.WaitUntil("the deposit", func() bool { return m.Balance() == "600000.00" })

	m.Call("POST", "/api/bonus/activate/WELCOMELAK", nil).Want(http.StatusOK)

	if m.Balance() != "720000.00" {
		t.Errorf("with the bonus: %s", m.Balance())
	}
	for range 40 {
		m.Call("POST", "/api/spinwheel/spin", map[string]any{}).Want(http.StatusOK)
	}
	var list struct{ Coupons []spin.CouponGroup }
	m.Call("GET", "/api/spinwheel/coupon", nil).Want(http.StatusOK).Into(&list)
	for _, g := range list.Coupons {
		if g.Currency != "LAK" || g.Amount < money.Baht(500) {
			t.Errorf("%+v", g)
		}
	}
	for _, l := range m.Lines() {
		if l.Currency != "LAK" {
			t.Errorf("%+v", l)
		}
	}
	h.CheckInvariants()
}
