package person_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

const (
	slot      = "circus"
	promotion = "/api/promotion/activate/KRAPAO50"
)

// memberWithHolder returns a member whose account has the given holder's name.
func memberWithHolder(h *servertest.Environment, name string) *servertest.Client {
	return h.AddMemberWithAccount("", name)
}

// signInOnOneBrowser signs members in on one browser, one after the other.
func signInOnOneBrowser(h *servertest.Environment, members ...*servertest.Client) {
	b := h.Browser()
	for _, m := range members {
		b.Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password}).Want(http.StatusOK)
	}
}

// unlinkedMembers returns n members without any sign that they are one person.
func unlinkedMembers(h *servertest.Environment, n int) (out []*servertest.Client) {
	for i := range n {
		out = append(out, memberWithHolder(h, fmt.Sprintf("HOLDER %c%c", 'A'+i/26, 'A'+i%26)))
	}
	return out
}

func excludeMember(m *servertest.Client) {
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 6}).Want(http.StatusOK)
}

// transferIntoGame transfers some money into a game.
func transferIntoGame(m *servertest.Client) servertest.Response {
	return m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": slot, "amount": 10})
}

// fundAndEnterGame credits money to m, opens m's account in the game, and returns m.
func fundAndEnterGame(m *servertest.Client) *servertest.Client {
	m.CreditGift(money.Baht(1000))
	m.ActivateGame(slot)
	return m
}

func decideSamePerson(by *servertest.Client, action string) {
	for _, i := range by.Queue("SAME_PERSON") {
		by.Call("POST", "/api/operator/items/SAME_PERSON/"+i.ID+"/"+action, map[string]any{"why": "spoke to both"}).Want(http.StatusOK)
	}
}

func queueReasons(by *servertest.Client, kind string) (out []string) {
	for _, i := range by.Queue(kind) {
		out = append(out, i.Reason)
	}
	return out
}

// spec D5.48a, D5.48b
func TestPromotion_FiveAccountsInOneBrowser_IsReceivedOnce(t *testing.T) {
	h := servertest.New(t)
	five := unlinkedMembers(h, 5)
	signInOnOneBrowser(h, five...)

	five[0].Call("POST", promotion, nil).Want(http.StatusOK)

	for _, m := range five[1:] {
		m.Call("POST", promotion, nil).WantCode(http.StatusConflict, "PROMOTION_RECEIVED")
	}
	unlinkedMembers(h, 6)[5].Call("POST", promotion, nil).Want(http.StatusOK)
	h.CheckInvariants()
}

// spec D5.48b
func TestBonus_TwoAccountsOfOnePerson_LifetimeBonusOnceAndDailyBonusTwice(t *testing.T) {
	h := servertest.New(t)
	two := unlinkedMembers(h, 2)
	signInOnOneBrowser(h, two...)
	for _, m := range two {
		m.CreditGift(money.Baht(1000))
	}
	two[0].Call("POST", "/api/bonus/activate/WELCOME", nil).Want(http.StatusOK)

	two[1].Call("POST", "/api/bonus/activate/WELCOME", nil).WantCode(http.StatusConflict, "BONUS_MAX_CLAIMED")
	var cards []struct{ Code, State string }
	two[1].Call("GET", "/api/bonus", nil).Want(http.StatusOK).Into(&cards)
	if i := slices.IndexFunc(cards, func(card struct{ Code, State string }) bool { return card.Code == "WELCOME" }); i < 0 || cards[i].State != "received" {
		t.Errorf("the card does not show the bonus as received: %v", cards)
	}
	two[1].Call("POST", "/api/bonus/activate/DAILY", nil).Want(http.StatusOK)
	two[0].Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)
	two[0].CreditGift(money.Baht(1000))
	two[0].Call("POST", "/api/bonus/activate/DAILY", nil).Want(http.StatusOK)
	h.CheckInvariants()
}

// spec D5.48b
func TestPromotion_ConcurrentCallsOfOnePerson_IsReceivedOnce(t *testing.T) {
	h := servertest.New(t)
	for range 10 {
		two := []*servertest.Client{h.AddMember(), h.AddMember()}
		signInOnOneBrowser(h, two...)
		var all sync.WaitGroup
		got := make([]int, len(two))
		for i, m := range two {
			all.Go(func() { got[i] = m.Call("POST", promotion, nil).Status })
		}
		all.Wait()
		if slices.Sort(got); got[0] != http.StatusOK || got[1] != http.StatusConflict {
			t.Fatal(got)
		}
	}
	h.CheckInvariants()
}

// spec D5.48a, D5.48b
func TestPromotion_SharedBankAccount_IsReceivedOnce(t *testing.T) {
	h := servertest.New(t)
	first := memberWithHolder(h, "FIRST HOLDER")
	first.Deposit(100) // proves the account
	account := first.AccountNo
	h.ChangePayoutAccount(first, "9812345670")
	second := h.AddMemberWithAccount(account, "SECOND HOLDER")
	first.Call("POST", promotion, nil).Want(http.StatusOK)

	second.Call("POST", promotion, nil).WantCode(http.StatusConflict, "PROMOTION_RECEIVED")
	h.CheckInvariants()
}

// spec D5.49a
func TestPlay_SharedDeviceAndOneExcluded_WaitsForReview(t *testing.T) {
	h := servertest.New(t)
	two, cashier := unlinkedMembers(h, 2), h.AddOperator("cashier")
	signInOnOneBrowser(h, two...)
	one, spouse := two[0], fundAndEnterGame(two[1])
	transferIntoGame(spouse).Want(http.StatusOK)
	excludeMember(one)

	transferIntoGame(spouse).WantCode(http.StatusConflict, "PLAY_IN_REVIEW")
	spouse.Call("GET", "/api/wallet/account/"+slot, nil).WantCode(http.StatusConflict, "PLAY_IN_REVIEW")
	spouse.Call("POST", promotion, nil).WantCode(http.StatusConflict, "PLAY_IN_REVIEW")
	spouse.MakeGameTransfer(slot, "WALLET", 10)
	spouse.Withdraw("", 500).Want(http.StatusAccepted)
	spouse.CreditGift(money.Baht(100))
	transferIntoGame(one).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	waiting := cashier.Queue("SAME_PERSON")
	if len(waiting) != 1 || waiting[0].Reason != "STRONG" || waiting[0].Member.ID != spouse.PublicID() || waiting[0].Fact("closedFor") != one.PublicID() || waiting[0].Fact("closedUntil") == "" {
		t.Fatalf("%+v", waiting)
	}
	decideSamePerson(cashier, "different")

	transferIntoGame(spouse).Want(http.StatusOK)
	transferIntoGame(one).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	if left := cashier.Queue("SAME_PERSON"); len(left) != 0 {
		t.Errorf("%+v still wait", left)
	}
	cashier.Call("POST", "/api/operator/items/SAME_PERSON/"+waiting[0].ID+"/same", map[string]any{"why": "too late"}).WantCode(http.StatusNotFound, "NO_DATA")
	h.CheckInvariants()
}

// spec D5.49a
func TestReview_FoundSamePerson_ExcludesSecondAccount(t *testing.T) {
	h := servertest.New(t)
	two, cashier := unlinkedMembers(h, 2), h.AddOperator("cashier")
	second := fundAndEnterGame(two[1])
	excludeMember(two[0])
	signInOnOneBrowser(h, two...) // the second account is linked only after the exclusion
	transferIntoGame(second).WantCode(http.StatusConflict, "PLAY_IN_REVIEW")

	decideSamePerson(cashier, "same")

	transferIntoGame(second).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	if left := cashier.Queue("SAME_PERSON"); len(left) != 0 {
		t.Errorf("%+v still wait", left)
	}
	if n := h.Count(`select count(distinct ends_at) from exclusion where member_id = any($1)`, []int64{two[0].ID(), second.ID()}); n != 1 {
		t.Errorf("%d different end times", n)
	}
	second.Withdraw("", 500).Want(http.StatusAccepted)
	h.CheckInvariants()
}

// spec D5.49b
func TestPlay_DeviceSharedByFortyMembers_IsAllowed(t *testing.T) {
	h := servertest.New(t)
	members, cashier := unlinkedMembers(h, 40), h.AddOperator("cashier")
	signInOnOneBrowser(h, members...)
	excludeMember(members[0])

	transferIntoGame(fundAndEnterGame(members[39])).Want(http.StatusOK)

	waiting := cashier.Queue("SAME_PERSON")
	if len(waiting) != 39 || waiting[0].Reason != "CROWD" {
		t.Errorf("%d wait", len(waiting))
	}
	members[1].Call("POST", promotion, nil).Want(http.StatusOK)
	members[2].Call("POST", promotion, nil).WantCode(http.StatusConflict, "PROMOTION_RECEIVED")
	h.CheckInvariants()
}

// spec D5.50a, D5.50d
func TestPlay_NamesakeOfExcludedMember_IsAllowedAndListed(t *testing.T) {
	h := servertest.New(t)
	one, other, cashier := memberWithHolder(h, "นาย สมชาย ใจดี"), memberWithHolder(h, "สมชาย ใจดี"), h.AddOperator("cashier")
	excludeMember(one)
	before := queueReasons(cashier, "SAME_PERSON")
	signInOnOneBrowser(h, other)

	transferIntoGame(fundAndEnterGame(other)).Want(http.StatusOK)

	if after := queueReasons(cashier, "SAME_PERSON"); len(before) != 0 || !slices.Equal(after, []string{"NAME"}) {
		t.Errorf("%v, then %v", before, after)
	}
	other.Call("POST", promotion, nil).Want(http.StatusOK)
	h.CheckInvariants()
}

// spec D5.50a, D5.50c
func TestWithdraw_NamesakesWithSameReward_FirstPayoutWaitsForCashier(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	cashier := h.AddOperator("cashier")
	namesakes := make([]*servertest.Client, 5)
	for i := range namesakes {
		m := memberWithHolder(h, "MALEE SUKJAI")
		signInOnOneBrowser(h, m)
		m.Deposit(1000) // proves the account, so that only the shared holder name can hold the payout
		m.Call("POST", promotion, nil).Want(http.StatusOK)
		m.Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)
		namesakes[i] = m
	}
	alone := memberWithHolder(h, "SOMEBODY ELSE")
	alone.Deposit(1000)
	alone.Call("POST", promotion, nil).Want(http.StatusOK)
	alone.Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)

	for _, m := range append(namesakes, alone) {
		m.Withdraw("", 100).Want(http.StatusAccepted)
	}

	waiting := cashier.Queue("WITHDRAWAL")
	if len(waiting) != 5 {
		t.Fatalf("%d wait: %v", len(waiting), queueReasons(cashier, "WITHDRAWAL"))
	}
	for _, i := range waiting {
		if i.Reason != "SAME_HOLDER" || i.Fact("tiedName") == "" {
			t.Errorf("%+v", i)
		}
	}
	first := namesakes[0]
	for _, i := range waiting {
		if i.Member.ID == first.PublicID() {
			cashier.Call("POST", "/api/operator/items/WITHDRAWAL/"+i.ID+"/approve", nil).Want(http.StatusOK)
		}
	}
	if line := first.Withdraw("", 100).Want(http.StatusAccepted).Cash().Statement; first.WaitFinal(line.ID, 0).Status != "SUCCESS" {
		t.Error("the second payout after the reward waits, too")
	}
	h.CheckInvariants()
}

// spec D5.50c
func TestWithdraw_NamesakeReceivesTheRewardAfterAPayout_NextPayoutDoesNotWait(t *testing.T) {
	h := servertest.New(t)
	newMemberWithReward := func() *servertest.Client {
		m := memberWithHolder(h, "MALEE SUKJAI")
		m.Deposit(1000)
		m.Call("POST", promotion, nil).Want(http.StatusOK)
		m.Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)
		return m
	}
	withdraw := func(m *servertest.Client) statement.Status {
		return m.WaitFinal(m.Withdraw("", 100).Cash().Statement.ID, 0).Status
	}
	first := newMemberWithReward()
	before := withdraw(first)
	newMemberWithReward()

	after := withdraw(first)

	if before != statement.Success || after != statement.Success {
		t.Errorf("%s before the namesake's reward, %s after it", before, after)
	}
	h.CheckInvariants()
}

func TestWithdraw_ActiveBonusAndLinkedAccountExcluded_IsRefused(t *testing.T) {
	h := servertest.New(t)
	two := unlinkedMembers(h, 2)
	signInOnOneBrowser(h, two...)
	second := fundAndEnterGame(two[1])
	second.Call("POST", promotion, nil).Want(http.StatusOK)
	excludeMember(two[0])

	second.Withdraw("", 500).WantCode(http.StatusConflict, "BONUS_REMAINING")
	second.Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)
	second.Withdraw("", 500).Want(http.StatusAccepted)
	h.CheckInvariants()
}

func TestPromotion_LinkedAccountFoundDifferent_IsReceivedByBoth(t *testing.T) {
	h := servertest.New(t)
	two, cashier := unlinkedMembers(h, 2), h.AddOperator("cashier")
	signInOnOneBrowser(h, two...)
	two[0].Call("POST", promotion, nil).Want(http.StatusOK)
	two[1].Call("POST", promotion, nil).WantCode(http.StatusConflict, "PROMOTION_RECEIVED")
	markDifferent := func(m *servertest.Client) servertest.Response {
		return cashier.Call("POST", "/api/operator/items/MEMBER/"+m.PublicID()+"/different", map[string]any{"why": "husband and wife, both called back"})
	}

	markDifferent(two[1]).Want(http.StatusOK)

	two[1].Call("POST", promotion, nil).Want(http.StatusOK)
	markDifferent(two[1]).WantCode(http.StatusNotFound, "NO_DATA")
	h.CheckInvariants()
}

// The test simulates the address of a mobile carrier, which thousands of users share.
func TestPromotion_MembersBehindOneAddress_IsReceivedByEach(t *testing.T) {
	h := servertest.New(t)
	members, cashier := unlinkedMembers(h, 30), h.AddOperator("cashier")
	for _, m := range members {
		signInOnOneBrowser(h, m)
	}
	excludeMember(members[0])

	for _, m := range members[1:] {
		m.Call("POST", promotion, nil).Want(http.StatusOK)
	}

	if n := len(cashier.Queue("SAME_PERSON")); n != 0 {
		t.Errorf("%d wait", n)
	}
	transferIntoGame(fundAndEnterGame(members[29])).Want(http.StatusOK)
	h.CheckInvariants()
}

// spec D5.49c
func TestReview_FoundDifferent_IsNotListedAgain(t *testing.T) {
	h := servertest.New(t)
	two, cashier := unlinkedMembers(h, 2), h.AddOperator("cashier")
	signInOnOneBrowser(h, two...)
	excludeMember(two[0])
	decideSamePerson(cashier, "different")
	signInOnOneBrowser(h, two[1], two[0])

	two[1].Call("POST", promotion, nil).Want(http.StatusOK)

	if left := cashier.Queue("SAME_PERSON"); len(left) != 0 {
		t.Errorf("listed again: %+v", left)
	}
}

// spec D5.65
func TestOpenMember_WithLinkedAccounts_ShowsThem(t *testing.T) {
	h := servertest.New(t)
	one, other, namesake, cashier := memberWithHolder(h, "ONE NAME"), memberWithHolder(h, "OTHER NAME"), memberWithHolder(h, "MS. ONE NAME"), h.AddOperator("cashier")
	signInOnOneBrowser(h, one, other)
	var item servertest.QueueItem

	cashier.Call("POST", "/api/operator/members/"+one.PublicID()+"/open", nil).Want(http.StatusOK).Into(&item)

	if item.Fact("tiedStrong") != other.PublicID() || item.Fact("tiedName") != namesake.PublicID() {
		t.Errorf("%+v", item.Facts)
	}
}
