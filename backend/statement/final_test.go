package statement_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec P8.10
func TestStatement_UpdateOrDelete_IsRejected(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(1000)) // nothing proves the account: a withdrawal waits for a cashier
	ended := m.Withdraw("", 300).Want(http.StatusAccepted).Cash().Statement
	h.AddOperator("cashier").Call("POST", "/api/operator/items/WITHDRAWAL/"+ended.ID.String()+"/reject", map[string]any{"note": "no"}).Want(http.StatusOK)
	waiting := m.Withdraw("", 200).Want(http.StatusAccepted).Cash().Statement
	before := [2]any{m.Detail(ended.ID), m.Detail(waiting.ID)}

	for _, query := range []string{
		`update statement_line set note = '' where status <> 'PENDING'`,
		`update statement_line set amount = amount + 1 where status <> 'PENDING'`,
		`update statement_line set status = 'PENDING' where status <> 'PENDING'`,
		`update statement_line set member_id = member_id + 1 where status = 'PENDING'`,
		`update statement_line set type = 'deposit' where status = 'PENDING'`,
		`update statement_line set currency = 'LAK' where status = 'PENDING'`,
		`update statement_line set created_at = created_at - interval '1 day' where status = 'PENDING'`,
		`delete from statement_line where status <> 'PENDING'`,
		`delete from statement_line where status = 'PENDING'`,
		`truncate statement_line`,
		`update statement_event set at = at - interval '1 day'`,
		`delete from statement_event`,
		`truncate statement_event`,
	} {
		if _, err := h.Pool.Exec(t.Context(), query); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", query, err)
		}
	}

	if after := [2]any{m.Detail(ended.ID), m.Detail(waiting.ID)}; !reflect.DeepEqual(after, before) {
		t.Errorf("%+v, before %+v", after, before)
	}
}
