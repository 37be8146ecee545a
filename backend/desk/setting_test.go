package desk_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec D8.7d
func TestASettingIsHeldAgainstItsTypeAndItsBounds(t *testing.T) {
	h := servertest.New(t)
	for name, values := range map[string][]string{
		"nothing":    {"1"},
		"siteGone":   {`"yes"`, "null", "1"},
		"siteName":   {`"Krapao"`, `{"th":"ก","lo":"","en":"K"}`, `{"th":"ก","lo":"ກ","en":"K","fr":"C"}`},
		"website":    {`"http://krapao.example"`, `"javascript:alert(1)"`},
		"slipClosed": {`{"from":"23:30","until":"25:00"}`, `{"from":"23:30","until":"23:30"}`},
		"paused":     {`["cash"]`, `["slip","slip"]`, "null"},
		// These take two people.
		"withdrawAuto": {"100"},
		"coinPer":      {"50"},
		"refundFail":   {"2"},
		"inviteFail":   {"2"},
	} {
		for _, value := range values {
			if _, err := h.Desk.Set(t.Context(), name, json.RawMessage(value)); err == nil {
				t.Errorf("%s = %s was taken", name, value)
			}
		}
	}

	change, err := h.Desk.Set(t.Context(), "paused", json.RawMessage(`["slip","KBANK"]`))

	if err != nil || string(change.Old) != "[]" || string(change.New) != `["slip","KBANK"]` {
		t.Errorf("%+v, %v", change, err)
	}
}

// spec D8.7f
func TestALimitIsProposedByOneAdminAndApprovedByAnother(t *testing.T) {
	h := servertest.New(t)
	cashier, other := h.Staff("cashier"), h.Staff("admin")
	first, by := h.Operator("admin")

	id, err := h.Desk.ProposeSetting(t.Context(), by, "withdrawAuto", json.RawMessage("70000"), "the weekend")
	if err != nil {
		t.Fatal(err)
	}

	if _, err := h.Desk.ProposeSetting(t.Context(), by, "withdrawAuto", json.RawMessage("900000"), "too much"); err == nil {
		t.Error("above the largest withdrawal")
	}
	if _, err := h.Desk.ProposeSetting(t.Context(), by, "withdrawAuto", json.RawMessage("70000"), " "); err == nil {
		t.Error("without a reason")
	}
	path := "/api/operator/items/PROPOSAL/" + id + "/approve"
	if waiting := other.Queue("PROPOSAL"); len(waiting) != 1 || waiting[0].Fact("setting") != "withdrawAuto" || waiting[0].Fact("old") != "50000.00" || waiting[0].Fact("new") != "70000" {
		t.Errorf("%+v", waiting)
	}
	if waiting := cashier.Queue("PROPOSAL"); len(waiting) != 0 {
		t.Errorf("a cashier sees %+v", waiting)
	}
	cashier.Call("POST", path, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	first.Call("POST", path, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	other.Call("POST", path, nil).Want(http.StatusOK)
	settings, err := h.Content.Settings(t.Context(), h.Pool)
	if err != nil || settings.WithdrawAuto != money.Baht(70_000) {
		t.Errorf("%s, %v", settings.WithdrawAuto, err)
	}
}

// spec D5.57
func TestAPercentageIsProposedWithTheEdgeFromWhichItPaysNobody(t *testing.T) {
	h := servertest.New(t)
	other := h.Staff("admin")
	_, by := h.Operator("admin")
	for _, value := range []string{"20.01", "-1", "0.005", `"1"`} {
		if _, err := h.Desk.ProposeSetting(t.Context(), by, "refundFail", json.RawMessage(value), "x"); err == nil {
			t.Errorf("%s percent were taken", value)
		}
	}

	id, err := h.Desk.ProposeSetting(t.Context(), by, "refundFail", json.RawMessage("2.25"), "x")
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
func TestASettingThatWasChangedSinceItWasProposedIsNotChangedAgain(t *testing.T) {
	h := servertest.New(t)
	other := h.Staff("admin")
	_, by := h.Operator("admin")
	var ids [2]string
	for i, value := range []string{"70000", "60000"} {
		var err error
		if ids[i], err = h.Desk.ProposeSetting(t.Context(), by, "withdrawAuto", json.RawMessage(value), "x"); err != nil {
			t.Fatal(err)
		}
	}

	other.Call("POST", "/api/operator/items/PROPOSAL/"+ids[0]+"/approve", nil).Want(http.StatusOK)

	other.Call("POST", "/api/operator/items/PROPOSAL/"+ids[1]+"/approve", nil).WantCode(http.StatusConflict, "NO_DATA")
}

// spec 8.8h
func TestWhoeverActsAtTheConsoleShowsAFreshCodeOfTheirOwn(t *testing.T) {
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

func TestGamesLag_IsWithinAMinuteAndADay_AndLogged(t *testing.T) {
	h := servertest.New(t)

	for _, lag := range []time.Duration{0, 59 * time.Second, 25 * time.Hour} {
		if err := h.Desk.SetLag(t.Context(), "circus", lag, "asked"); apperr.CodeOf(err) != apperr.InvalidUserInfo {
			t.Errorf("%s: %v", lag, err)
		}
	}
	if err := h.Desk.SetLag(t.Context(), "nothing", time.Hour, "asked"); apperr.CodeOf(err) != apperr.NoGame {
		t.Errorf("a game that is not there: %v", err)
	}
	err := h.Desk.SetLag(t.Context(), "circus", time.Hour, "their reports are late")

	if n := h.Count(`select count(*) from audit_log where action = 'game.lag' and subject = 'circus'`); err != nil || n != 1 || h.Count(`select lag from slot where code = 'circus'`) != 3600 {
		t.Errorf("%d entries in the log, %v", n, err)
	}
}
