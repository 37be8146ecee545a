package desk_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/server/servertest"
	"krapao/backend/staff"
)

// memberState returns the state of member m as the console shows it to operator by.
func memberState(t *testing.T, by, m *servertest.Client) string {
	t.Helper()
	var item servertest.QueueItem
	by.Call("POST", "/api/operator/members/"+m.PublicID()+"/open", nil).Want(http.StatusOK).Into(&item)
	return item.Fact("state")
}

// spec 8.15i
func TestFreeze_WithReason_LastsUntilUnfrozen(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")

	cashier.Call("POST", actionPath(m, "freeze"), map[string]any{"why": " "}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	cashier.Call("POST", actionPath(m, "freeze"), map[string]any{"why": "x", "until": h.Clock.Now().Add(-time.Minute)}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	cashier.Call("POST", actionPath(m, "unfreeze"), map[string]any{"why": "x"}).WantCode(http.StatusConflict, "NO_DATA")
	cashier.Call("POST", actionPath(m, "freeze"), map[string]any{"why": "the phone was stolen"}).Want(http.StatusOK)
	frozen := memberState(t, cashier, m)
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK) // reading is still allowed
	cashier.Call("POST", actionPath(m, "unfreeze"), map[string]any{"why": "found again"}).Want(http.StatusOK)

	if free := memberState(t, cashier, m); frozen != "frozen" || free != "active" {
		t.Errorf("%q, then %q", frozen, free)
	}
}

func TestFreeze_WithEndTime_EndsAtThatTime(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	cashier.Call("POST", actionPath(m, "freeze"), map[string]any{"why": "asked for it", "until": h.Clock.Now().Add(10 * time.Minute)}).Want(http.StatusOK)
	before := memberState(t, cashier, m)

	h.Clock.Advance(11 * time.Minute)

	if after := memberState(t, cashier, m); before != "frozen" || after != "active" {
		t.Errorf("%q, then %q", before, after)
	}
}

// spec 8.8a
func TestCommandLine_FreezeAndAdjust_FreezesAndRefusesTheAdjustment(t *testing.T) {
	h := servertest.New(t)
	m, admin := h.AddMember(), h.AddOperator("admin")
	why := staff.Fields{"why": []byte(`"by the bank's letter"`), "amount": []byte("5")}

	if err := h.Desk.RunActionFromCommandLine(t.Context(), "MEMBER", m.PublicID(), "adjust", why); apperr.CodeOf(err) != apperr.Unauthorized {
		t.Errorf("an adjustment by the command line: %v", err)
	}
	if err := h.Desk.RunActionFromCommandLine(t.Context(), "MEMBER", m.PublicID(), "freeze", why); err != nil {
		t.Fatal(err)
	}

	var log struct {
		Entries []struct {
			Operator, Action, Subject string
			Details                   map[string]any
		}
	}
	admin.Call("GET", "/api/operator/audit?limit=1", nil).Want(http.StatusOK).Into(&log)
	if e := log.Entries[0]; e.Operator != "console" || e.Action != "member.freeze" || e.Subject != m.PublicID() || e.Details["why"] != "by the bank's letter" {
		t.Errorf("%+v", e)
	}
	if got := memberState(t, admin, m); got != "frozen" {
		t.Errorf("%q", got)
	}
}
