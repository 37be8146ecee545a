package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

// browsersKeys are a browser's push keys, from the appendix of RFC 8291.
var browsersKeys = map[string]string{
	"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}

// spec D6.15
func TestPush_EachEventOfAMember_IsSent(t *testing.T) {
	h := servertest.New(t, servertest.PushHost("push.test=127.0.0.1:9"))
	m := h.AddMember()
	subscription := map[string]any{"endpoint": "https://push.test/1", "keys": browsersKeys}
	m.Call("POST", "/api/push/subscribe", map[string]any{"subscription": subscription}).Want(http.StatusOK)
	waitForPush := func(kind string) {
		t.Helper()
		h.WaitUntil(kind, func() bool {
			return h.Count(`select count(*) from river_job where kind = 'send_push' and args->>'what' = $1`, kind) == 1
		})
	}

	m.Deposit(1000)
	waitForPush("deposit.credited")
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100, ToAccountNo: "1112223399"}))
	waitForPush("slip.refused")
	m.WaitFinal(m.Withdraw("", 200).Cash().Statement.ID, time.Second)
	waitForPush("withdraw.paid")
	h.Fault("payout:create", "error", "", 1, 0)
	m.WaitFinal(m.Withdraw("", 200).Cash().Statement.ID, time.Second)
	waitForPush("withdraw.refused")
	h.Login(m.Phone, m.Password)
	waitForPush("session.new")
	message := map[string]any{"message_type": "text", "payload": "hello"}
	m.Call("POST", "/api/chat/send-message", map[string]any{"clientId": uuid.New(), "message": message}).Want(http.StatusOK)
	support := h.AddOperator("support")
	var inbox struct{ Conversations []struct{ ID string } }
	support.Call("GET", "/api/operator/chat/conversations", nil).Want(http.StatusOK).Into(&inbox)
	support.Call("POST", "/api/operator/chat/conversations/"+inbox.Conversations[0].ID+"/messages", map[string]any{"clientId": uuid.New(), "message": message}).Want(http.StatusOK)
	h.RunDelayedJobs()
	waitForPush("chat.reply")
	m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": m.Password, "newPassword": "a new password"}).Want(http.StatusOK)
	waitForPush("password.changed")
}

// spec D1.23, D3.46
func TestMoneyCall_OutcomeUnknown_WaitsUpToTenSeconds(t *testing.T) {
	h := servertest.New(t)

	for name, patience := range map[string]time.Duration{"a withdrawal": h.Withdrawal.Patience, "a transfer": h.Games.Patience, "a gift": h.Gifts.Patience} {
		if patience != 10*time.Second {
			t.Errorf("%s: the call waits for %s", name, patience)
		}
	}
}
