package bank_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/bank"
	"krapao/backend/server/servertest"
)

// renameHolder sets a holder's name that the current rules may not allow.
func renameHolder(h *servertest.Environment, m *servertest.Client, name string) *servertest.Client {
	h.Exec("update member set bank_account_name = $2 where id = $1", m.ID(), name)
	return m
}

// transferAndUpload makes the member transfer money with name as the payer on the slip, and uploads the slip.
func transferAndUpload(m *servertest.Client, name string, baht float64) bank.Slip {
	return m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: baht, FromName: name}))
}

func runSlipAction(cashier *servertest.Client, slip bank.Slip, name string, body map[string]any) servertest.Response {
	if body == nil {
		body = map[string]any{}
	}
	return cashier.Call("POST", "/api/operator/items/SLIP/"+slip.ClientID.String()+"/"+name, body)
}

// approveProposal has a second operator approve a proposal, and returns the response.
func approveProposal(proposal servertest.Response, second *servertest.Client) servertest.Response {
	var p struct{ Proposal string }
	proposal.Want(http.StatusCreated).Into(&p)
	return second.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil)
}

// spec D3.63
func TestSlip_AnotherMembersNameFitsEveryPayer_IsCredited(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	victim := h.AddMemberWithAccount("1230851771", "SOMCHAI JAIDEE")
	neighbour := h.AddMemberWithAccount("9990851779", "ANAN SAETANG")
	for _, name := range []string{"..", "🙂", "\u200b", "\u3164", "王小明", "-", "นาย"} {
		renameHolder(h, neighbour, name)
		if slip := transferAndUpload(victim, "MR. SOMCHAI J", 100); slip.Status != "SUCCESS" {
			t.Errorf("with another member named %q: %+v", name, slip)
		}
	}
	if slip := transferAndUpload(neighbour, "MR. ANAN S", 100); !slip.Review {
		t.Errorf("a slip of the member whose name no bank can print: %+v", slip)
	}
	h.CheckInvariants()
}

// spec D3.71a
func TestSlip_AnotherMemberInOtherScript_WaitsUntilConfirmedAccountProvesMember(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := renameHolder(h, h.AddMemberWithAccount("1230851771", "SOMCHAI JAIDEE"), "สมชาย ใจดี")
	renameHolder(h, h.AddMemberWithAccount("9990851779", "MANEE RAKDEE"), "มานี รักดี")
	cashier := h.AddOperator("cashier")

	slip := transferAndUpload(m, "MR. SOMCHAI J", 100)

	waiting := cashier.Queue("SLIP")
	if !slip.Review || len(waiting) != 1 || waiting[0].Reason != "SEVERAL" {
		t.Fatalf("%+v, queue %+v", slip, waiting)
	}
	runSlipAction(cashier, slip, "settle", nil).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	runSlipAction(cashier, slip, "settle", map[string]any{"wholeAccount": "9990851779"}).WantCode(http.StatusConflict, "NOT_MATCH")
	runSlipAction(cashier, slip, "settle", map[string]any{"wholeAccount": "123-0-85177-1"}).Want(http.StatusOK)
	if next := transferAndUpload(m, "SOMCHAI J***", 50); next.Status != "SUCCESS" || m.Balance() != "150.00" {
		t.Errorf("the next slip: %+v, balance %s", next, m.Balance())
	}
	h.CheckInvariants()
}

func TestSlip_UploadedFirstByThiefWithRomanisedName_CreditsOnlyOwner(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	victim := renameHolder(h, h.AddMemberWithAccount("1230851771", "SOMCHAI JAIDEE"), "สมชาย ใจดี")
	known := transferAndUpload(victim, "นาย สมชาย ใ", 10)
	thief := h.AddMemberWithAccount("9990851779", "SOMCHAI JAIDEE")
	first, second := h.AddOperator("cashier"), h.AddOperator("cashier")
	made := victim.Transfer(servertest.Transfer{Amount: 900, FromName: "MR. SOMCHAI J"})

	stolen := thief.SubmitSlip(made)

	waiting := first.Queue("SLIP")
	if known.Status != "SUCCESS" || !stolen.Review || len(waiting) != 1 {
		t.Fatalf("before %+v, stolen %+v, queue %+v", known, stolen, waiting)
	}
	runSlipAction(first, stolen, "settle", map[string]any{"wholeAccount": thief.AccountNo}).WantCode(http.StatusConflict, "NOT_MATCH")
	runSlipAction(first, stolen, "propose", map[string]any{"why": "the name agrees"}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	own := victim.SubmitSlip(made)
	approveProposal(runSlipAction(first, own, "propose", map[string]any{"why": "the bank named the account", "wholeAccount": victim.AccountNo}), second).Want(http.StatusOK)
	runSlipAction(first, stolen, "settle", map[string]any{"wholeAccount": thief.AccountNo}).WantCode(http.StatusConflict, "SLIP_REFNO_DUPLICATED")
	next := victim.Transfer(servertest.Transfer{Amount: 40, FromName: "MR. SOMCHAI J"})
	again, theirs := thief.SubmitSlip(next), victim.SubmitSlip(next)

	if !again.Review || theirs.Status != "SUCCESS" || victim.Balance() != "950.00" || thief.Balance() != "0.00" {
		t.Errorf("the next transfer: thief %+v, owner %+v; balances %s and %s", again, theirs, thief.Balance(), victim.Balance())
	}
	h.CheckInvariants()
}

func TestSlip_ShowsNameInTwoScripts_BothBecomeTheMembersNames(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMemberWithAccount("1230851771", "SOMCHAI JAIDEE")
	transferAndUpload(m, "SOMCHAI J", 100)
	h.Exec("insert into printed_name select id, bank_code, bank_account_no, 'สมชาย ใ', 'slip', now() from member where id = $1", m.ID())
	h.AddMemberWithAccount("9990851779", "ANAN SAETANG")

	slip := transferAndUpload(m, "นาย สมชาย ใจดี", 50)

	// The registered name is longer than the printed one, so the match is not certain. It is credited because
	// no other member is proved.
	if slip.Status != "SUCCESS" || m.Balance() != "150.00" {
		t.Errorf("%+v, balance %s", slip, m.Balance())
	}
	if other := transferAndUpload(m, "นาย มานะ ใ", 20); other.Note != "NOT_MATCH" {
		t.Errorf("another name in that script: %+v", other)
	}
	h.CheckInvariants()
}

// spec D3.73
func TestFeed_ProvedAccountUnderOtherName_TwoOperatorsAddTheName(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMemberWithAccount("1230851771", "MALI SUKJAI")
	first, second := h.AddOperator("cashier"), h.AddOperator("cashier")
	if state := h.WaitMatched(h.ReportTransfer("xxx085177x", "MALI S", 100)); state != "DONE" {
		t.Fatal(state)
	}

	married := h.ReportTransfer("xxx085177x", "MALI JAIDEE", 200)

	if state := h.WaitMatched(married); state != "NOBODY" {
		t.Fatal(state)
	}
	path := "/api/operator/items/UNMATCHED/" + first.Queue("UNMATCHED")[0].ID
	first.Call("POST", path+"/credit", map[string]any{"memberId": m.PublicID()}).WantCode(http.StatusConflict, "NOT_MATCH")
	approveProposal(first.Call("POST", path+"/propose", map[string]any{"memberId": m.PublicID(), "why": "married; her identity card"}), second).Want(http.StatusOK)
	if state := h.WaitMatched(h.ReportTransfer("xxx085177x", "MALI JAIDEE", 300)); state != "DONE" || m.Balance() != "600.00" {
		t.Errorf("the next report: %s, balance %s", state, m.Balance())
	}
	h.CheckInvariants()
}

// spec D3.71a
func TestFeed_AnotherMemberFits_CreditNeedsConfirmedAccount(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMemberWithAccount("1230851771", "SOMCHAI JAIDEE")
	renameHolder(h, h.AddMemberWithAccount("9990851771", "MANEE RAKDEE"), "มานี รักดี")
	cashier := h.AddOperator("cashier")

	if state := h.WaitMatched(h.ReportTransfer("xxx085177x", "SOMCHAI J", 100)); state != "SEVERAL" {
		t.Fatal(state)
	}

	path, body := "/api/operator/items/UNMATCHED/"+cashier.Queue("UNMATCHED")[0].ID, map[string]any{"memberId": m.PublicID()}
	cashier.Call("POST", path+"/credit", body).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	body["wholeAccount"] = m.AccountNo
	cashier.Call("POST", path+"/credit", body).Want(http.StatusOK)
	if state := h.WaitMatched(h.ReportTransfer("xxx085177x", "SOMCHAI J", 50)); state != "DONE" || m.Balance() != "150.00" {
		t.Errorf("the next report: %s, balance %s", state, m.Balance())
	}
	h.CheckInvariants()
}

func TestLateSlip_AnotherMemberRegistersAfterwards_CanStillBeSettled(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, cashier := h.AddMemberWithAccount("1230851771", "SOMCHAI JAIDEE"), h.AddOperator("cashier")
	now, id := h.Clock.Now(), uuid.New()
	made := m.Transfer(servertest.Transfer{Amount: 100, At: now.Add(-90 * time.Minute)})
	m.Upload(id, now.Add(-80*time.Minute), m.Picture(made.Slip.PNG)).Want(http.StatusAccepted)
	slip := m.WaitSlip(id)

	h.AddMemberWithAccount("9990851779", "SOMCHAI JAIDEE")

	if !slip.Review || cashier.Queue("SLIP")[0].Reason != "LATE_UPLOAD" {
		t.Fatalf("%+v", slip)
	}
	runSlipAction(cashier, slip, "settle", nil).Want(http.StatusOK)
	if m.Balance() != "100.00" {
		t.Errorf("balance %s", m.Balance())
	}
	h.CheckInvariants()
}

func TestDoubtfulSlip_AnotherMemberFitsSince_CanStillBeDecided(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, first, second := h.AddMemberWithAccount("1230851771", "SOMCHAI JAIDEE"), h.AddOperator("cashier"), h.AddOperator("cashier")
	renameHolder(h, m, "สมชาย ใจดี")
	slip := transferAndUpload(m, "MR. SOMCHAI J", 100)
	h.AddMemberWithAccount("9990851779", "SOMCHAI JAIDEE")

	waiting := first.Queue("SLIP")

	if len(waiting) != 1 || waiting[0].Reason != "SHOWS_TOO_LITTLE" || len(waiting[0].Offers) != 3 || waiting[0].Offers[2].Act != "propose" {
		t.Fatalf("%+v, queue %+v", slip, waiting)
	}
	runSlipAction(first, slip, "settle", nil).WantCode(http.StatusConflict, "NOT_MATCH")
	approveProposal(runSlipAction(first, slip, "propose", map[string]any{"why": "the bank confirmed it", "wholeAccount": m.AccountNo}), second).Want(http.StatusOK)
	if m.Balance() != "100.00" {
		t.Errorf("balance %s", m.Balance())
	}
	h.CheckInvariants()
}
