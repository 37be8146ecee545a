package backoffice_test

import (
	"net/http"
	"testing"

	"krapao/backend/server/servertest"
)

type proposal struct {
	ID, State string
	Member    struct {
		ID       string `json:"_id"`
		Currency string
	}
}

func propose(by *servertest.Client, path string, body map[string]any) (p proposal) {
	by.Call("POST", path, body).Want(http.StatusCreated).Into(&p)
	return p
}

func TestAnAdjustmentNeedsTwoPeopleAndHappensOnce(t *testing.T) {
	h := servertest.New(t)
	m, first, second := h.Member(), h.Staff("cashier"), h.Staff("admin")
	p := propose(first, "/api/operator/adjustments", map[string]any{"memberId": m.PublicID(), "amount": 75.5, "why": "a slip of ours"})
	path := "/api/operator/proposals/" + p.ID

	first.Call("POST", path+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	before := m.Balance()
	second.Call("POST", path+"/approve", nil).Want(http.StatusOK)
	second.Call("POST", path+"/approve", nil).WantCode(http.StatusNotFound, "NO_DATA")

	if l := m.Lines(); before != "0.00" || m.Balance() != "75.50" || len(l) != 1 || l[0].From != "ADJUSTMENT" || l[0].Status != "SUCCESS" {
		t.Errorf("from %s to %s, lines %+v", before, m.Balance(), l)
	}
	take := propose(second, "/api/operator/adjustments", map[string]any{"memberId": m.PublicID(), "amount": 100, "take": true, "why": "too much"})
	first.Call("POST", "/api/operator/proposals/"+take.ID+"/approve", nil).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH")
	second.Call("POST", "/api/operator/proposals/"+take.ID+"/reject", nil).Want(http.StatusOK)
	if m.Balance() != "75.50" {
		t.Errorf("balance %s", m.Balance())
	}
	h.Sound()
}

func TestAnAdjustmentIsInTheMembersOwnCurrencyAndSaysSo(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	m, first, second := h.KipMember(), h.Staff("cashier"), h.Staff("admin")

	p := propose(first, "/api/operator/adjustments", map[string]any{"memberId": m.PublicID(), "amount": 25000, "why": "a slip of ours"})
	second.Call("POST", "/api/operator/proposals/"+p.ID+"/approve", nil).Want(http.StatusOK)

	if l := m.Lines(); p.Member.Currency != "LAK" || len(l) != 1 || l[0].Currency != "LAK" || m.Balance() != "25000.00" {
		t.Errorf("%+v, lines %+v, balance %s", p, l, m.Balance())
	}
	h.Sound()
}

func TestAPayoutAccountIsChangedByTwoPeopleOnly(t *testing.T) {
	h := servertest.New(t)
	m, other, first, second := h.Member(), h.Member(), h.Staff("cashier"), h.Staff("cashier")
	change := map[string]any{"memberId": m.PublicID(), "bankCode": "SCB", "bankAccountNo": "1231231234", "bankAccountName": "Somchai Jaidee", "why": "asked in person"}
	p := propose(first, "/api/operator/payout-accounts", change)
	first.Call("POST", "/api/operator/proposals/"+p.ID+"/approve", nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")

	second.Call("POST", "/api/operator/proposals/"+p.ID+"/approve", nil).Want(http.StatusOK)

	var profile struct {
		BankAccount struct{ BankAccountNo, BankAccountName string }
	}
	m.Call("GET", "/api/account/profile", nil).Want(http.StatusOK).Into(&profile)
	if profile.BankAccount.BankAccountNo != "1231231234" || profile.BankAccount.BankAccountName != "SOMCHAI JAIDEE" {
		t.Errorf("%+v", profile)
	}
	for field, want := range map[string]string{"bankCode": "INVALID_BANK", "bankAccountNo": "INVALID_USER_INFO", "bankAccountName": "INVALID_USER_INFO", "why": "INVALID_USER_INFO"} {
		bad := map[string]any{}
		for k, v := range change {
			bad[k] = v
		}
		bad[field] = " "
		if got := first.Call("POST", "/api/operator/payout-accounts", bad); got.Code() != want || got.Status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", field, got.Status, got.Body)
		}
	}
	taken := propose(first, "/api/operator/payout-accounts", map[string]any{"memberId": m.PublicID(), "bankCode": "KTB", "bankAccountNo": other.AccountNo, "bankAccountName": "X Y", "why": "x"})
	second.Call("POST", "/api/operator/proposals/"+taken.ID+"/approve", nil).WantCode(http.StatusConflict, "EXISTING_BANK")
}

func TestBothSidesOfAProposalAreInTheLog(t *testing.T) {
	h := servertest.New(t)
	m, first, second := h.Member(), h.Staff("cashier"), h.Staff("admin")
	p := propose(first, "/api/operator/adjustments", map[string]any{"memberId": m.PublicID(), "amount": 5, "why": "tea"})
	second.Call("POST", "/api/operator/proposals/"+p.ID+"/approve", nil).Want(http.StatusOK)
	var log struct {
		Entries []struct{ Operator, Action, Subject string }
	}

	second.Call("GET", "/api/operator/audit?limit=2", nil).Want(http.StatusOK).Into(&log)

	if len(log.Entries) != 2 || log.Entries[0].Action != "proposal.approved" || log.Entries[1].Action != "proposal.make" ||
		log.Entries[0].Subject != p.ID || log.Entries[0].Operator == log.Entries[1].Operator {
		t.Errorf("%+v", log)
	}
}

func TestSupportSeesAndSettlesNoMoney(t *testing.T) {
	h := servertest.New(t)
	support := h.Staff("support")
	for _, path := range []string{"/api/operator/queue", "/api/operator/members?query=x", "/api/operator/proposals"} {
		support.Call("GET", path, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	}
	support.Call("POST", "/api/operator/adjustments", map[string]any{"memberId": "X", "amount": 1, "why": "x"}).WantCode(http.StatusForbidden, "UNAUTHORIZED")
}

func TestATransferThatContradictsItsMemberIsCreditedByTwoPeopleWithAReason(t *testing.T) {
	h := servertest.New(t)
	m, first, second := h.Member(), h.Staff("cashier"), h.Staff("cashier")
	m.Transfer(servertest.Transfer{Amount: 888, FromName: "SOMEBODY ELSE", FromAccountNo: "9999999999", Feed: true})
	var waiting []servertest.QueueItem
	h.Wait("it is in the queue", func() bool { waiting = first.Queue("UNMATCHED"); return len(waiting) == 1 })
	path, body := "/api/operator/unmatched/"+waiting[0].ID, map[string]any{"memberId": m.PublicID()}

	first.Call("POST", path+"/credit", body).WantCode(http.StatusConflict, "NOT_MATCH")
	first.Call("POST", path+"/propose", body).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	body["why"] = "it is a brother's account; the member sent the bank's letter"
	p := propose(first, path+"/propose", body)
	approve := "/api/operator/proposals/" + p.ID + "/approve"
	first.Call("POST", approve, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	before := m.Balance()
	second.Call("POST", approve, nil).Want(http.StatusOK)
	second.Call("POST", approve, nil).WantCode(http.StatusNotFound, "NO_DATA")

	if before != "0.00" || m.Balance() != "888.00" {
		t.Errorf("from %s to %s", before, m.Balance())
	}
	h.Sound()
}
