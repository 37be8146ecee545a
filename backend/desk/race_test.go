package desk_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// A withdrawal, a freeze and a change of the payout account run concurrently, in any order. In every
// order a payout is sent to one of the member's two accounts, with no mixture of their fields. After
// the response to the freeze no new payout is sent.
func TestWithdraw_FrozenAndAccountChangedConcurrently_IsPaidToOneAccountBeforeFreeze(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	first, second := h.AddOperator("cashier"), h.AddOperator("cashier")
	outcomes := map[bool]int{}
	for i := range 12 {
		m := h.AddMember()
		m.CreditGift(money.Baht(1000))
		no := "98000000" + string(rune('0'+i/10)) + string(rune('0'+i%10))
		p := propose(first, actionPath(m, "payoutAccount"), map[string]any{"bankCode": "SCB", "bankAccountNo": no, "bankAccountName": "SOMCHAI JAIDEE", "why": "asked in person"})
		var all sync.WaitGroup
		var accepted [3]bool
		for n := range accepted {
			all.Go(func() {
				got := m.Withdraw("", 100)
				accepted[n] = got.Status == http.StatusAccepted
				if !accepted[n] {
					got.WantCode(http.StatusForbidden, "INACTIVE_USER")
				}
			})
		}
		all.Go(func() { second.Call("POST", p.itemPath()+"/approve", nil).Want(http.StatusOK) })
		all.Go(func() {
			first.Call("POST", actionPath(m, "freeze"), map[string]any{"why": "the phone was stolen"}).Want(http.StatusOK)
		})
		all.Wait()

		m.Withdraw("", 100).WantCode(http.StatusForbidden, "INACTIVE_USER")
		for _, yes := range accepted {
			outcomes[yes]++
		}
		whole := h.Count(`select count(*) from withdrawal where member_id = $1 and (bank_code, account_no) in (('KTB', $2), ('SCB', $3))`, m.ID(), m.AccountNo, no)
		if all := h.Count(`select count(*) from withdrawal where member_id = $1`, m.ID()); whole != all {
			t.Errorf("%d of %d withdrawals are sent to an account that the member never had", all-whole, all)
		}
	}
	t.Logf("%d withdrawals came before the freeze, %d after it", outcomes[true], outcomes[false])
	h.CheckInvariants()
}

// countResponses counts the responses of concurrent calls, by status and code.
func countResponses(calls ...func() servertest.Response) map[string]int {
	var all sync.WaitGroup
	var mu sync.Mutex
	out := map[string]int{}
	for _, call := range calls {
		all.Go(func() {
			got := call()
			mu.Lock()
			defer mu.Unlock()
			out[fmt.Sprint(got.Status, " ", got.Code())]++
		})
	}
	all.Wait()
	return out
}

func TestPayoutProposal_ApprovedRejectedAndWithdrawnConcurrently_IsDecidedOnce(t *testing.T) {
	h := servertest.New(t)
	first, second, third := h.AddOperator("cashier"), h.AddOperator("cashier"), h.AddOperator("admin")
	for i := range 6 {
		m := h.AddMember()
		no := fmt.Sprint("970000000", i)
		p := propose(first, actionPath(m, "payoutAccount"), map[string]any{"bankCode": "SCB", "bankAccountNo": no, "bankAccountName": "SOMCHAI JAIDEE", "why": "asked in person"})
		var calls []func() servertest.Response
		for _, by := range []*servertest.Client{second, third, second} {
			calls = append(calls, func() servertest.Response { return by.Call("POST", p.itemPath()+"/approve", nil) })
		}
		calls = append(calls, func() servertest.Response { return third.Call("POST", p.itemPath()+"/reject", nil) },
			func() servertest.Response { return first.Call("POST", p.itemPath()+"/takeBack", nil) })

		got := countResponses(calls...)

		if got["200 "] != 1 || got["404 NO_DATA"] != len(calls)-1 {
			t.Errorf("the calls returned %v", got)
		}
		approved := h.Count(`select count(*) from proposal where id = $1 and state = 'APPROVED'`, p.Proposal)
		if moved := h.Count(`select count(*) from member where id = $1 and bank_account_no = $2`, m.ID(), no); moved != approved {
			t.Errorf("approved %d times, the account changed %d times", approved, moved)
		}
		if entries := h.Count(`select count(*) from audit_log where subject = $1 and action like 'proposal.%'`, p.Proposal); entries != 1 {
			t.Errorf("%d entries of one decision", entries)
		}
	}
}

func TestPayoutProposals_TwoOfOneMemberApprovedAtOnce_OneIsCarriedOut(t *testing.T) {
	h := servertest.New(t)
	first, second := h.AddOperator("cashier"), h.AddOperator("cashier")
	for i := range 6 {
		m := h.AddMember()
		var calls []func() servertest.Response
		for n := range 2 {
			p := propose(first, actionPath(m, "payoutAccount"), map[string]any{"bankCode": "SCB", "bankAccountNo": fmt.Sprintf("96000000%d%d", n, i), "bankAccountName": "SOMCHAI JAIDEE", "why": "x"})
			calls = append(calls, func() servertest.Response { return second.Call("POST", p.itemPath()+"/approve", nil) })
		}

		got := countResponses(calls...)

		if got["200 "] != 1 || got["409 NO_DATA"] != 1 {
			t.Errorf("the approvals returned %v", got)
		}
	}
}

func TestPayoutProposal_AccountChangedSince_HasToBeProposedAgain(t *testing.T) {
	h := servertest.New(t)
	first, second := h.AddOperator("cashier"), h.AddOperator("cashier")
	m := h.AddMember()
	change := func(no string) map[string]any {
		return map[string]any{"bankCode": "SCB", "bankAccountNo": no, "bankAccountName": "SOMCHAI JAIDEE", "why": "x"}
	}
	old := propose(first, actionPath(m, "payoutAccount"), change("9500000001"))
	h.ChangePayoutAccount(m, "9500000002")

	second.Call("POST", old.itemPath()+"/approve", nil).WantCode(http.StatusConflict, "NO_DATA")

	again := propose(first, actionPath(m, "payoutAccount"), change("9500000001"))
	second.Call("POST", again.itemPath()+"/approve", nil).Want(http.StatusOK)
	second.Call("POST", old.itemPath()+"/reject", nil).Want(http.StatusOK)
	// A proposal of an earlier version has no old account.
	earlier := propose(first, actionPath(m, "payoutAccount"), change("9500000003"))
	h.Exec(`update proposal set what = what - 'old' where id = $1`, earlier.Proposal)
	second.Call("POST", earlier.itemPath()+"/approve", nil).Want(http.StatusOK)
}

func TestPayoutProposals_OfTwoMembersToOneAccountAtOnce_OneIsCarriedOut(t *testing.T) {
	h := servertest.New(t)
	first, second := h.AddOperator("cashier"), h.AddOperator("cashier")
	for i := range 4 {
		body := map[string]any{"bankCode": "SCB", "bankAccountNo": fmt.Sprint("940000000", i), "bankAccountName": "SOMCHAI JAIDEE", "why": "x"}
		var calls []func() servertest.Response
		for range 2 {
			p := propose(first, actionPath(h.AddMember(), "payoutAccount"), body)
			calls = append(calls, func() servertest.Response { return second.Call("POST", p.itemPath()+"/approve", nil) })
		}

		if got := countResponses(calls...); got["200 "] != 1 || got["409 EXISTING_BANK"] != 1 {
			t.Errorf("the approvals returned %v", got)
		}
	}
}
