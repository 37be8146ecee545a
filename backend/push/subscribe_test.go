package push_test

import (
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pgtest"
	"krapao/backend/push"
)

func TestSubscribe_InvalidField_IsNamedInTheRefusal(t *testing.T) {
	h := newEnvironment(t)
	good := h.pushService.subscribeBrowser()
	point := good.private.PublicKey().Bytes()
	offCurve := append([]byte(nil), point...)
	offCurve[64] ^= 1
	text := base64.RawURLEncoding.EncodeToString
	for name, c := range map[string]struct{ endpoint, p256dh, auth, field string }{
		"no push service":    {"https://evil.example/push", text(point), text(good.auth), "endpoint"},
		"inside the network": {"https://169.254.169.254/latest", text(point), text(good.auth), "endpoint"},
		"plain http":         {"http://fcm.googleapis.com/fcm/send/a", text(point), text(good.auth), "endpoint"},
		"another port":       {"https://fcm.googleapis.com:6379/fcm/send/a", text(point), text(good.auth), "endpoint"},
		"with a password":    {"https://a:b@fcm.googleapis.com/fcm/send/a", text(point), text(good.auth), "endpoint"},
		"nothing":            {"", text(point), text(good.auth), "endpoint"},
		"short key":          {good.endpoint, text(point[:64]), text(good.auth), "keys.p256dh"},
		"off the curve":      {good.endpoint, text(offCurve), text(good.auth), "keys.p256dh"},
		"not base64":         {good.endpoint, "!!!", text(good.auth), "keys.p256dh"},
		"compressed point":   {good.endpoint, text(append([]byte{2}, point[1:33]...)), text(good.auth), "keys.p256dh"},
		"short auth":         {good.endpoint, text(point), text(good.auth[:15]), "keys.auth"},
		"long auth":          {good.endpoint, text(point), text(append(good.auth, 0)), "keys.auth"},
	} {
		got := h.call(memberCaller(1, 10), "POST", "/api/push/subscribe", map[string]any{"subscription": map[string]any{
			"endpoint": c.endpoint, "keys": map[string]any{"p256dh": c.p256dh, "auth": c.auth},
		}})
		if got.status != http.StatusBadRequest || !strings.Contains(got.body, `"subscription.`+c.field+`":"INVALID_USER_INFO"`) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for _, id := range []string{"", "somebody", "0f9a1c52-7b3e-1d18-a6c0-5e2b9d4f7a31"} {
		got := h.call(caller{}, "POST", "/api/push/subscribe", map[string]any{"subscription": good.subscription(), "guestId": id})
		if got.status != http.StatusBadRequest || !strings.Contains(got.body, `"guestId":"INVALID_USER_INFO"`) {
			t.Errorf("guest %q: %+v", id, got)
		}
	}
	if h.subscriptions() != 0 {
		t.Error("a subscription was stored")
	}
}

func TestSubscribe_KeysWithAndWithoutPadding_AreAccepted(t *testing.T) {
	h, padded := newEnvironment(t), base64.URLEncoding.EncodeToString
	b := h.pushService.subscribeBrowser()

	got := h.call(guestCaller(guestA), "POST", "/api/push/subscribe", map[string]any{"subscription": map[string]any{
		"endpoint": b.endpoint, "keys": map[string]any{"p256dh": padded(b.private.PublicKey().Bytes()), "auth": padded(b.auth)},
	}})
	h.notify(guestOwner(t, guestA), push.ChatReply, nil)

	if got.status != http.StatusOK || got.body != "{}" {
		t.Fatalf("%+v", got)
	}
	waitUntil(t, "the push arrives", func() bool { return len(b.arrivals()) == 1 })
}

func TestSubscribe_InventedToken_IsRefused(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()

	got := h.call(caller{token: "made-up", guest: guestA}, "POST", "/api/push/subscribe", map[string]any{"subscription": b.subscription()})

	if got.status != http.StatusUnauthorized || h.subscriptions() != 0 {
		t.Fatalf("%+v", got)
	}
}

// spec D6.13, D6.14
func TestSubscribe_SameBrowserAnotherMember_BelongsToTheLast(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), b)
	h.subscribe(memberCaller(2, 20), b)
	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)
	h.waitForJobs()
	before := len(b.arrivals())

	h.notify(push.Owner{MemberID: 2}, push.WithdrawPaid, nil)

	waitUntil(t, "the new owner's push arrives", func() bool { return len(b.arrivals()) == 1 })
	if got := b.arrivals()[0]; before != 0 || got.Kind != "withdraw.paid" || h.subscriptions() != 1 {
		t.Fatalf("%d before, then %+v, %d stored", before, got, h.subscriptions())
	}
}

func TestSubscribe_BrowserChangesItsUser_DropsNoticesToFormerOwner(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), b)
	b.setResponse(http.StatusServiceUnavailable, "", "Retry-After", "2")
	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)
	waitUntil(t, "the first try", func() bool { return b.countTries() == 1 })

	h.subscribe(guestCaller(guestA), b)

	h.waitForJobs()
	if b.countTries() != 1 {
		t.Fatal("the guest received the member's notice")
	}
}

// spec D6.13
func TestUnsubscribe_SubscriptionOfAnother_StaysActive(t *testing.T) {
	h := newEnvironment(t)
	b, m := h.pushService.subscribeBrowser(), h.pushService.subscribeBrowser()
	h.subscribe(guestCaller(guestA), b)
	h.subscribe(memberCaller(1, 10), m)
	unsubscribe := func(as caller, b *browser) callResponse {
		return h.call(as, "DELETE", "/api/push/subscribe", map[string]any{"endpoint": b.endpoint})
	}

	for _, stranger := range []caller{guestCaller(guestB), memberCaller(2, 20)} {
		if got := unsubscribe(stranger, b); got.status != http.StatusOK || got.body != "{}" {
			t.Errorf("%+v", got)
		}
		unsubscribe(stranger, m)
	}
	kept := h.subscriptions()
	unsubscribe(guestCaller(strings.ToUpper(guestA)), b)
	unsubscribe(memberCaller(1, 11), m)

	if kept != 2 || h.subscriptions() != 0 {
		t.Fatalf("%d after strangers, %d after the owners", kept, h.subscriptions())
	}
}

func TestSubscribe_AboveTheCap_RemovesTheOldest(t *testing.T) {
	h := newEnvironment(t)
	for name, c := range map[string]struct {
		as    caller
		keeps int
	}{"a guest": {guestCaller(guestA), 3}, "a member": {memberCaller(1, 10), 10}} {
		h.advance(time.Hour)
		first := h.pushService.subscribeBrowser()
		h.subscribe(c.as, first)
		second := h.pushService.subscribeBrowser()
		h.advance(time.Minute)
		h.subscribe(c.as, second)
		h.advance(time.Minute)
		h.subscribe(c.as, first) // the first one is used again and is now the newest
		for range c.keeps - 1 {
			h.advance(time.Minute)
			h.subscribe(c.as, h.pushService.subscribeBrowser())
		}
		countOf := func(b *browser) int {
			return queryCount(t, h.Pool, "select count(*) from push_subscription where endpoint = $1", b.endpoint)
		}
		if countOf(first) != 1 || countOf(second) != 0 {
			t.Errorf("%s: %d rows of the used subscription, %d of the oldest", name, countOf(first), countOf(second))
		}
	}

	if n := h.subscriptions(); n != 13 {
		t.Fatalf("%d subscriptions are stored", n)
	}
}

func TestSubscribe_MovedOrTwoAtOnce_KeepsTheCap(t *testing.T) {
	h := newEnvironment(t)
	for range 8 {
		h.subscribe(memberCaller(1, 10), h.pushService.subscribeBrowser())
	}
	for range 3 {
		h.subscribe(guestCaller(guestA), h.pushService.subscribeBrowser())
	}
	subscribed := make(chan struct{})

	h.inTx(func(tx pgx.Tx) error {
		if err := h.MoveGuestTx(t.Context(), tx, guestOwner(t, guestA).GuestHash, 1, 10); err != nil {
			return err
		}
		var inside int
		if err := tx.QueryRow(t.Context(), "select count(*) from push_subscription").Scan(&inside); err != nil || inside != 10 {
			t.Errorf("%d after the move, %v", inside, err)
		}
		go func() {
			defer close(subscribed)
			h.subscribe(memberCaller(1, 10), h.pushService.subscribeBrowser())
		}()
		for !pgtest.HasWaiter(t, h.Pool) {
			select {
			case <-subscribed:
				t.Error("the new subscription did not wait for the move")
				return nil
			default:
			}
		}
		return nil
	})
	<-subscribed

	if n := h.subscriptions(); n != 10 {
		t.Fatalf("%d subscriptions are stored", n)
	}
}

// spec D1.4
func TestSubscribe_TooOften_IsRefusedWithARetryAfter(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	for range 300 {
		h.subscribe(guestCaller(guestA), b)
	}

	got := h.call(guestCaller(guestA), "POST", "/api/push/subscribe", map[string]any{"subscription": b.subscription()})

	seconds, err := strconv.Atoi(got.retryAfter)
	if got.status != http.StatusTooManyRequests || !strings.Contains(got.body, "REQUEST_LIMIT") || err != nil || seconds < 1 || seconds > 3600 {
		t.Fatalf("%+v", got)
	}
}

func TestSubscribe_GuestLogsIn_KeepsTheSubscription(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	h.subscribe(guestCaller(guestA), b)
	b.setResponse(http.StatusServiceUnavailable, "", "Retry-After", "2")
	h.notify(guestOwner(t, guestA), push.ChatReply, nil)
	waitUntil(t, "the first try", func() bool { return b.countTries() == 1 })

	h.inTx(func(tx pgx.Tx) error {
		return h.MoveGuestTx(t.Context(), tx, guestOwner(t, guestA).GuestHash, 1, 10)
	})
	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)
	h.notify(guestOwner(t, guestA), push.ChatReply, nil)

	waitUntil(t, "both arrive", func() bool { return len(b.arrivals()) == 2 })
	h.waitForJobs()
	if got := b.arrivals(); len(got) != 2 || got[0].Kind != "deposit.credited" || got[1].URL != "/user/home?sheet=chat" {
		t.Fatalf("%+v", got)
	}
	h.revoke(10)
	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)
	waitUntil(t, "the session's subscription is deleted", func() bool { return h.subscriptions() == 0 })
}

func TestDeliver_MemberDropped_SendsNothing(t *testing.T) {
	h := newEnvironment(t)
	b, other := h.pushService.subscribeBrowser(), h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), b)
	h.subscribe(memberCaller(2, 20), other)
	h.inTx(func(tx pgx.Tx) error { return h.DropMemberTx(t.Context(), tx, 1) })

	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)

	h.waitForJobs()
	if b.countTries() != 0 || h.subscriptions() != 1 {
		t.Fatalf("%d pushes, %d subscriptions", b.countTries(), h.subscriptions())
	}
}

func TestSubscriptions_UnusedForLong_AreRemoved(t *testing.T) {
	h := newEnvironment(t)
	h.subscribe(guestCaller(guestA), h.pushService.subscribeBrowser())
	h.advance(100 * 24 * time.Hour)
	h.subscribe(guestCaller(guestB), h.pushService.subscribeBrowser())
	h.advance(100 * 24 * time.Hour)

	if err := h.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}

	if n := h.subscriptions(); n != 1 {
		t.Fatalf("%d subscriptions remain", n)
	}
}

func TestSubscribe_ManyFromOneAddress_LimitsGuestsOnly(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	h.subscribe(guestCaller(guestA), b)
	if _, err := h.Pool.Exec(t.Context(), `update rate_counter set hits = 3000 where key = 'push:from:127.0.0.1'`); err != nil {
		t.Fatal(err)
	}

	got := h.call(guestCaller(guestB), "POST", "/api/push/subscribe", map[string]any{"subscription": b.subscription()})
	h.subscribe(memberCaller(1, 10), b)

	if got.status != http.StatusTooManyRequests {
		t.Fatalf("%+v", got)
	}
}
