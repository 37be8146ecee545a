package desk_test

import (
	"net/http"
	"testing"

	"krapao/backend/server/servertest"
)

func TestHolderName_ThatNoBankPrints_IsListedUntilTwoOperatorsCorrectIt(t *testing.T) {
	h := servertest.New(t)
	m, first, second := h.AddMember(), h.AddOperator("cashier"), h.AddOperator("cashier")
	h.AddMember()
	h.Exec("update member set bank_account_name = '🙂' where id = $1", m.ID())

	listed := first.Queue("HOLDER_NAME")
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
	if len(listed) != 1 || listed[0].ID != m.PublicID() {
		t.Fatalf("%+v", listed)
	}
	path, body := "/api/operator/items/HOLDER_NAME/"+m.PublicID()+"/payoutAccount", map[string]any{
		"bankCode": m.BankCode, "bankAccountNo": m.AccountNo, "bankAccountName": "..", "why": "the page of her bank book",
	}
	first.Call("POST", path, body).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	body["bankAccountName"] = "MALI SUKJAI"
	second.Call("POST", propose(first, path, body).itemPath()+"/approve", nil).Want(http.StatusOK)

	if left := first.Queue("HOLDER_NAME"); len(left) != 0 {
		t.Errorf("%+v", left)
	}
}
