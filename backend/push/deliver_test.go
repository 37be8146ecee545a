package push_test

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/push"
)

// spec D6.14
func TestDeliver_Push_IsDecryptedByTheBrowser(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	as := guestCaller(guestA)
	as.locale = "lo"
	h.subscribe(as, b)

	h.notify(guestOwner(t, guestA), push.ChatReply, map[string]string{"name": "Somchai"})

	waitUntil(t, "the push arrives", func() bool { return len(b.arrivals()) == 1 })
	got := b.arrivals()[0]
	if got.Kind != "chat.reply" || got.Title != "ຝ່າຍບໍລິການລູກຄ້າຕອບທ່ານແລ້ວ" || got.URL != "/contact?sheet=chat" || got.Tag != "chat.reply" || time.Since(got.At) > time.Minute {
		t.Errorf("%+v", got)
	}
	if got.urgency != "high" || got.topic != "chat-reply" || got.ttl < 86000 || got.ttl > 86400 || got.length != 86+512+1+16 {
		t.Errorf("%+v", got)
	}
}

// spec D6.17
func TestDeliver_MemberAllowsAmounts_ShowsThem(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), b)
	args := map[string]string{"amount": "1250.00"}
	settings := func(method string, body map[string]any) string {
		return h.call(memberCaller(1, 10), method, "/api/push/settings", body).body
	}
	first := settings("GET", nil)
	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, args)
	waitUntil(t, "the first arrives", func() bool { return len(b.arrivals()) == 1 })

	second := settings("PUT", map[string]any{"showDetails": true})
	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, args)

	waitUntil(t, "the second arrives", func() bool { return len(b.arrivals()) == 2 })
	hidden, shown := b.arrivals()[0], b.arrivals()[1]
	if strings.Contains(hidden.Title+hidden.Body, "250") || !strings.Contains(shown.Body, "1,250.00 บาท") || hidden.Tag == shown.Tag {
		t.Errorf("%+v then %+v", hidden, shown)
	}
	if first != `{"showDetails":false}` || second != `{"showDetails":true}` || settings("GET", nil) != second {
		t.Errorf("settings %s, %s, %s", first, second, settings("GET", nil))
	}
	if other := h.call(memberCaller(2, 20), "GET", "/api/push/settings", nil).body; other != first {
		t.Errorf("another member's settings are %s", other)
	}
}

// spec D6.16
func TestDeliver_SubscriptionGone_IsRemoved(t *testing.T) {
	h := newEnvironment(t)
	for _, status := range []int{http.StatusGone, http.StatusNotFound} {
		dead, living := h.pushService.subscribeBrowser(), h.pushService.subscribeBrowser()
		h.subscribe(memberCaller(1, 10), dead)
		h.subscribe(memberCaller(1, 10), living)
		dead.setResponse(status, "")
		arrived := len(living.arrivals())

		h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)

		waitUntil(t, "the other browser receives the push", func() bool { return len(living.arrivals()) == arrived+1 })
		h.waitForJobs()
		if n := queryCount(t, h.Pool, "select count(*) from push_subscription where endpoint = $1", dead.endpoint); n != 0 || dead.countTries() != 1 {
			t.Errorf("%d: %d subscriptions stored, %d calls", status, n, dead.countTries())
		}
	}
}

func TestDeliver_PushServiceBusy_RetriesAfterItsRetryAfter(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), b)
	b.setResponse(http.StatusServiceUnavailable, "", "Retry-After", "1")
	b.setResponse(http.StatusTooManyRequests, "", "Retry-After", time.Now().Add(3*time.Second).UTC().Format(http.TimeFormat))
	b.setResponse(http.StatusInternalServerError, "")

	started := time.Now()
	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)

	waitUntil(t, "the push arrives", func() bool { return len(b.arrivals()) == 1 })
	if b.countTries() != 4 || time.Since(started) < 2*time.Second {
		t.Fatalf("%d calls in %s", b.countTries(), time.Since(started))
	}
}

func TestDeliver_NoticeOlderThanADay_IsDropped(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), b)
	b.setResponse(http.StatusServiceUnavailable, "", "Retry-After", "2")
	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)
	waitUntil(t, "the first try", func() bool { return b.countTries() == 1 })

	h.advance(24 * time.Hour)

	h.waitForJobs()
	b.setResponse(http.StatusServiceUnavailable, "", "Retry-After", "90000")
	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)
	waitUntil(t, "the second try", func() bool { return b.countTries() == 2 })
	h.waitForJobs()
	if len(b.arrivals()) != 0 || h.subscriptions() != 1 {
		t.Fatalf("%d arrived, %d subscriptions", len(b.arrivals()), h.subscriptions())
	}
}

func TestDeliver_OurRequestIsRefused_KeepsTheSubscription(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), b)
	for i, status := range []int{400, 401, 403, 413, 307} {
		b.setResponse(status, "BadJwtToken\x00\xff", "Location", h.pushService.URL+"/elsewhere")

		h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)

		waitUntil(t, "the push service is called", func() bool { return b.countTries() == i+1 })
		h.waitForJobs()
	}

	if h.subscriptions() != 1 || b.countTries() != 5 {
		t.Fatalf("%d subscriptions, %d calls", h.subscriptions(), b.countTries())
	}
}

func TestDeliver_SubscriptionForAnotherKey_IsRemoved(t *testing.T) {
	h := newEnvironment(t)
	for status, body := range map[int]string{
		403: "the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.",
		400: `{"reason":"VapidPkHashMismatch"}`,
		401: `{"code":401,"errno":109,"message":"VAPID public key mismatch"}`,
	} {
		b := h.pushService.subscribeBrowser()
		h.subscribe(memberCaller(1, 10), b)
		b.setResponse(status, body)

		h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)

		waitUntil(t, body, func() bool { return h.subscriptions() == 0 })
	}
	b := h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), b)
	if _, err := h.Pool.Exec(t.Context(), `update push_subscription set vapid = '\x0102'`); err != nil {
		t.Fatal(err)
	}
	b.setResponse(http.StatusUnauthorized, "") // the response of Windows' push service

	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)

	waitUntil(t, "the older key's subscription is removed", func() bool { return h.subscriptions() == 0 })
}

func TestDeliver_SessionEnded_SendsNothing(t *testing.T) {
	h := newEnvironment(t)
	ended, open := h.pushService.subscribeBrowser(), h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), ended)
	h.subscribe(memberCaller(1, 11), open)
	h.revoke(10)

	h.notify(push.Owner{MemberID: 1}, push.ChatReply, nil)

	waitUntil(t, "the other browser receives the push", func() bool { return len(open.arrivals()) == 1 })
	h.waitForJobs()
	if ended.countTries() != 0 || h.subscriptions() != 1 {
		t.Fatalf("%d calls, %d subscriptions", ended.countTries(), h.subscriptions())
	}
}

// The owner must be warned of an unwanted change.
func TestDeliver_PasswordChanged_NotifiesTheDevicesLoggedOut(t *testing.T) {
	h := newEnvironment(t)
	earlier, current, mine := h.pushService.subscribeBrowser(), h.pushService.subscribeBrowser(), h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 9), earlier)
	h.subscribe(memberCaller(1, 10), current)
	h.subscribe(memberCaller(1, 11), mine)
	h.revoke(9)
	current.setResponse(http.StatusServiceUnavailable, "", "Retry-After", "1")

	h.inTx(func(tx pgx.Tx) error {
		defer h.revoke(10)
		return h.NotifyTx(t.Context(), tx, push.Owner{MemberID: 1}, push.Notice{Kind: push.PasswordChanged})
	})

	waitUntil(t, "both devices receive the notice", func() bool { return len(current.arrivals()) == 1 && len(mine.arrivals()) == 1 })
	h.waitForJobs()
	if earlier.countTries() != 0 || h.subscriptions() != 1 {
		t.Fatalf("a device that was logged out before received %d calls; %d subscriptions", earlier.countTries(), h.subscriptions())
	}
}

func TestNotify_TransactionCommitsOrRollsBack_SendsOrNot(t *testing.T) {
	h := newEnvironment(t)
	b := h.pushService.subscribeBrowser()
	h.subscribe(memberCaller(1, 10), b)
	undone := errors.New("undone")
	err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		if err := h.NotifyTx(t.Context(), tx, push.Owner{MemberID: 1}, push.Notice{Kind: push.SlipRefused}); err != nil {
			return err
		}
		return undone
	})

	h.notify(push.Owner{MemberID: 1}, push.DepositCredited, nil)

	waitUntil(t, "the committed one arrives", func() bool { return len(b.arrivals()) == 1 })
	h.waitForJobs()
	if got := b.arrivals(); !errors.Is(err, undone) || len(got) != 1 || got[0].Kind != "deposit.credited" {
		t.Fatalf("%v; %+v", err, got)
	}
}

func TestNotify_WithoutARecipient_ReturnsAnError(t *testing.T) {
	h := newEnvironment(t)
	for _, to := range []push.Owner{{}, {MemberID: 1, GuestHash: make([]byte, 32)}} {
		err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
			return h.NotifyTx(context.Background(), tx, to, push.Notice{Kind: push.ChatReply})
		})
		if err == nil {
			t.Errorf("%+v is accepted", to)
		}
	}
	for _, kind := range []push.Kind{push.DepositCredited, "made.up"} {
		err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
			return h.NotifyTx(context.Background(), tx, guestOwner(t, guestA), push.Notice{Kind: kind})
		})
		if err == nil {
			t.Errorf("a guest gets %s", kind)
		}
	}
}

func TestDeliver_ManyNoticesToManyBrowsers_EachArrivesOnce(t *testing.T) {
	h := newEnvironment(t)
	const members, devices, notices = 5, 4, 6
	var all []*browser
	for m := range int64(members) {
		for d := range int64(devices) {
			b := h.pushService.subscribeBrowser()
			h.subscribe(memberCaller(m+1, 100*m+d+1), b)
			all = append(all, b)
		}
	}

	var wg sync.WaitGroup
	for m := range int64(members) {
		for range notices {
			wg.Go(func() { h.notify(push.Owner{MemberID: m + 1}, push.DepositCredited, nil) })
		}
	}
	wg.Wait()

	h.waitForJobs()
	for _, b := range all {
		tags := map[string]bool{}
		for _, a := range b.arrivals() {
			tags[a.Tag] = true
		}
		if len(b.arrivals()) != notices || len(tags) != notices {
			t.Errorf("%d arrived, %d different", len(b.arrivals()), len(tags))
		}
	}
}

// spec D6.13
func TestKey_PublicPart_IsAcceptedByBrowsers(t *testing.T) {
	h := newEnvironment(t)

	got := h.call(caller{}, "GET", "/api/push/key", nil)

	key := strings.TrimSuffix(strings.TrimPrefix(got.body, `{"key":"`), `"}`)
	point, err := base64.RawURLEncoding.DecodeString(key)
	if got.status != http.StatusOK || err != nil || len(point) != 65 || point[0] != 4 || key != h.pushService.key {
		t.Fatalf("%+v: %v", got, err)
	}
}
