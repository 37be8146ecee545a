package desk_test

import (
	"net/http"
	"testing"

	"krapao/backend/server/servertest"
)

// spec 8.15i
func TestExclusion_MarkedAsSeen_LeavesQueueAndStaysOnMember(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 6}).Want(http.StatusOK)
	waiting := cashier.Queue("EXCLUSION")
	if len(waiting) != 1 {
		t.Fatalf("%d exclusions wait", len(waiting))
	}

	cashier.Call("POST", "/api/operator/items/EXCLUSION/"+waiting[0].ID+"/seen", nil).Want(http.StatusOK)
	cashier.Call("POST", "/api/operator/items/EXCLUSION/"+waiting[0].ID+"/seen", nil).WantCode(http.StatusNotFound, "NO_DATA")
	cashier.Call("POST", "/api/operator/items/EXCLUSION/nonsense/seen", nil).WantCode(http.StatusNotFound, "NO_DATA")

	if left := cashier.Queue("EXCLUSION"); len(left) != 0 {
		t.Errorf("%d still wait", len(left))
	}
	var item servertest.QueueItem
	cashier.Call("POST", "/api/operator/members/"+m.PublicID()+"/open", nil).Want(http.StatusOK).Into(&item)
	if waiting[0].Reason != "EXCLUSION" || item.Fact("closed") != "EXCLUSION" || item.Fact("closedUntil") == "" {
		t.Errorf("the reason was %s; the member has %q until %q", waiting[0].Reason, item.Fact("closed"), item.Fact("closedUntil"))
	}
}
