package desk_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"krapao/backend/content"
	"krapao/backend/server/servertest"
	"krapao/backend/staff"
)

// accountsShown returns the numbers of the deposit accounts that members see.
func accountsShown(m *servertest.Client) string {
	var deposit struct {
		Banks []struct{ BankAccountNo string }
	}
	m.Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&deposit)
	var out []string
	for _, b := range deposit.Banks {
		out = append(out, b.BankAccountNo)
	}
	return strings.Join(out, " ")
}

func TestEditAccount_ShowOrHide_ShowingNeedsTwoAdminsHidingOne(t *testing.T) {
	h := servertest.New(t)
	m, cashier, other := h.AddMember(), h.AddOperator("cashier"), h.AddOperator("admin")
	_, by := h.AddOperatorWithIdentity("admin")
	next := content.OwnAccount{Bank: "BBL", No: "5554443332", Name: "บจก. กระเป๋า เพย์", Mode: "SMS", Open: true, Position: 1}
	before := accountsShown(m)
	for _, bad := range []content.OwnAccount{
		{Bank: "XXX", No: next.No, Name: next.Name, Mode: "SMS"},
		{Bank: "BBL", No: "55", Name: next.Name, Mode: "SMS"},
		{Bank: "BBL", No: next.No, Mode: "SMS"},
		{Bank: "BBL", No: next.No, Name: next.Name, Mode: "gift"},
		{Bank: content.OwnWallet, No: "0812340000", Name: "x", Mode: "SMS"},
	} {
		if _, err := h.ProposeDocument(by, "account", bad.Key(), bad); err == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}

	id, err := h.ProposeDocument(by, "account", next.Key(), next)
	if err != nil {
		t.Fatal(err)
	}
	path := "/api/operator/items/PROPOSAL/" + id + "/approve"
	cashier.Call("POST", path, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	waiting := accountsShown(m)
	other.Call("POST", path, nil).Want(http.StatusOK)

	if after := accountsShown(m); waiting != before || after != "5554443332 "+before {
		t.Errorf("%q, %q, %q", before, waiting, after)
	}
	next.Open = false
	if err := h.EditDocument("account", next.Key(), next); err != nil || accountsShown(m) != before {
		t.Errorf("%v, %q", err, accountsShown(m))
	}
	next.Open = true
	if err := h.EditDocument("account", next.Key(), next); !errors.Is(err, staff.ErrNeedsTwoOperators) {
		t.Errorf("one admin alone showed an account: %v", err)
	}
}

// spec D1.29
func TestEditText_UnsafeMarkup_IsCleanedAndOldTextIsLogged(t *testing.T) {
	h := servertest.New(t)
	m, admin := h.AddMember(), h.AddOperator("admin")
	bad := `<p onclick="x()">one</p><script>steal()</script><a href="javascript:x()">two</a><a href="https://krapao.example">three</a>`

	empty := h.EditDocument("text", "notice:1", content.Text{TH: "ก", LO: "ກ", EN: "<script>x</script>"})
	nowhere := h.EditDocument("text", "footer:1", content.Text{TH: "ก", LO: "ກ", EN: "x"})
	err := h.EditDocument("text", "notice:1", content.Text{TH: bad, LO: "ກ", EN: "three"})
	saved, _ := h.Content.TextAt(t.Context(), h.Pool, "notice", 1)

	var notice struct{ Notice string }
	m.Call("GET", "/api/lookup/notice", nil).Want(http.StatusOK).Into(&notice)
	if empty == nil || nowhere == nil || err != nil || notice.Notice != saved.TH || saved.TH != `<p>one</p>two<a href="https://krapao.example">three</a>` {
		t.Errorf("%v, %v, %v, %q", empty, nowhere, err, notice.Notice)
	}
	var log struct {
		Entries []struct {
			Action, Subject string
			Details         struct{ Old, New struct{ EN string } }
		}
	}
	admin.Call("GET", "/api/operator/audit?limit=1", nil).Want(http.StatusOK).Into(&log)
	if e := log.Entries[0]; e.Action != "text.edit" || e.Subject != "notice:1" || e.Details.New.EN != "three" || e.Details.Old.EN == "" {
		t.Errorf("%+v", e)
	}
}

func TestEditAccount_LaoBank_NeedsKipAndItsOwnLAPNetCode(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	kip, other := h.AddKipMember(), h.AddOperator("admin")
	_, by := h.AddOperatorWithIdentity("admin")
	const bcel = "00020101021138670016A00526628466257701082771041802030010324CCHRJZRJZWUDWNQVHEXUHNOQ53034185802LA63049B5F"
	good := content.OwnAccount{Bank: "BCEL", No: "010120000999888001", Name: "KRAPAO PAY", Mode: "AUTO", Currency: "LAK", LAPNet: bcel, Open: true}
	for what, change := range map[string]func(*content.OwnAccount){
		"baht at BCEL":           func(a *content.OwnAccount) { a.Currency = "BAHT" },
		"no currency at BCEL":    func(a *content.OwnAccount) { a.Currency = "" },
		"kip at KBANK":           func(a *content.OwnAccount) { a.Bank = "KBANK" },
		"BCEL's code for JDB":    func(a *content.OwnAccount) { a.Bank = "JDB" },
		"a code that is damaged": func(a *content.OwnAccount) { a.LAPNet = bcel[:len(bcel)-1] + "E" },
		"a Thai code": func(a *content.OwnAccount) {
			a.LAPNet = "00020101021129370016A000000677010111011300668012345675802TH530376463046197"
		},
	} {
		bad := good
		change(&bad)
		if _, err := h.ProposeDocument(by, "account", bad.Key(), bad); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}

	id, err := h.ProposeDocument(by, "account", good.Key(), good)
	if err != nil {
		t.Fatal(err)
	}
	waiting := other.Queue("PROPOSAL")
	other.Call("POST", "/api/operator/items/PROPOSAL/"+id+"/approve", nil).Want(http.StatusOK)

	if len(waiting) != 1 || len(waiting[0].Verdicts) != 6 || waiting[0].Verdicts[5].Theirs != bcel {
		t.Errorf("the second admin sees %+v", waiting)
	}
	if got := accountsShown(kip); got != "010120000999888001 010120000456789001" {
		t.Errorf("a member sees %s", got)
	}
}

func TestEditAccount_PromptPayNumbers_AreStoredAsDigits(t *testing.T) {
	h := servertest.New(t)
	other := h.AddOperator("admin")
	_, by := h.AddOperatorWithIdentity("admin")
	good := content.OwnAccount{Bank: "KBANK", No: "0483921567", Name: "บจก. กระเป๋า เพย์", Mode: "AUTO", Open: true, Position: 1, Proxies: []string{"081-234 0987", "๐๘๑๒๓๔๐๙๘๗", "0-1055-61234-56-7"}}
	for what, proxies := range map[string][]string{
		"nine digits":  {"081234098"},
		"an account":   {"048-3-92156-7x"},
		"too many":     {"0810000001", "0810000002", "0810000003", "0810000004", "0810000005", "0810000006"},
		"no leading 0": {"8123409870"},
		"a masked one": {"xxx-xxx-0987"},
		"an empty one": {""},
	} {
		bad := good
		bad.Proxies = proxies
		if _, err := h.ProposeDocument(by, "account", bad.Key(), bad); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}

	id, err := h.ProposeDocument(by, "account", good.Key(), good)
	if err != nil {
		t.Fatal(err)
	}
	waiting := other.Queue("PROPOSAL")
	other.Call("POST", "/api/operator/items/PROPOSAL/"+id+"/approve", nil).Want(http.StatusOK)

	const digits = "0812340987 · 0105561234567"
	if last := len(waiting[0].Verdicts) - 1; waiting[0].Verdicts[last].Code != "proxies" || waiting[0].Verdicts[last].Theirs != digits {
		t.Errorf("the second admin sees %+v", waiting[0].Verdicts)
	}
	if n := h.Count(`select count(*) from deposit_account where account_no = '0483921567' and proxies = '{0812340987,0105561234567}'`); n != 1 {
		t.Error("the numbers are not stored as digits")
	}
}
