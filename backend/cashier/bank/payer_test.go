package bank_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

func announceDeposit(m *servertest.Client, baht float64) {
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": baht}).Want(http.StatusOK)
}

func TestDeposit_FromOwnAccount_ShowsItsLastDigits(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMemberWithAccount("9387403723", "MALI SUKJAI")
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 101}))
	for i, shown := range []string{"x403723", "xxx740372x", "938740xxxx"} {
		h.WaitMatched(h.ReportTransfer(shown, "MALI SUKJAI", float64(200+i)))
	}
	m.CreditWallet(money.Baht(1000))
	m.Withdraw("", 100)

	lines := m.Lines()

	seen := 0
	for _, l := range lines {
		for _, place := range []statement.Place{l.FromPlace, l.ToPlace} {
			if place.Kind != statement.Bank {
				continue
			}
			if seen++; place.Tail != "3723" || place.Code != "KTB" {
				t.Errorf("%s %s: %+v", l.Type, l.Amount, place)
			}
		}
	}
	if seen < 5 {
		t.Errorf("%d places in %d lines show an account", seen, len(lines))
	}
	h.CheckInvariants()
}

// TestFeed_PartialPayerData_CreditsPayerOrWaitsForCashier reports transfers one after another.
// Each report shows different data about the payer.
// spec D3.6, D3.7
func TestFeed_PartialPayerData_CreditsPayerOrWaitsForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	payer := h.AddMemberWithAccount("1230851771", "MALI SUKJAI")
	greedy := h.AddMemberWithAccount("4560019898", "SOMCHAI JAIDEE")
	h.AddMemberWithAccount("7770664422", "ANAN SAETANG")
	h.AddMemberWithAccount("8880664422", "ANAN SAETANG")
	for _, amount := range []float64{1000, 1001, 1002} {
		announceDeposit(greedy, amount)
	}
	announceDeposit(payer, 2000)

	for _, tc := range []struct {
		account, name string
		baht          float64
		want          string
	}{
		{"x851771", "", 1000, "DONE"},
		{"x664422", "", 1001, "SEVERAL"},
		{"x664422", "ANAN S", 1001, "SEVERAL"},
		{"", "", 1001, "NOBODY"},
		{"xxx-x-xxxxx-x", "", 1001, "NOBODY"},
		{"", "SOMCHAI J", 1001, "NOBODY"},
		{"x912345", "SOMCHAI JAIDEE", 1001, "NOBODY"},
		{"x019898", "MALI SUKJAI", 1001, "NOBODY"},
		{"X-1771", "", 1002, "NOBODY"},
		{"X-1771", "", 2000, "DONE"},
		{"X-1771", "", 2000, "NOBODY"},              // announced only once
		{"xxx-x-x5177-x", "MALI S", 3000, "NOBODY"}, // four digits, and nobody announced the amount
		{"xxx085177x", "MALI S", 50, "DONE"},
	} {
		if got := h.WaitMatched(h.ReportTransfer(tc.account, tc.name, tc.baht)); got != tc.want {
			t.Errorf("%q %q, %v baht: %s, want %s", tc.account, tc.name, tc.baht, got, tc.want)
		}
	}

	if payer.Balance() != "3050.00" || greedy.Balance() != "0.00" {
		t.Errorf("the payer has %s, the announcer %s", payer.Balance(), greedy.Balance())
	}
	h.CheckInvariants()
}

// spec D3.11, D3.16
func TestSlip_FitsTwoMembers_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	owner, similar := h.AddMemberWithAccount("1230851771", "MALI SUKJAI"), h.AddMemberWithAccount("9990851779", "MALI SAETANG")
	cashier, second := h.AddOperator("cashier"), h.AddOperator("cashier")
	made := owner.Transfer(servertest.Transfer{Amount: 700})

	stolen := similar.SubmitSlip(made)
	own := owner.SubmitSlip(made)

	queue := cashier.Queue("SLIP")
	if !stolen.Review || !own.Review || len(queue) != 2 || queue[0].Reason != "SEVERAL" || *queue[0].Amount != 700 {
		t.Fatalf("similar %+v, owner %+v, queue %+v", stolen, own, queue)
	}
	runSlipAction(cashier, own, "settle", map[string]any{"wholeAccount": owner.AccountNo}).WantCode(http.StatusConflict, "NOT_MATCH")
	approveProposal(runSlipAction(cashier, own, "propose", map[string]any{"wholeAccount": owner.AccountNo, "why": "the bank named the account"}), second).Want(http.StatusOK)
	runSlipAction(cashier, stolen, "settle", nil).WantCode(http.StatusConflict, "SLIP_REFNO_DUPLICATED")
	late := uuid.New()
	similar.Upload(late, time.Time{}, similar.Picture(made.Slip.PNG)).Want(http.StatusAccepted)
	if again := similar.WaitSlip(late); again.Note != "SLIP_REFNO_DUPLICATED" {
		t.Errorf("after the credit: %+v", again)
	}
	if owner.Balance() != "700.00" || similar.Balance() != "0.00" {
		t.Errorf("the owner has %s, the member with similar data %s", owner.Balance(), similar.Balance())
	}
	h.CheckInvariants()
}

func TestFeed_SlipThatFitsTwoIsInReview_IsCredited(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	owner, similar := h.AddMemberWithAccount("1230851771", "MALI SUKJAI"), h.AddMemberWithAccount("9990851779", "MALI SAETANG")
	h.Fault("bank:feed", "slow", "", 1, 3000)
	made := owner.Transfer(servertest.Transfer{Amount: 700, Feed: true, FeedDigits: 9})

	if stolen := similar.SubmitSlip(made); !stolen.Review && stolen.Note != "SLIP_REFNO_DUPLICATED" {
		t.Errorf("%+v", stolen)
	}

	h.WaitUntil("the feed's credit", func() bool { return owner.Balance() == "700.00" })
	if similar.Balance() != "0.00" {
		t.Errorf("the member with similar data has %s", similar.Balance())
	}
	h.CheckInvariants()
}
