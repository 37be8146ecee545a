package desk_test

import (
	"net/http"
	"sync"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// A withdrawal, a freeze and another payout account meet at the same moment, in any order.
// Whatever wins, a payout goes to one whole account of the member's, and once the freeze was
// answered nothing new goes out.
func TestAFreezeAndAnotherPayoutAccountMeetWithdrawalsAtTheSameMoment(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	first, second := h.Staff("cashier"), h.Staff("cashier")
	outcomes := map[bool]int{}
	for i := range 12 {
		m := h.Member()
		m.Credit(money.Baht(1000))
		no := "98000000" + string(rune('0'+i/10)) + string(rune('0'+i%10))
		p := propose(first, about(m, "payoutAccount"), map[string]any{"bankCode": "SCB", "bankAccountNo": no, "bankAccountName": "SOMCHAI JAIDEE", "why": "asked in person"})
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
		all.Go(func() { second.Call("POST", p.path()+"/approve", nil).Want(http.StatusOK) })
		all.Go(func() {
			first.Call("POST", about(m, "freeze"), map[string]any{"why": "the phone was stolen"}).Want(http.StatusOK)
		})
		all.Wait()

		m.Withdraw("", 100).WantCode(http.StatusForbidden, "INACTIVE_USER")
		for _, yes := range accepted {
			outcomes[yes]++
		}
		whole := h.Count(`select count(*) from withdrawal where member_id = $1 and (bank_code, account_no) in (('KTB', $2), ('SCB', $3))`, m.ID(), m.AccountNo, no)
		if all := h.Count(`select count(*) from withdrawal where member_id = $1`, m.ID()); whole != all {
			t.Errorf("%d of %d withdrawals go to an account that the member never had", all-whole, all)
		}
	}
	t.Logf("%d withdrawals came before the freeze, %d after it", outcomes[true], outcomes[false])
	h.Sound()
}
