package withdrawal_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/provider/payout"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// spec D3.94
func TestRestored_TwoOperatorsDenyOwner_IsVoidedAndAdvanceWrittenOff(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	one, two := h.AddOperator("cashier"), h.AddOperator("cashier")
	after := restoreFromBefore(t, h, func() {
		m.Withdraw("", 400).Want(http.StatusOK)
		m.Withdraw("", 500).Want(http.StatusOK)
	})
	m, one, two = m.At(after), one.At(after), two.At(after)
	m.DebitWallet(800)
	compareAndExpectPayouts(t, after)
	proposeAndApprove := func(path string) {
		t.Helper()
		var p struct{ Proposal string }
		one.Call("POST", path, map[string]any{"why": "the provider has told us"}).Want(http.StatusCreated).Into(&p)
		one.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
		two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)
	}
	var mine, other string
	for _, i := range one.Queue("RESTORED") {
		if *i.Amount == 400 {
			other = i.ID
		} else {
			mine = i.ID
		}
	}

	proposeAndApprove("/api/operator/items/RESTORED/" + other + "/notTheirs")
	proposeAndApprove("/api/operator/items/RESTORED/" + mine + "/theirs")
	awaitAllDone(after)
	left := one.Queue("ADVANCE")
	if len(left) != 1 || *left[0].Amount != 300 { // 500 were paid; the wallet had only 200
		t.Fatalf("lent %+v", left)
	}
	proposeAndApprove("/api/operator/items/ADVANCE/" + left[0].ID + "/writeOff")

	if one.Call("POST", "/api/operator/items/ADVANCE/"+left[0].ID+"/writeOff", map[string]any{"why": "again"}).Status != http.StatusNotFound {
		t.Error("written off twice")
	}
	m.Deposit(50)
	after.RunJobs("wallet.repay")
	if m.Balance() != "50.00" {
		t.Errorf("%s in the wallet", m.Balance())
	}
	after.CheckInvariants()
}

// TestLost_PayoutWithoutLoss_HoldsNothing makes a payout by hand, under a name that has our form.
// spec D3.94
func TestLost_PayoutWithoutLoss_HoldsNothing(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	payByHand(t, h, m, uuid.NewSHA1(uuid.New(), nil).String())

	h.RunComparison()

	if m.Balance() != "1000.00" || len(h.AddOperator("cashier").Queue("DIFFERENCE")) != 1 {
		t.Errorf("%s in the wallet", m.Balance())
	}
	h.CheckInvariants()
}

// A payout is made by hand at the provider's website while payouts are paused. Its name does not have our
// form, so our ledger cannot have lost it.
// spec D3.94
func TestPause_PayoutMadeByHand_IsNotProlonged(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	after := restoreFromBefore(t, h, func() {})
	m = m.At(after)
	payByHand(t, after, m, "PORTAL-17")

	compareAndExpectPayouts(t, after)

	if m.Balance() != "1000.00" || len(after.AddOperator("cashier").Queue("DIFFERENCE")) != 1 {
		t.Errorf("%s in the wallet", m.Balance())
	}
	after.CheckInvariants()
}

// A payout whose name has our form went to an account that no member of the restored database has.
// spec D3.94
func TestLost_PayoutOfNoMember_PausesPayoutsUntilTwoOperatorsCloseIt(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	account := m.AccountNo
	h.Exec("update member set bank_account_no = '9000000017' where public_id = $1", m.PublicID())
	after := restoreFromBefore(t, h, func() {
		h.Exec("update member set bank_account_no = $2 where public_id = $1", m.PublicID(), account)
		m.Withdraw("", 400).Want(http.StatusOK)
	})
	m = m.At(after)
	after.Clock.Advance(2 * time.Minute)
	if found := after.RunComparison(); found.Resumed {
		t.Fatal("payouts resumed although a lost payout fits no member")
	}
	one, two := after.AddOperator("cashier"), after.AddOperator("cashier")
	path := "/api/operator/items/DIFFERENCE/" + one.Queue("DIFFERENCE")[0].ID

	one.Call("POST", path+"/close", map[string]any{"note": "made by hand"}).WantCode(http.StatusConflict, "NO_DATA")
	var p struct{ Proposal string }
	one.Call("POST", path+"/nobodys", map[string]any{"why": "nobody has this account"}).Want(http.StatusCreated).Into(&p)
	if found := after.RunComparison(); found.Resumed {
		t.Error("payouts resumed after one operator's proposal")
	}
	one.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)

	if found := after.RunComparison(); !found.Resumed || len(one.Queue("DIFFERENCE")) != 0 || m.Balance() != "1000.00" {
		t.Errorf("%+v, %s in the wallet", found, m.Balance())
	}
	// Later a member registers the account.
	after.Exec("update member set bank_account_no = $2 where public_id = $1", m.PublicID(), account)
	after.RunComparison()
	if m.Balance() != "600.00" || len(one.Queue("RESTORED")) != 1 {
		t.Errorf("%s in the wallet of the account's later owner", m.Balance())
	}
	after.CheckInvariants()
}

// payByHand makes a payout of 400 to a member's account that our ledger does not know.
func payByHand(t *testing.T, h *servertest.Environment, m *servertest.Client, reference string) {
	t.Helper()
	made, err := payout.New(payout.Config{BaseURL: h.SandboxURL + "/payout", Key: "sandbox-key"}).Create(t.Context(), payout.Order{
		Reference: reference, Bank: "006", AccountNo: m.AccountNo, Name: m.AccountName, Amount: money.Baht(400), Currency: "THB",
	})
	if err != nil || made.Outcome != payout.Paid {
		t.Fatalf("%+v, %v", made, err)
	}
}

// The member repeats a paid withdrawal of all money while payouts are paused, and cancels the repeat: it only
// gathers, and holds nothing. Its line must not end, since an ended line cannot change.
// spec D3.94
func TestLost_GatheringRepeatCancelled_IsRefusedAndPaidWithdrawalRestored(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	m.Call("POST", "/api/wallet/activate/joker2", nil).Want(http.StatusOK)
	after := restoreFromBefore(t, h, func() { withdrawAll(m, "all", 400).Want(http.StatusOK) })
	m = m.At(after)
	line := withdrawAll(m, "all", 400).Want(http.StatusAccepted).Cash().Statement
	m.Call("POST", "/api/wallet/withdraw/"+line.ID.String()+"/cancel", nil).WantCode(http.StatusConflict, "NO_DATA")
	unpaid := withdrawAll(m, "new", 100).Want(http.StatusAccepted).Cash().Statement
	m.Call("POST", "/api/wallet/withdraw/"+unpaid.ID.String()+"/cancel", nil).WantCode(http.StatusConflict, "NO_DATA")
	after.AddMember().Call("POST", "/api/wallet/withdraw/"+unpaid.ID.String()+"/cancel", nil).WantCode(http.StatusNotFound, "NO_DATA")
	after.Clock.Advance(2 * time.Minute)
	m.Call("POST", "/api/wallet/withdraw/"+unpaid.ID.String()+"/cancel", nil).Want(http.StatusOK)

	compareAndExpectPayouts(t, after)
	runLateComparison(after)
	awaitAllDone(after)

	if got := m.Detail(line.ID).Statement; got.Status != statement.Success || m.Balance() != "600.00" || len(after.Payouts()) != 1 {
		t.Errorf("%+v, %s in the wallet, payouts %v", got, m.Balance(), after.Payouts())
	}
	if n := len(after.AddOperator("cashier").Queue("DIFFERENCE")); n != 0 {
		t.Errorf("%d differences", n)
	}
	after.CheckInvariants()
}
