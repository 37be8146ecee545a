package desk_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec D8.7d
func TestEditSetting_OfAnotherTypeOrOutOfItsBounds_IsRefused(t *testing.T) {
	h := servertest.New(t)
	for name, values := range map[string][]string{
		"nothing":    {"1"},
		"siteGone":   {`"yes"`, "null", "1"},
		"siteName":   {`"Krapao"`, `{"th":"ก","lo":"","en":"K"}`, `{"th":"ก","lo":"ກ","en":"K","fr":"C"}`},
		"website":    {`"http://krapao.example"`, `"javascript:alert(1)"`},
		"slipClosed": {`{"from":"23:30","until":"25:00"}`, `{"from":"23:30","until":"23:30"}`},
		"paused":     {`["cash"]`, `["slip","slip"]`, "null"},
		// These settings need two admins.
		"withdrawAuto": {`{"BAHT":100}`},
		"coinPer":      {`{"BAHT":50}`},
		"refundFail":   {"2"},
		"inviteFail":   {"2"},
	} {
		for _, value := range values {
			if err := h.EditDocument("setting", name, json.RawMessage(value)); err == nil {
				t.Errorf("%s = %s was accepted", name, value)
			}
		}
	}

	err := h.EditDocument("setting", "paused", []string{"slip", "KBANK"})

	settings, _ := h.Content.Settings(t.Context(), h.Pool)
	if err != nil || !settings.IsPaused("slip") || !settings.IsPaused("KBANK") || settings.IsPaused("WW") {
		t.Errorf("%v, %v", settings.Paused, err)
	}
}

// spec D8.7f
func TestEditSetting_Limit_NeedsSecondAdmin(t *testing.T) {
	h := servertest.New(t)
	cashier, other := h.AddOperator("cashier"), h.AddOperator("admin")
	first, by := h.AddOperatorWithIdentity("admin")

	id, err := h.ProposeDocument(by, "setting", "withdrawAuto", map[string]int{"BAHT": 70_000})
	if err != nil {
		t.Fatal(err)
	}

	if _, err := h.ProposeDocument(by, "setting", "withdrawAuto", map[string]int{"BAHT": 900_000}); err == nil {
		t.Error("a limit above the largest withdrawal was accepted")
	}
	path := "/api/operator/items/PROPOSAL/" + id + "/approve"
	const old, next = `{"LAK": 25000000.00, "BAHT": 50000.00}`, `{"LAK": 25000000.00, "BAHT": 70000.00}`
	if waiting := other.Queue("PROPOSAL"); len(waiting) != 1 || waiting[0].Reference != "withdrawAuto" || waiting[0].Fact("old") != old || waiting[0].Fact("new") != next {
		t.Errorf("%+v", waiting)
	}
	if waiting := cashier.Queue("PROPOSAL"); len(waiting) != 0 {
		t.Errorf("a cashier sees %+v", waiting)
	}
	cashier.Call("POST", path, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	first.Call("POST", path, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	other.Call("POST", path, nil).Want(http.StatusOK)
	settings, err := h.Content.Settings(t.Context(), h.Pool)
	if err != nil || settings.WithdrawAuto != (content.Amounts{Baht: money.Baht(70_000), Kip: money.Baht(25_000_000)}) {
		t.Errorf("%+v, %v", settings.WithdrawAuto, err)
	}
}

// spec D5.57
func TestEditSetting_Percentage_ShowsBreakEvenEdge(t *testing.T) {
	h := servertest.New(t)
	other := h.AddOperator("admin")
	_, by := h.AddOperatorWithIdentity("admin")
	for _, value := range []string{"20.01", "-1", "0.005", `"1"`} {
		if _, err := h.ProposeDocument(by, "setting", "refundFail", json.RawMessage(value)); err == nil {
			t.Errorf("%s percent were accepted", value)
		}
	}

	id, err := h.ProposeDocument(by, "setting", "refundFail", 2.25)
	if err != nil {
		t.Fatal(err)
	}

	if waiting := other.Queue("PROPOSAL"); len(waiting) != 1 || waiting[0].Fact("breakEven") != "3.25 %" {
		t.Errorf("%+v", waiting)
	}
	other.Call("POST", "/api/operator/items/PROPOSAL/"+id+"/approve", nil).Want(http.StatusOK)
	if settings, err := h.Content.Settings(t.Context(), h.Pool); err != nil || settings.RefundFail != 2.25 {
		t.Errorf("%v, %v", settings.RefundFail, err)
	}
}

// spec 8.15i
func TestEditSetting_ChangedSinceProposal_IsRefused(t *testing.T) {
	h := servertest.New(t)
	other := h.AddOperator("admin")
	_, by := h.AddOperatorWithIdentity("admin")
	var ids [2]string
	for i, value := range []int{70_000, 60_000} {
		var err error
		if ids[i], err = h.ProposeDocument(by, "setting", "withdrawAuto", map[string]int{"BAHT": value}); err != nil {
			t.Fatal(err)
		}
	}

	other.Call("POST", "/api/operator/items/PROPOSAL/"+ids[0]+"/approve", nil).Want(http.StatusOK)

	other.Call("POST", "/api/operator/items/PROPOSAL/"+ids[1]+"/approve", nil).WantCode(http.StatusConflict, "NO_DATA")
}

// spec 8.8h
func TestConfirm_WrongForeignOrUsedCode_IsRefused(t *testing.T) {
	h := servertest.New(t)
	if _, err := h.Operators.Add(t.Context(), "nok", "admin", "a long password"); err != nil {
		t.Fatal(err)
	}
	code, err := h.Operators.Code(t.Context(), "nok")
	if err != nil {
		t.Fatal(err)
	}

	_, wrong := h.Operators.Confirm(t.Context(), "nok", "12345x")
	_, nobody := h.Operators.Confirm(t.Context(), "lek", code)
	by, right := h.Operators.Confirm(t.Context(), "nok", code)
	_, again := h.Operators.Confirm(t.Context(), "nok", code)

	if apperr.CodeOf(wrong) != apperr.WrongCredential || apperr.CodeOf(nobody) != apperr.WrongCredential || apperr.CodeOf(again) != apperr.CodeUsed {
		t.Errorf("%v, %v, %v", wrong, nobody, again)
	}
	if right != nil || by.Username != "nok" || by.Role != "admin" {
		t.Errorf("%v, %+v", right, by)
	}
}
