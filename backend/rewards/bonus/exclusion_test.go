package bonus_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/rewards/bonus"
	"krapao/backend/server/servertest"
)

// spec D5.44, 8.11a
func TestExclusion_BonusActive_EndsItAndAllowsWithdrawals(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")
	p.MakeGameTransfer("WALLET", slot, 1200)
	p.play(100, 400)
	p.applyPlays()
	p.MakeGameTransfer(slot, "WALLET", 500)
	p.CoolOff(24 * time.Hour)

	p.applyPlays()
	if p.readActiveBonus() == nil {
		t.Error("the bonus ended while 1,000 baht are in a game")
	}
	p.Withdraw("", 100).WantCode(http.StatusConflict, "BONUS_REMAINING")
	p.MakeGameTransfer(slot, "WALLET", 1000)
	out := p.Withdraw("", 1000)

	out.Want(http.StatusAccepted)
	if p.readActiveBonus() != nil || p.readEndReason() != "EXCLUSION" || p.Balance() != "0.00" {
		t.Errorf("%+v, %s, wallet %s", p.readActiveBonus(), p.readEndReason(), p.Balance())
	}
	p.deposit(1000)
	p.activate("DAILY").WantCode(http.StatusConflict, "SELF_EXCLUDED")
	h.CheckInvariants()
}

func TestExclusion_BonusActive_PeriodicJobEndsIt(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")
	p.CoolOff(24 * time.Hour)

	runFollowJobs(h)

	if p.readEndReason() != "EXCLUSION" || p.Balance() != "1000.00" {
		t.Errorf("%q, wallet %s", p.readEndReason(), p.Balance())
	}
	h.CheckInvariants()
}

func TestExclusion_GameReturnsNoMoney_DelaysTheEndForHalfAnHour(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")
	p.MakeGameTransfer("WALLET", slot, 700)
	h.Fault("game:"+slot+":balance", "http500", "", 1000, 0)
	p.CoolOff(24 * time.Hour)
	runFollowJobs(h)
	if p.readActiveBonus() == nil {
		t.Fatal("the bonus ended at once")
	}

	p.h.PassTime(31 * time.Minute)
	h.WaitUntil("the end of the bonus", func() bool { runFollowJobs(h); return p.readActiveBonus() == nil })

	if p.readEndReason() != "EXCLUSION" || p.Balance() != "300.00" {
		t.Errorf("%q, wallet %s", p.readEndReason(), p.Balance())
	}
	h.CheckInvariants()
}

// spec 8.15i
func TestBonus_CannotBeJudgedForADay_BecomesAnItem(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")
	p.MakeGameTransfer("WALLET", slot, 1200)
	h.Fault("game:"+slot+":balance", "http500", "", 10_000, 0)
	p.play(1200, 0)
	p.applyPlays()
	cashier := h.AddOperator("cashier")
	if p.readActiveBonus() == nil || len(cashier.Queue("BONUS")) != 0 {
		t.Fatalf("ended without the provider's response: %+v", p.readActiveBonus())
	}

	p.h.PassTime(24*time.Hour + time.Minute)
	cashier = h.AddOperator("cashier")
	items := cashier.Queue("BONUS")
	if len(items) != 1 || items[0].Reason != "BONUS_END_UNSURE" {
		t.Fatalf("%+v", items)
	}
	path := "/api/operator/items/BONUS/" + items[0].ID + "/end"
	cashier.Call("POST", path, map[string]string{"note": "by their support"}).Want(http.StatusOK)
	cashier.Call("POST", path, map[string]string{"note": "again"}).WantCode(http.StatusNotFound, "NO_DATA")

	if p.readEndReason() != "PERSON" {
		t.Errorf("%q", p.readEndReason())
	}
	h.CheckInvariants()
}

// spec D5.15, D1.29, 8.15i, D8.7a
func TestTerms_Edited_NeedTwoOperatorsAndStayWithinTheirBounds(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	other := h.AddOperator("admin")
	_, by := h.AddOperatorWithIdentity("admin")
	var welcome bonus.Terms
	h.DocumentBody("bonus", "WELCOME", &welcome)
	propose := func(change func(*bonus.Terms)) (string, error) {
		terms := welcome
		change(&terms)
		return h.ProposeDocument(by, "bonus", "WELCOME", terms)
	}
	for name, change := range map[string]func(*bonus.Terms){
		"a fifth":       func(t *bonus.Terms) { t.PercentFail = 17 }, // of 1.2 deposits
		"both":          func(t *bonus.Terms) { t.Amount = 100 },
		"neither":       func(t *bonus.Terms) { t.Percent = 0 },
		"a code":        func(t *bonus.Terms) { t.Code = "a b" },
		"a script":      func(t *bonus.Terms) { t.Name.EN = "<b>" },
		"a picture":     func(t *bonus.Terms) { t.Banners = []bonus.Picture{{Image: "//evil.example/a.png"}} },
		"a currency":    func(t *bonus.Terms) { t.Currency = "LAK" },
		"a third place": func(t *bonus.Terms) { t.Turnover = 1.234 },
		"another code":  func(t *bonus.Terms) { t.Code = "WELCOME2" },
		"an end":        func(t *bonus.Terms) { t.Until = new(time.Time) },
	} {
		if _, err := propose(change); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if _, err := propose(func(t *bonus.Terms) { t.Percent, t.Most, t.PercentFail = 25, 0, 16 }); err != nil {
		t.Errorf("a fifth to the satang: %v", err)
	}

	id, err := propose(func(t *bonus.Terms) {
		t.PercentFail, t.Turnover = 16, 3
		t.Banners = []bonus.Picture{{Image: "/bonus/welcome.svg", HTML: welcome.Banners[0].HTML}}
		t.Banners[0].HTML.EN = `<p onclick="x()">Hi</p><script>y()</script>`
	})
	if err != nil {
		t.Fatal(err)
	}
	second, err := propose(func(t *bonus.Terms) { t.Turnover = 4 })
	if err != nil {
		t.Fatal(err)
	}
	other.Call("POST", "/api/operator/items/PROPOSAL/"+id+"/approve", nil).Want(http.StatusOK)
	other.Call("POST", "/api/operator/items/PROPOSAL/"+second+"/approve", nil).WantCode(http.StatusConflict, "NO_DATA") // the terms have changed

	p := &player{Client: h.AddMember(), t: t, h: h}
	if c := p.readCard("WELCOME"); c.Turnover != 3 || c.PercentFail != 16 || len(c.Banners) != 1 {
		t.Errorf("%+v", c)
	}
	var english []bonus.Card
	p.Call("GET", "/api/bonus?locale=en", nil).Want(http.StatusOK).Into(&english)
	if english[0].Banners[0].HTML != "<p>Hi</p>" || english[0].Name != "Welcome bonus 20%" {
		t.Errorf("%+v", english[0])
	}
}

// spec D5.15
func TestPromotion_EndsAtMoreThanAFifthOfItsAmount_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	_, by := h.AddOperatorWithIdentity("admin")
	var terms bonus.Terms
	h.DocumentBody("promotion", "KRAPAO50", &terms)

	for percent, isAccepted := range map[int32]bool{20: true, 21: false, -1: false} {
		terms.PercentFail = percent
		if _, err := h.ProposeDocument(by, "promotion", "KRAPAO50", terms); (err == nil) != isAccepted {
			t.Errorf("%d percent: %v", percent, err)
		}
	}
}

// spec D1.29, D8.7b
func TestPromotion_DescriptionWithHiddenCharacters_IsCleaned(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	other := h.AddOperator("admin")
	_, by := h.AddOperatorWithIdentity("admin")
	var terms bonus.Terms
	h.DocumentBody("promotion", "KRAPAO50", &terms)
	terms.Description.EN = `<p onclick="x()">Hi</p><script>y()</script>`

	id, err := h.ProposeDocument(by, "promotion", "KRAPAO50", terms)
	if err != nil {
		t.Fatal(err)
	}
	found := func() (out bonus.FoundPromotion) {
		h.AddMember().Call("GET", "/api/promotion/find/"+terms.Code+"?locale=en", nil).Want(http.StatusOK).Into(&out)
		return out
	}
	if early := found(); early.Description == "<p>Hi</p>" {
		t.Error("one person was enough")
	}
	other.Call("POST", "/api/operator/items/PROPOSAL/"+id+"/approve", nil).Want(http.StatusOK)

	if late := found(); late.Description != "<p>Hi</p>" {
		t.Errorf("%+v", late)
	}
}
