package spin_test

import (
	"net/http"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec 3.2e, 3.29, D5.7a
func TestCoins_EachHundredDepositedAndPlayed_EarnsOne(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditGift(money.Baht(1000))
	for i, step := range []struct{ stake, coins int64 }{{99, 0}, {1, 1}, {250, 3}, {49, 3}, {1, 4}, {600, 10}, {500, 10}} {
		stakeMoney(t, h, m, step.stake)
		h.RunJobs("spin.coins")
		if got := fetchSetup(m).UserCoin.Coin; got != step.coins {
			t.Errorf("stake %d: %d coins, want %d", i, got, step.coins)
		}
	}
	h.CheckInvariants()
}

// spec D5.7a, D5.33
func TestCoins_TurnoverAboveDeposits_EarnsUpToTheDeposits(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditGift(100)
	stakeMoney(t, h, m, 1)
	m.CreditGift(money.Baht(600) - 100)
	stakeMoney(t, h, m, 600, 600)
	for i, step := range []struct {
		amount money.Satang
		coins  int64
	}{{0, 6}, {money.Baht(99), 6}, {money.Baht(1), 7}, {money.Baht(250), 9}, {money.Baht(49), 9}, {money.Baht(1), 10}, {money.Baht(900), 12}} {
		if step.amount > 0 {
			m.CreditGift(step.amount)
		}
		h.RunJobs("spin.coins")
		if got := fetchSetup(m).UserCoin.Coin; got != step.coins {
			t.Errorf("deposit %d: %d coins, want %d", i, got, step.coins)
		}
	}
	var home struct{ Profile struct{ Coin int64 } }
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	if home.Profile.Coin != 12 {
		t.Errorf("the profile shows %d", home.Profile.Coin)
	}
	h.CheckInvariants()
}

// spec D5.7b
func TestCoins_MoneyWithdrawnWithoutPlay_EarnsNone(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Deposit(40_000)
	m.ActivateGame(game)
	m.MakeGameTransfer("WALLET", game, 40_000)
	m.MakeGameTransfer(game, "WALLET", 40_000)
	h.RunJobs("spin.coins")
	before := fetchSetup(m).UserCoin.Coin

	line := m.WaitFinal(m.Withdraw("", 40_000).Cash().Statement.ID, 0)
	h.RunJobs("spin.coins")

	if after := fetchSetup(m).UserCoin.Coin; before != 0 || after != 0 || line.Status != "SUCCESS" {
		t.Errorf("%d coins, %d after the withdrawal (%s)", before, after, line.Status)
	}
	h.CheckInvariants()
}

// spec D5.7a
func TestCoins_StakesThatAreNoTurnover_EarnNone(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditGift(money.Baht(1000))

	playIn(t, h, m, "huayhd", 1000)
	h.RunJobs("spin.coins")
	none := fetchSetup(m).UserCoin.Coin
	playIn(t, h, m, "ufabet", 1000)
	h.RunJobs("spin.coins")

	if half := fetchSetup(m).UserCoin.Coin; none != 0 || half != 5 {
		t.Errorf("%d coins where the share is 0, %d where it is half", none, half)
	}
	h.CheckInvariants()
}

func TestCoins_PlayVoided_StayAndTheNextNeedsItsTurnover(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditGift(money.Baht(1000))
	stakeMoney(t, h, m, 500)
	h.RunJobs("spin.coins")
	before := fetchSetup(m).UserCoin.Coin
	// A later revision of the play would lower game_day like this.
	h.Exec(`with b as (update game_book set version = version + 1 returning version)
		update game_day set valid = 0, version = b.version from b where member_id = $1`, m.ID())
	h.Exec(`update game_play_key set valid = 0 where member_id = $1`, m.ID())
	h.RunJobs("spin.coins")
	voided := fetchSetup(m).UserCoin.Coin
	stakeMoney(t, h, m, 500)
	h.RunJobs("spin.coins")
	again := fetchSetup(m).UserCoin.Coin
	stakeMoney(t, h, m, 100)
	h.RunJobs("spin.coins")

	if next := fetchSetup(m).UserCoin.Coin; before != 5 || voided != 5 || again != 5 || next != 6 {
		t.Errorf("%d coins, %d, %d, %d", before, voided, again, next)
	}
	h.CheckInvariants()
}

// A provider that reports absurdly high stakes of one member must not stop the coins of all others.
func TestCoins_AbsurdTurnoverOfOneMember_OthersStillEarn(t *testing.T) {
	h := servertest.New(t)
	absurd, m := h.AddMember(), h.AddMember()
	for _, one := range []*servertest.Client{absurd, m} {
		one.CreditGift(money.Baht(1000))
	}
	stakeMoney(t, h, m, 200)
	h.Exec(`with b as (update game_book set version = version + 1 returning version)
		insert into game_day (member_id, slot_code, day, plays, bet, payout, valid, version)
		select $1, 'circus', current_date, 11, 990000000000000000, 0, 990000000000000000, b.version from b`, absurd.ID())

	h.RunJobs("spin.coins")

	if got, absurdCoins := fetchSetup(m).UserCoin.Coin, fetchSetup(absurd).UserCoin.Coin; got != 2 || absurdCoins != 10 {
		t.Errorf("%d coins, and %d for the absurd turnover", got, absurdCoins)
	}
}

// In earlier versions deposits alone earned coins.
//
// spec D5.47
func TestCoins_OfEarlierDeposits_StayAndCountTowardsTheNext(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditGift(money.Baht(1000))
	m.GiveCoins(10)
	h.Exec(`update coin_flow set counted = mark where member_id = $1`, m.ID())

	stakeMoney(t, h, m, 1000)
	m.CreditGift(money.Baht(500))
	h.RunJobs("spin.coins")
	before := fetchSetup(m).UserCoin.Coin
	stakeMoney(t, h, m, 300)
	h.RunJobs("spin.coins")

	if after := fetchSetup(m).UserCoin.Coin; before != 10 || after != 13 {
		t.Errorf("%d coins, then %d", before, after)
	}
	h.CheckInvariants()
}

// spec D5.7b, D5.33
func TestCoins_MoneyWithdrawnAndDepositedAgain_EarnsNone(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Deposit(1000)
	stakeMoney(t, h, m, 1000, 1000)
	h.RunJobs("spin.coins")

	for range 3 {
		line := m.WaitFinal(m.Withdraw("", 1000).Cash().Statement.ID, 0)
		if line.Status != "SUCCESS" {
			t.Fatalf("%+v", line)
		}
		m.Deposit(1000)
		h.RunJobs("spin.coins")
	}
	unchanged := fetchSetup(m).UserCoin.Coin
	m.CreditGift(money.Baht(100))
	h.RunJobs("spin.coins")

	if more := fetchSetup(m).UserCoin.Coin; unchanged != 10 || more != 11 {
		t.Errorf("%d coins, then %d", unchanged, more)
	}
	h.CheckInvariants()
}

func TestCoins_DepositDuringAWithdrawal_EarnsNone(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditGift(money.Baht(1000)) // does not prove the account, so a cashier has to approve the withdrawal
	stakeMoney(t, h, m, 1000, 1000)
	line := m.Withdraw("", 1000).Want(http.StatusAccepted).Cash().Statement
	m.CreditGift(money.Baht(1000))
	h.RunJobs("spin.coins")
	during := fetchSetup(m).UserCoin.Coin

	m.Call("POST", "/api/wallet/withdraw/"+line.ID.String()+"/cancel", nil).Want(http.StatusOK)
	h.RunJobs("spin.coins")

	if after := fetchSetup(m).UserCoin.Coin; during != 10 || after != 20 {
		t.Errorf("%d coins, and %d with both deposits in the wallet", during, after)
	}
	h.CheckInvariants()
}

func TestCoins_DepositReversed_MustBeReplacedBeforeOthersCount(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditGift(money.Baht(500))
	stakeMoney(t, h, m, 500, 500)
	first, second := h.AddOperator("cashier"), h.AddOperator("cashier")
	adjust := func(body map[string]any) {
		var made struct{ Proposal string }
		first.Call("POST", "/api/operator/items/MEMBER/"+m.PublicID()+"/adjust", body).Want(http.StatusCreated).Into(&made)
		second.Call("POST", "/api/operator/items/PROPOSAL/"+made.Proposal+"/approve", nil).Want(http.StatusOK)
	}
	adjust(map[string]any{"amount": 500, "take": true, "why": "it was another's"})
	m.CreditGift(money.Baht(500))
	h.RunJobs("spin.coins")

	if got := fetchSetup(m).UserCoin.Coin; got != 5 {
		t.Errorf("%d coins", got)
	}
	h.CheckInvariants()
}

func TestCoins_DepositsInKip_UseTheMeasureOfKip(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	m := h.AddKipMember()
	h.Exec(`update wheel set ended_at = now() where currency = 'LAK'`)
	m.CreditGift(money.Baht(120_000))
	playIn(t, h, m, "circuslao", 120_000)
	h.RunJobs("spin.coins")

	var home struct{ Profile struct{ Coin int64 } }
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	if home.Profile.Coin != 2 {
		t.Errorf("%d coins", home.Profile.Coin)
	}
	if s := fetchSetup(m); s.Active != nil || s.Fairness != nil {
		t.Error("a wheel in baht is shown to a member with kip")
	}
	m.Call("POST", "/api/spinwheel/spin", nil).WantCode(http.StatusConflict, "NO_DATA")
	h.CheckInvariants()
}

func TestSync_Coins_AreIncluded(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	type changes struct {
		Cursor  string
		Profile *struct{ Coin int64 }
	}
	var before, after changes
	m.Call("GET", "/api/sync", nil).Want(http.StatusOK).Into(&before)
	m.CreditGift(money.Baht(300))
	stakeMoney(t, h, m, 300)
	h.RunJobs("spin.coins")

	m.Call("GET", "/api/sync?cursor="+before.Cursor, nil).Want(http.StatusOK).Into(&after)

	if after.Profile == nil || after.Profile.Coin != 3 {
		t.Errorf("%+v", after.Profile)
	}
}
