package bonus_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/rewards/bonus"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// spec 4.19, 7.44, 7.45, 7.46, 3.24, 3.26b, 3.26c, 3.26k, D5.2a, D5.2b, 1.10, 8.11b, 8.11d, D5.13
func TestBonus_TurnoverReached_EndsAutomatically(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.activate("WELCOME").WantCode(http.StatusConflict, "BONUS_CONDITION")
	var least struct{ Minimum float64 }
	p.Call("GET", "/api/bonus/check/minimum", nil).Want(http.StatusOK).Into(&least)
	p.deposit(1000)
	before := p.readCard("WELCOME")

	got := p.activateBonus("WELCOME")

	var check struct {
		Status bool
		Type   string
	}
	p.Call("GET", "/api/bonus/check/active", nil).Want(http.StatusOK).Into(&check)
	if before.State != "open" || before.Brings != money.Baht(200) || before.Needed != money.Baht(14_400) || got.Amount != money.Baht(200) || got.Needed != money.Baht(14_400) || !got.IsActive || least.Minimum != 500 {
		t.Errorf("%+v, then %+v, least %v", before, got, least)
	}
	if p.Balance() != "1200.00" || !check.Status || check.Type != "bonus" || p.readCard("WELCOME").State != "current" {
		t.Errorf("wallet %s, %+v", p.Balance(), check)
	}
	p.activate("DAILY").WantCode(http.StatusConflict, "BONUS_ALREADY_ACTIVE")

	p.MakeGameTransfer("WALLET", slot, 1200)
	p.play(1000, 990)
	p.applyPlays()
	if a := p.readActiveBonus(); a == nil || a.Played != money.Baht(1000) || a.Left != money.Baht(13_400) {
		t.Fatalf("%+v", a)
	}
	for range 13 {
		p.play(1000, 1000)
	}
	p.play(399, 399)
	p.applyPlays()
	if a := p.readActiveBonus(); a == nil || a.Left != money.Baht(1) {
		t.Fatalf("with one baht to play: %+v", a)
	}
	p.play(1, 1)
	p.applyPlays()

	if a := p.readActiveBonus(); a != nil || p.readEndReason() != "TURNOVER" {
		t.Errorf("%+v, %s", a, p.readEndReason())
	}
	lines := map[statement.Type]statement.Line{}
	for _, l := range p.Lines() {
		lines[l.Type] = l
	}
	b, end := lines[statement.Bonus], lines[statement.FinishBonus]
	if b.Bonus == nil || b.Bonus.Description != "โบนัสต้อนรับ 20%" || b.Amount != money.Baht(200) || b.From != "BONUS" {
		t.Errorf("%+v", b)
	}
	if end.Bonus == nil || end.Bonus.Description != "โบนัสต้อนรับ 20%" || end.Amount != 0 || end.Status != statement.Success {
		t.Errorf("%+v", end)
	}
	p.MakeGameTransfer(slot, "WALLET", 1190)
	p.Withdraw("", 1190).Want(http.StatusAccepted)
	h.CheckInvariants()
}

// spec D5.14
func TestBonus_LittleMoneyLeft_EndsAndTheRestStays(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")               // 5 % of 1,200 is 60
	p.MakeGameTransfer("WALLET", slot, 1180) // leaves 20 in the wallet

	p.play(1139, 0)
	p.applyPlays()
	if p.readActiveBonus() == nil {
		t.Fatal("61 baht are more than 60")
	}
	p.play(1, 0)
	p.applyPlays()

	if p.readActiveBonus() != nil || p.readEndReason() != "FAIL" {
		t.Errorf("with 60 baht left: %+v", p.readActiveBonus())
	}
	p.MakeGameTransfer(slot, "WALLET", 40)
	if p.Balance() != "60.00" {
		t.Errorf("wallet %s", p.Balance())
	}
	h.CheckInvariants()
}

// spec D3.40, 8.11a, 8.16f, D5.16, D1.38
func TestWithdraw_BonusActive_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")

	first := p.Withdraw("a", 100).WantCode(http.StatusConflict, "BONUS_REMAINING")
	again := p.Withdraw("a", 100)
	p.Call("POST", "/api/wallet/withdrawAll", map[string]any{"amount": 100}).WantCode(http.StatusConflict, "BONUS_REMAINING")

	var more struct {
		Left  float64
		Bonus bool
		Name  string
	}
	first.Into(&more)
	if more.Left != 14_400 || !more.Bonus || more.Name == "" || string(first.Body) != string(again.Body) {
		t.Errorf("%s, then %s", first.Body, again.Body)
	}
	h.CheckInvariants()
}

// spec 4.20, 7.47, D5.17, 8.11e, 8.15i
func TestClearBonus_BeforeAnyPlay_BonusIsReturned(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")
	p.deposit(300)

	var out bonus.ClearedBonus
	p.clear().Want(http.StatusOK).Into(&out)

	if out.Message != "BONUS_CLEAR" || out.Statement.Amount != money.Baht(200) || p.Balance() != "1300.00" {
		t.Errorf("%+v, wallet %s", out, p.Balance())
	}
	p.clear().WantCode(http.StatusNotFound, "NO_DATA")
	h.CheckInvariants()
}

// spec D5.18, D5.19
func TestClearBonus_AfterPlay_BonusAndWinningsAreReturnedAndLossesStay(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for name, tc := range map[string]struct {
		bet, payout float64
		deposit     int64
		want        string
	}{
		"won":                     {100, 600, 0, "1000.00"},
		"lost":                    {300, 0, 0, "700.00"},
		"lost nearly all":         {1100, 0, 0, "0.00"},
		"won, and deposited":      {100, 600, 250, "1250.00"},
		"lost, and deposited":     {300, 0, 250, "950.00"},
		"neither won nor lost":    {100, 100, 0, "1000.00"},
		"lost less than one baht": {0.5, 0, 0, "999.50"},
	} {
		p := newPlayer(t, h)
		p.deposit(1000)
		p.activateBonus("WELCOME")
		p.MakeGameTransfer("WALLET", slot, 1200)
		p.play(tc.bet, tc.payout)
		p.applyPlays()
		p.clear().WantCode(http.StatusConflict, "BONUS_CONDITION")
		if tc.deposit > 0 {
			p.deposit(tc.deposit)
		}
		p.MakeGameTransfer(slot, "WALLET", 1200-tc.bet+tc.payout)

		p.clear().Want(http.StatusOK)

		if p.Balance() != tc.want {
			t.Errorf("%s: %s left, want %s", name, p.Balance(), tc.want)
		}
	}
	h.CheckInvariants()
}

// spec D5.19, D5.21, 8.11d
func TestClearBonus_TransferOrBetOpen_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")
	p.MakeGameTransfer("WALLET", slot, 1200)
	p.h.Exec(`update game_account set units = 0 where member_id = $1`, p.id) // as if it was staked: the provider's balance is 0
	h.Fault("game:"+slot+":balance", "http500", "", 100, 0)

	p.clear().WantCode(http.StatusConflict, "BONUS_CONDITION")
	p.applyPlays()

	if p.readActiveBonus() == nil {
		t.Error("the bonus ended")
	}
	h.CheckInvariants()
}

// spec D5.12
func TestActivate_DepositAlreadyUsedForABonus_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")
	p.clear().Want(http.StatusOK)

	p.activate("DAILY").WantCode(http.StatusConflict, "BONUS_CONDITION")

	p.deposit(600)
	p.activateBonus("DAILY")
	p.clear().Want(http.StatusOK)
	p.deposit(700)
	p.activate("WELCOME").WantCode(http.StatusConflict, "BONUS_MAX_CLAIMED")
	h.CheckInvariants()
}

// spec D5.11a, D5.11b
func TestActivate_DepositNotWholeInTheWallet_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for name, after := range map[string]func(p *player){
		"withdrawn from":   func(p *player) { p.Withdraw("", 100).Want(http.StatusAccepted) },
		"moved to a game":  func(p *player) { p.MakeGameTransfer("WALLET", slot, 10) },
		"moved and back":   func(p *player) { p.MakeGameTransfer("WALLET", slot, 10); p.MakeGameTransfer(slot, "WALLET", 10) },
		"a day ago":        func(p *player) { p.h.PassTime(24*time.Hour + time.Minute) },
		"too little":       func(p *player) { p.clear() },
		"played elsewhere": func(p *player) { p.play(1, 0); p.h.Exec(`update game_account set asked_at = null`); p.applyPlays() },
	} {
		p := newPlayer(t, h)
		if name == "played elsewhere" { // with the money from before the deposit
			p.CreditWallet(money.Baht(50))
			p.MakeGameTransfer("WALLET", slot, 50)
		}
		baht := int64(1000)
		if name == "too little" {
			baht = 499
		}
		p.deposit(baht)
		after(p)

		if a := p.activate("DAILY"); a.Code() != "BONUS_CONDITION" {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
		if c := p.readCard("DAILY"); c.State != "unfit" || c.Brings != 0 || c.Needed != 0 {
			t.Errorf("%s: %+v", name, c)
		}
	}
	p := newPlayer(t, h)
	p.deposit(1000)
	p.h.PassTime(23*time.Hour + 50*time.Minute)
	p.activateBonus("DAILY")
	h.CheckInvariants()
}

// spec D5.2a
func TestActivate_TermsWithAFixedAmount_GivesThatAmount(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	setTerms(h, "DAILY", "percent = 0, most = 0, amount = 7700, times = 300, minimum = 50000")
	p := newPlayer(t, h)
	p.deposit(1000)
	card := p.readCard("DAILY")

	got := p.activateBonus("DAILY")

	if card.Brings != money.Baht(77) || got.Amount != money.Baht(77) || got.Needed != money.Baht(3*1077) || p.Balance() != "1077.00" {
		t.Errorf("%+v, then %+v, wallet %s", card, got, p.Balance())
	}
	h.CheckInvariants()
}

// spec D5.1
func TestBonus_TermsEditedAfterActivation_KeepsItsTerms(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.activateBonus("WELCOME")

	setTerms(h, "WELCOME", "times = 10, percent_fail = 90, listed = false")
	p.MakeGameTransfer("WALLET", slot, 1200)
	p.play(500, 0)
	p.applyPlays()

	if a := p.readActiveBonus(); a == nil || a.Needed != money.Baht(14_400) || a.FailAt != money.Baht(60) {
		t.Errorf("%+v", a)
	}
	h.CheckInvariants()
}

// spec D1.26
func TestActivate_RepeatWithSameKey_ReturnsTheSameAndGivesNothing(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	keyed := p.With("Idempotency-Key", "one")

	first := keyed.Call("POST", "/api/bonus/activate/WELCOME", nil).Want(http.StatusOK)
	again := keyed.Call("POST", "/api/bonus/activate/WELCOME", nil).Want(http.StatusOK)
	p.With("Idempotency-Key", "two").Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)
	cleared := p.With("Idempotency-Key", "two").Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)
	late := keyed.Call("POST", "/api/bonus/activate/WELCOME", nil).Want(http.StatusOK)

	if string(first.Body) != string(again.Body) || string(first.Body) != string(late.Body) || cleared.Code() != "BONUS_CLEAR" || p.Balance() != "1000.00" {
		t.Errorf("%s\n%s\n%s\n%s", first.Body, again.Body, late.Body, cleared.Body)
	}
	h.CheckInvariants()
}

func TestClearBonus_RepeatAfterTheStoredResponseExpired_ReturnsTheSameLine(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	p.deposit(1000)
	p.Call("POST", "/api/bonus/activate/WELCOME", nil).Want(http.StatusOK)
	clear := func() servertest.Response {
		return p.With("Idempotency-Key", "once").Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)
	}
	first := clear()
	h.Exec(`update idempotency set status = 202, body = lasting where lasting is not null`)

	late := clear()

	if late.Code() != "BONUS_CLEAR" || late.Cash().Statement.ID != first.Cash().Statement.ID || late.Cash().Statement.Amount != money.Baht(200) {
		t.Errorf("%s, then %s", first.Body, late.Body)
	}
	h.CheckInvariants()
}
