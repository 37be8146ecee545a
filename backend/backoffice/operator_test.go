package backoffice_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

func TestAnOperatorNeedsNamePasswordAndAFreshCode(t *testing.T) {
	h := servertest.New(t)
	if _, err := h.Backoffice.Add(t.Context(), "nok", "cashier", "a long password"); err != nil {
		t.Fatal(err)
	}
	code, err := h.Backoffice.Code(t.Context(), "nok")
	if err != nil {
		t.Fatal(err)
	}
	login := func(name, password, code string) servertest.Answer {
		return h.Visitor().Call("POST", "/api/operator/login", map[string]string{"username": name, "password": password, "code": code})
	}
	wrong := "000000"
	if code == wrong {
		wrong = "111111"
	}

	login("nobody", "a long password", code).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("nok", "wrong", code).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("nok", "a long password", wrong).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("nok", "a long password", code).Want(http.StatusOK)
	login("nok", "a long password", code).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL") // a code opens once
	for range 10 {
		login("nok", "guess", code)
	}
	login("nok", "a long password", code).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
}

func TestADisabledOperatorIsOutAtOnce(t *testing.T) {
	h := servertest.New(t)
	if _, err := h.Backoffice.Add(t.Context(), "lek", "admin", "a long password"); err != nil {
		t.Fatal(err)
	}
	code, _ := h.Backoffice.Code(t.Context(), "lek")
	var session struct{ Token string }
	c := h.Visitor()
	c.Call("POST", "/api/operator/login", map[string]string{"username": "lek", "password": "a long password", "code": code}).Want(http.StatusOK).Into(&session)
	c.Token = session.Token
	c.Call("GET", "/api/operator/audit", nil).Want(http.StatusOK)

	if err := h.Backoffice.SetActive(t.Context(), "lek", false); err != nil {
		t.Fatal(err)
	}

	c.Call("GET", "/api/operator/audit", nil).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
}

func TestAnOperatorsSessionEnds(t *testing.T) {
	h := servertest.New(t)
	left, late := h.Staff("cashier"), h.Staff("cashier")
	left.Call("POST", "/api/operator/logout", nil).Want(http.StatusOK)
	left.Call("GET", "/api/operator/slips", nil).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	h.Clock.Advance(9 * time.Hour)
	late.Call("GET", "/api/operator/slips", nil).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
}

func TestEveryActIsInTheLogAndTheLogIsFinal(t *testing.T) {
	h := servertest.New(t)
	m, cashier, admin := h.Member(), h.Staff("cashier"), h.Staff("admin")
	now := h.Clock.Now()
	made := m.Transfer(servertest.Transfer{Amount: 300, At: now.Add(-5 * time.Hour)})
	id := uuid.New()
	m.Upload(id, now.Add(-290*time.Minute), m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	m.WaitSlip(id)
	cashier.Call("POST", "/api/operator/slips/"+id.String()+"/settle", map[string]any{}).Want(http.StatusOK)

	var log struct {
		Entries []struct{ Action, Subject, Operator string }
	}
	admin.Call("GET", "/api/operator/audit?limit=100", nil).Want(http.StatusOK).Into(&log)

	found := false
	for _, e := range log.Entries {
		found = found || (e.Action == "slip.settle" && e.Subject == id.String() && e.Operator != "console")
	}
	if !found {
		t.Errorf("the act is not in %+v", log.Entries)
	}
	for _, act := range []string{"update audit_log set action = ''", "delete from audit_log", "truncate audit_log"} {
		if _, err := h.Pool.Exec(t.Context(), act); err == nil {
			t.Errorf("%q was allowed", act)
		}
	}
}

func TestAnOperatorsNameOfAnyLengthIsJustWrong(t *testing.T) {
	h := servertest.New(t)
	name := ""
	for len(name) < 10_000 { // random, so that it cannot be stored compressed
		name += uuid.NewString()
	}

	h.Visitor().Call("POST", "/api/operator/login", map[string]string{"username": name, "password": "x", "code": "000000"}).
		WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
}
