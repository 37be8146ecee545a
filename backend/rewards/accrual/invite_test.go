package accrual_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/signed"
	"krapao/backend/server/servertest"
)

// spec 1.11, 3.17a, 3.17b, 3.17c, 3.26m, 7.17d, 7.38, 7.39, 3.18, 8.12e, D1.14, D5.6
func TestInvite_FriendLosesOnAClosedDay_BonusIsClaimedIntoTheWallet(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	friend := addInvitedMember(h, m)
	h.Exec(`update member set name = 'สมหญิงใจดี' where phone = $1`, friend.Phone)
	storeResult(h, friend.ID(), -money.Baht(1000))

	before := inviteOf(m)
	dayEnds := h.Clock.Now().Add(24 * time.Hour)
	h.EndDay()
	due := inviteOf(m)
	list := fetchInvites(m, 1, 10)
	listed := h.Clock.Now()
	var bonus struct {
		Message   string
		Statement struct {
			Type, From, To string
			Invite         struct{ Description string }
			Amount         money.Satang
		}
		Wallet struct{ Amount money.Satang }
	}
	collectInviteBonus(m).Want(http.StatusOK).Into(&bonus)

	if before.Amount != 0 || before.SoFar != money.Baht(10) || before.Fail != 1 || before.Success != 0 {
		t.Errorf("before the day closed: %+v", before)
	}
	if due.Amount != money.Baht(10) || due.SoFar != 0 {
		t.Errorf("after it closed: %+v", due)
	}
	if list.Total != 1 || list.Invites[0].From.Name != "สมห•••" || list.Invites[0].Amount != 10 {
		t.Errorf("the list: %+v", list)
	} else if made := list.Invites[0].CreatedAt; made.Before(dayEnds) || made.After(listed) {
		t.Errorf("createdAt is %s, but the day was closed between %s and %s", made, dayEnds, listed)
	}
	if bonus.Message != "INVITE_BONUS_SUCCESS" || bonus.Wallet.Amount != money.Baht(10) || bonus.Statement.Invite.Description != "1" || bonus.Statement.From != "INVITE" {
		t.Errorf("collected: %+v", bonus)
	}
	if line := m.Lines()[0]; line.Type != "bonus" || line.Amount != money.Baht(10) || line.Invite == nil || inviteOf(m).Amount != 0 {
		t.Errorf("the statement line: %+v", line)
	}
	h.CheckInvariants()
}

// spec 8.12a, 8.12b, 8.12c, 8.12d, 8.12f
func TestInvite_ClaimNotPossible_ReturnsTheReason(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	collectInviteBonus(m).WantCode(http.StatusConflict, "NO_INVITEE_PLAY_INFO")
	friend := addInvitedMember(h, m)
	storeResult(h, friend.ID(), money.Baht(100))
	collectInviteBonus(m).WantCode(http.StatusConflict, "NO_INVITEE_PLAY_INFO")
	h.EndDay()
	collectInviteBonus(m).WantCode(http.StatusConflict, "NO_INVITE_BONUS")
	closeDayWithLosses(h, 500, friend)
	h.Exec(`update accrual_account set balance = balance + 1 where kind = 'INVITE'`)
	collectInviteBonus(m).WantCode(http.StatusConflict, "INVITE_BONUS_FAIL")
	h.Exec(`update accrual_account set balance = balance - 1 where kind = 'INVITE'`)
	h.SetSetting("paused", []string{"invite"})
	collectInviteBonus(m).WantCode(http.StatusConflict, "INVITE_INACTIVE")
	h.SetSetting("paused", []string{})

	collectInviteBonus(m).Want(http.StatusOK)
	collectInviteBonus(m).WantCode(http.StatusConflict, "INVITE_COLLECT")
	h.PassTime(24 * time.Hour)
	collectInviteBonus(m).WantCode(http.StatusConflict, "NO_INVITE_BONUS")

	if got := m.Balance(); got != "4.00" {
		t.Errorf("the wallet has %s", got)
	}
	h.CheckInvariants()
}

// spec 3.18, 7.38
func TestInvite_ListOfEarnings_HonoursPageAndLimit(t *testing.T) {
	h := servertest.New(t)
	m, other := h.AddUnrelatedMember(), h.AddUnrelatedMember()
	closeDayWithLosses(h, 100, addInvitedMember(h, m), addInvitedMember(h, m), addInvitedMember(h, other), addInvitedMember(h, m))
	all := fetchInvites(m, 1, 10)

	first, second := fetchInvites(m, 1, 2), fetchInvites(m, 2, 2)

	if len(all.Invites) != 3 || len(first.Invites) != 2 || len(second.Invites) != 1 || second.Total != 3 || first.Invites[0].ID != all.Invites[0].ID || second.Invites[0].ID != all.Invites[2].ID {
		t.Errorf("of %+v the pages are %+v and %+v", all, first, second)
	}
}

// spec D5.27, D5.29, 8.12b, D5.64
func TestInvite_FriendSharesTheInvitersDevice_EarnsNothing(t *testing.T) {
	h := servertest.New(t)
	shareDevice := func(m, friend *servertest.Client) {
		b := h.Browser()
		b.Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password}).Want(http.StatusOK)
		b.Call("POST", "/api/login", map[string]any{"username": friend.Phone, "password": friend.Password}).Want(http.StatusOK)
	}
	m := h.AddUnrelatedMember()
	friend, later := addInvitedMember(h, m), addInvitedMember(h, m)
	shareDevice(m, friend)
	closeDayWithLosses(h, 100, friend)
	collectInviteBonus(m).WantCode(http.StatusConflict, "INVITE_INACTIVE")
	if got := inviteOf(m).Amount; got != 0 {
		t.Errorf("%s is due", got)
	}

	// A second friend earned the caller something before the match was found. Taking it back leaves a debt.
	closeDayWithLosses(h, 500, later)
	collectInviteBonus(m).Want(http.StatusOK)
	closeDayWithLosses(h, 100, later)
	shareDevice(m, later)
	collectInviteBonus(m).WantCode(http.StatusConflict, "INVITE_INACTIVE")
	h.EndDay()
	other := addInvitedMember(h, m)
	closeDayWithLosses(h, 100, later, other)
	if got := fetchInvites(m, 1, 10).Invites; len(got) != 4 || got[1].Amount != 1 && got[0].Amount != 1 {
		t.Errorf("%+v", got)
	}
	collectInviteBonus(m).WantCode(http.StatusConflict, "NO_INVITE_BONUS")
	closeDayWithLosses(h, 1000, other)
	if got := inviteOf(m).Amount; got != money.Baht(6) {
		t.Errorf("%s is due after the debt", got)
	}
	collectInviteBonus(m).Want(http.StatusOK)
	if got := m.Balance(); got != "11.00" { // earned by the one friend who is another person
		t.Errorf("the wallet has %s", got)
	}
	h.CheckInvariants()
}

// The friend may be a namesake, so the first payout after the claim waits for a cashier.
//
// spec D5.50c
func TestInvite_FriendHasTheSameHolderName_EarnsAndThePayoutWaits(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	m := h.AddUnrelatedMember()
	friend := addInvitedMember(h, m)
	m.Deposit(1000) // proves the account, so this is no reason to wait
	h.Exec(`update member set bank_account_name = 'นาย ' || (select bank_account_name from member where phone = $1) || ' ' where phone = $2`, m.Phone, friend.Phone)
	closeDayWithLosses(h, 10_000, friend)

	collectInviteBonus(m).Want(http.StatusOK)
	m.Withdraw("", 500).Want(http.StatusAccepted)

	if waiting := h.AddOperator("cashier").Queue("WITHDRAWAL"); m.Balance() != "600.00" || len(waiting) != 1 || waiting[0].Reason != "SAME_HOLDER" {
		t.Errorf("%s in the wallet, %+v wait", m.Balance(), waiting)
	}
	h.CheckInvariants()
}

// spec D5.30
func TestInvite_FriendOfAFriendLoses_EarnsNothing(t *testing.T) {
	h := servertest.New(t)
	top := h.AddUnrelatedMember()
	middle := addInvitedMember(h, top)
	below := addInvitedMember(h, middle)

	closeDayWithLosses(h, 1000, below)

	if a, b := inviteOf(top).Amount, inviteOf(middle).Amount; a != 0 || b != money.Baht(10) {
		t.Errorf("%s and %s", a, b)
	}
}

// spec D5.27, D4.20
func TestInvite_PlaysReportedByProviders_DecideTheDaysEarnings(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	friend := addInvitedMember(h, m)
	friend.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
	var account struct{ Username string }
	friend.Call("GET", "/api/wallet/account/"+slot, nil).Want(http.StatusOK).Into(&account)
	h.SetStartAmount(slot, account.Username, 2000)
	reportPlay := func(revision int, payout float64) {
		body, _ := json.Marshal(map[string]any{"plays": []any{map[string]any{
			"id": "A", "revision": revision, "username": account.Username, "at": time.Now().UTC().Format(time.RFC3339), "bet": 2000, "payout": payout, "valid": 2000,
		}}})
		c := h.Guest()
		for name, values := range signed.Header("sandbox-key", time.Now(), body) {
			c = c.With(name, values[0])
		}
		c.Call("POST", "/webhook/games/"+slot, string(body)).Want(http.StatusOK)
	}
	reportPlay(1, 500)
	day := clock.DayOf(h.Clock.Now())
	end := time.Date(day.Year(), day.Month(), day.Day()+1, 0, 20, 0, 0, clock.Bangkok)
	h.PassTime(end.Sub(h.Clock.Now()))
	h.WaitUntil("the feed read past midnight", func() bool {
		h.RunJobs("game.plays", "game.days")
		return h.Count(`select count(*) from game_book where closed = $1`, day) == 1
	})
	h.CloseDays()

	if got := inviteOf(m).Amount; got != money.Baht(15) {
		t.Errorf("%s is due", got)
	}
	reportPlay(2, 2000) // settled again: the play is not a loss any more
	h.EndDay()
	closeDayWithLosses(h, 1000, friend)
	if got := inviteOf(m).Amount; got != money.Baht(15) {
		t.Errorf("%s is due although the loss was paid before", got)
	}
	closeDayWithLosses(h, 600, friend)
	if got := inviteOf(m).Amount; got != money.Baht(16) {
		t.Errorf("%s is due", got)
	}
	h.CheckInvariants()
}

// spec D5.55
func TestInvite_FriendsWhoLoseAndWin_EarnTheirPercentOfEach(t *testing.T) {
	h := servertest.New(t)
	h.SetSetting("inviteFail", 3)
	h.SetSetting("inviteSuccess", 2)
	h.EndDay() // settings take effect the next day
	m := h.AddUnrelatedMember()
	loser, winner := addInvitedMember(h, m), addInvitedMember(h, m)

	storeResult(h, loser.ID(), -money.Baht(1000))
	storeResult(h, winner.ID(), money.Baht(500))
	h.EndDay()

	if got := inviteOf(m).Amount; got != money.Baht(30)+money.Baht(10) {
		t.Errorf("%s is due", got)
	}
	h.CheckInvariants()
}

// Otherwise the provider of a game could let players lose money that they never had, to earn a bonus for
// their inviter.
func TestInvite_LossOfAFriendWithAnUnexplainedSum_EarnsOnlyOnceItIsExplained(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	friend := addInvitedMember(h, m)
	friend.ActivateGame(slot)
	h.Exec(`select reckon($1, $2, 0, 500000, 0, 0, 0, now())`, friend.ID(), slot)

	closeDayWithLosses(h, 1000, friend)
	during := inviteOf(m).Amount
	h.Exec(`select reckon($1, $2, 0, 0, 0, 0, 600000, now())`, friend.ID(), slot)
	closeDayWithLosses(h, 100, friend)

	if got := inviteOf(m).Amount; during != 0 || got != money.Baht(11) {
		t.Errorf("%s is due before the sum is explained, then %s", during, got)
	}
}
