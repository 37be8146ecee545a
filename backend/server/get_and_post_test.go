package server_test

import (
	"testing"

	"krapao/backend/server/servertest"
)

// spec 7.19, 7.21, 7.39, 7.42b, 7.42c, 7.44, 7.47, 7.50, D1.26, 8.14g
func TestMutatingGET_SameCallByPOST_ReturnsSameCode(t *testing.T) {
	h := servertest.New(t)
	for path, want := range map[string]string{
		"/api/wallet/activate/nothing":     "NO_GAME",
		"/api/wallet/resetpassword/circus": "SLOT_NO_ACCOUNT",
		"/api/invite/bonus":                "NO_INVITEE_PLAY_INFO",
		"/api/bonus/activate/DAILY":        "BONUS_CONDITION",
		"/api/bonus/clear":                 "NO_DATA",
		"/api/promotion/activate/NOTHING":  "NO_PROMOTION",
		"/api/refund/receive":              "NO_REFUND",
		"/api/refund/addWallet":            "REFUND_MINIMUM",
	} {
		m := h.AddMember()
		byGET := m.Call("GET", path, nil)
		byPOST := m.With("Idempotency-Key", "k").Call("POST", path, nil)

		if byGET.Code() != want || byPOST.Code() != want {
			t.Errorf("%s: GET %d %s, POST %d %s", path, byGET.Status, byGET.Body, byPOST.Status, byPOST.Body)
		}
	}
}
