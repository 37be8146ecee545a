package desk_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
	"krapao/backend/staff"
)

// validFields returns a valid value for each field of an action.
func validFields(t *testing.T, h *servertest.Environment, fields []staff.Field) map[string]any {
	t.Helper()
	out := map[string]any{}
	for _, f := range fields {
		switch f.Type {
		case staff.FieldAmount:
			out[f.Name] = 100
		case staff.FieldMember:
			out[f.Name] = h.AddMember().PublicID()
		case staff.FieldCode:
			out[f.Name] = f.Options[0]
		case staff.FieldBank:
			out[f.Name] = "KBANK"
		case staff.FieldAccount:
			out[f.Name] = "1234567890"
		case staff.FieldFlag:
			out[f.Name] = false
		case staff.FieldTime:
			out[f.Name] = staff.FormatTime(h.Clock.Now())
		case staff.FieldSentences, staff.FieldLine:
			out[f.Name] = "some words"
		default:
			t.Fatalf("a field of type %q", f.Type)
		}
	}
	return out
}

// spec 8.15i
func TestRunAction_UnknownItem_ReturnsNoData(t *testing.T) {
	h := servertest.New(t)
	by := map[string]*servertest.Client{staff.Cashier: h.AddOperator("cashier"), staff.Admin: h.AddOperator("admin")}
	for _, kind := range h.Server.Desk.ItemKinds {
		for _, action := range kind.Actions {
			for _, id := range []string{uuid.NewString(), "none"} {
				path := "/api/operator/items/" + kind.Name + "/" + id + "/" + action.Name

				got := by[kind.Roles[0]].Call("POST", path, validFields(t, h, action.Fields))

				if got.Status != http.StatusNotFound || got.Code() != "NO_DATA" {
					t.Errorf("%s: %d %s", path, got.Status, got.Body)
				}
			}
		}
	}
	admin := by[staff.Admin]
	admin.Call("POST", "/api/operator/items/NOTHING/"+uuid.NewString()+"/settle", nil).WantCode(http.StatusNotFound, "NO_DATA")
	admin.Call("POST", "/api/operator/items/SLIP/"+uuid.NewString()+"/nothing", nil).WantCode(http.StatusNotFound, "NO_DATA")
}
