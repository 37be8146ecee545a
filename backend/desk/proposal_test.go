package desk_test

import (
	"net/http"
	"testing"

	"krapao/backend/server/servertest"
)

// proposalResponse is the response to the first operator of an action of two operators.
type proposalResponse struct{ Proposal string }

func (p proposalResponse) itemPath() string { return "/api/operator/items/PROPOSAL/" + p.Proposal }

func propose(by *servertest.Client, path string, body map[string]any) (p proposalResponse) {
	by.Call("POST", path, body).Want(http.StatusCreated).Into(&p)
	return p
}

// actionPath returns the path of an action on a member.
func actionPath(m *servertest.Client, action string) string {
	return "/api/operator/items/MEMBER/" + m.PublicID() + "/" + action
}

// spec D8.6b, P8.10, 8.14i, 8.15i
func TestAdjust_ApprovedBySecondOperator_HappensOnce(t *testing.T) {
	h := servertest.New(t)
	m, first, second := h.AddMember(), h.AddOperator("cashier"), h.AddOperator("admin")
	p := propose(first, actionPath(m, "adjust"), map[string]any{"amount": 75.5, "why": "a slip of ours"})
	path := p.itemPath()

	first.Call("POST", path+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	own, others := first.Queue("PROPOSAL")[0].Offers[0], second.Queue("PROPOSAL")[0].Offers[0]
	if own.Blocked != "SOMEBODY_ELSE" || others.Blocked != "" {
		t.Errorf("the proposer is offered %+v, the other operator %+v", own, others)
	}
	before := m.Balance()
	second.Call("POST", path+"/approve", nil).Want(http.StatusOK)
	second.Call("POST", path+"/approve", nil).WantCode(http.StatusNotFound, "NO_DATA")

	if l := m.Lines(); before != "0.00" || m.Balance() != "75.50" || len(l) != 1 || l[0].From != "ADJUSTMENT" || l[0].Status != "SUCCESS" {
		t.Errorf("from %s to %s, lines %+v", before, m.Balance(), l)
	}
	take := propose(second, actionPath(m, "adjust"), map[string]any{"amount": 100, "take": true, "why": "too much"})
	first.Call("POST", take.itemPath()+"/approve", nil).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH")
	second.Call("POST", take.itemPath()+"/reject", nil).Want(http.StatusOK)
	if m.Balance() != "75.50" {
		t.Errorf("balance %s", m.Balance())
	}
	h.CheckInvariants()
}

func TestAdjust_MemberWithKip_IsInKip(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	m, first, second := h.AddKipMember(), h.AddOperator("cashier"), h.AddOperator("admin")

	p := propose(first, actionPath(m, "adjust"), map[string]any{"amount": 25000, "why": "a slip of ours"})
	waiting := second.Queue("PROPOSAL")
	second.Call("POST", p.itemPath()+"/approve", nil).Want(http.StatusOK)

	if l := m.Lines(); len(waiting) != 1 || waiting[0].Member.Currency != "LAK" || len(l) != 1 || l[0].Currency != "LAK" || m.Balance() != "25000.00" {
		t.Errorf("%+v, lines %+v, balance %s", waiting, l, m.Balance())
	}
	h.CheckInvariants()
}

// spec D2.32, D8.6a, 8.8a, 8.9d, 8.9e, 8.9h, 8.9i
func TestChangePayoutAccount_WithoutSecondOperator_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, other, first, second := h.AddMember(), h.AddMember(), h.AddOperator("cashier"), h.AddOperator("cashier")
	change := map[string]any{"bankCode": "SCB", "bankAccountNo": "1231231234", "bankAccountName": "Somchai Jaidee", "why": "asked in person"}
	p := propose(first, actionPath(m, "payoutAccount"), change)
	first.Call("POST", p.itemPath()+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")

	second.Call("POST", p.itemPath()+"/approve", nil).Want(http.StatusOK)

	var profile struct {
		BankAccount struct{ BankAccountNo, BankAccountName string }
	}
	m.Call("GET", "/api/account/profile", nil).Want(http.StatusOK).Into(&profile)
	if n := h.Count("select count(*) from member where id = $1 and bank_code = 'SCB'", m.ID()); n != 1 || m.BankCode == "SCB" {
		t.Errorf("the bank is the old one, or was SCB before: %s", m.BankCode)
	}
	if profile.BankAccount.BankAccountNo != "1231231234" || profile.BankAccount.BankAccountName != "SOMCHAI JAIDEE" {
		t.Errorf("%+v", profile)
	}
	for field, want := range map[string]string{"bankCode": "INVALID_BANK", "bankAccountNo": "INVALID_USER_INFO", "bankAccountName": "INVALID_USER_INFO", "why": "INVALID_USER_INFO"} {
		bad := map[string]any{}
		for k, v := range change {
			bad[k] = v
		}
		bad[field] = " "
		if got := first.Call("POST", actionPath(m, "payoutAccount"), bad); got.Code() != want || got.Status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", field, got.Status, got.Body)
		}
	}
	thai := map[string]any{"bankCode": "KTB", "bankAccountNo": "1231231234", "bankAccountName": "สมชาย ใจดี", "why": "x"}
	if got := first.Call("POST", actionPath(m, "payoutAccount"), thai).WantCode(http.StatusBadRequest, "BANK_ACCOUNT_NAME_ENG"); got.Field("bankAccountName") != "BANK_ACCOUNT_NAME_ENG" {
		t.Errorf("the field is not named: %s", got.Body)
	}
	taken := propose(first, actionPath(m, "payoutAccount"), map[string]any{"bankCode": "KTB", "bankAccountNo": other.AccountNo, "bankAccountName": "X Y", "why": "x"})
	second.Call("POST", taken.itemPath()+"/approve", nil).WantCode(http.StatusConflict, "EXISTING_BANK")
}

// spec P8.10
func TestProposal_Approved_LogsProposalAndApproval(t *testing.T) {
	h := servertest.New(t)
	m, first, second := h.AddMember(), h.AddOperator("cashier"), h.AddOperator("admin")
	p := propose(first, actionPath(m, "adjust"), map[string]any{"amount": 5, "why": "tea"})
	second.Call("POST", p.itemPath()+"/approve", nil).Want(http.StatusOK)
	var log struct {
		Entries []struct{ Operator, Action, Subject string }
	}

	second.Call("GET", "/api/operator/audit?limit=2", nil).Want(http.StatusOK).Into(&log)

	if len(log.Entries) != 2 || log.Entries[0].Action != "proposal.approve" || log.Entries[1].Action != "member.adjust" ||
		log.Entries[0].Subject != p.Proposal || log.Entries[0].Operator == log.Entries[1].Operator {
		t.Errorf("%+v", log)
	}
}

// spec 8.8a
func TestSupport_CallsForItemsAndMembers_AreForbidden(t *testing.T) {
	h := servertest.New(t)
	support := h.AddOperator("support")
	for _, path := range []string{"/api/operator/items", "/api/operator/members?query=x", "/api/operator/items/UNMATCHED/x?member=x"} {
		support.Call("GET", path, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	}
	support.Call("POST", "/api/operator/items/MEMBER/X/adjust", map[string]any{"amount": 1, "why": "x"}).WantCode(http.StatusForbidden, "UNAUTHORIZED")
}

func TestCreditTransfer_DataContradictsMember_NeedsSecondOperatorAndReason(t *testing.T) {
	h := servertest.New(t)
	m, first, second := h.AddMember(), h.AddOperator("cashier"), h.AddOperator("cashier")
	m.Transfer(servertest.Transfer{Amount: 888, FromName: "SOMEBODY ELSE", FromAccountNo: "9999999999", Feed: true})
	var waiting []servertest.QueueItem
	h.WaitUntil("the transfer in the queue", func() bool { waiting = first.Queue("UNMATCHED"); return len(waiting) == 1 })
	path, body := "/api/operator/items/UNMATCHED/"+waiting[0].ID, map[string]any{"memberId": m.PublicID()}

	first.Call("POST", path+"/credit", body).WantCode(http.StatusConflict, "NOT_MATCH")
	first.Call("POST", path+"/propose", body).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	body["why"] = "it is a brother's account; the member sent the bank's letter"
	p := propose(first, path+"/propose", body)
	approve := p.itemPath() + "/approve"
	first.Call("POST", approve, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	before := m.Balance()
	second.Call("POST", approve, nil).Want(http.StatusOK)
	second.Call("POST", approve, nil).WantCode(http.StatusNotFound, "NO_DATA")

	if before != "0.00" || m.Balance() != "888.00" {
		t.Errorf("from %s to %s", before, m.Balance())
	}
	h.CheckInvariants()
}

func TestChangePayoutAccount_BankOfAnotherCurrency_IsRefused(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	kip, baht, first, second := h.AddKipMember(), h.AddMember(), h.AddOperator("cashier"), h.AddOperator("cashier")
	thai := map[string]any{"bankCode": "SCB", "bankAccountNo": "1231231234", "bankAccountName": "X Y", "why": "x"}
	lao := map[string]any{"bankCode": "LDB", "bankAccountNo": "0200120000123456", "bankAccountName": "X Y", "why": "x"}

	first.Call("POST", actionPath(kip, "payoutAccount"), thai).WantCode(http.StatusBadRequest, "INVALID_BANK")
	first.Call("POST", actionPath(baht, "payoutAccount"), lao).WantCode(http.StatusBadRequest, "INVALID_BANK")
	p := propose(first, actionPath(kip, "payoutAccount"), lao)
	second.Call("POST", p.itemPath()+"/approve", nil).Want(http.StatusOK)

	if n := h.Count("select count(*) from member where id = $1 and bank_code = 'LDB'", kip.ID()); n != 1 {
		t.Error("the payout account was not changed")
	}
}
