package play_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/config"
	"krapao/backend/platform/signed"
	"krapao/backend/server/servertest"
)

func signedNow(body string) http.Header {
	return signed.Header("sandbox-key", time.Now(), []byte(body))
}

func TestPush_NotSignedByTheSlotsProvider_IsRefused(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	body := bodyOf(p.newEntry("A", 1, 1000, 0, 1000))
	edited := strings.Replace(body, "10.00", "90.00", 1)

	for name, got := range map[string]struct{ status, want int }{
		"forged":         {post(t, h, firstSlot, body, signed.Header("somebody's", time.Now(), []byte(body))), 401},
		"unsigned":       {post(t, h, firstSlot, body, nil), 401},
		"edited":         {post(t, h, firstSlot, edited, signedNow(body)), 401},
		"old":            {post(t, h, firstSlot, body, signed.Header("sandbox-key", time.Now().Add(-signed.MaxClockDifference-time.Minute), []byte(body))), 401},
		"of no slot":     {post(t, h, "nosuch", body, signedNow(body)), 404},
		"of a NUL":       {post(t, h, "%00", body, signedNow(body)), 404},
		"of other games": {post(t, h, secondSlot, body, signed.Header("another-slots", time.Now(), []byte(body))), 401},
	} {
		if got.status != got.want {
			t.Errorf("%s: %d instead of %d", name, got.status, got.want)
		}
	}
	wantTotal(t, h, p, 0, 0, 0, 0)
	header := signedNow(body)
	for range 3 { // the same message again
		if status := post(t, h, firstSlot, body, header); status != http.StatusOK {
			t.Errorf("a replay returned %d", status)
		}
	}

	wantTotal(t, h, p, 1, 1000, 0, 1000)
	h.CheckInvariants()
}

func TestPush_SignatureStaleFutureOrAltered_CountsNothing(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	body := bodyOf(p.newEntry("A", 1, 1000, 0, 1000))
	at := func(age time.Duration) http.Header {
		return signed.Header("sandbox-key", time.Now().Add(-age), []byte(body))
	}
	with := func(name, value string) http.Header {
		header := signedNow(body)
		header.Set(name, value)
		return header
	}
	good := signedNow(body)
	signature, timestamp := good.Get(signed.SignatureHeader), good.Get(signed.TimestampHeader)

	for name, header := range map[string]http.Header{
		"stale":                 at(signed.MaxClockDifference + time.Minute),
		"of last year":          at(365 * 24 * time.Hour),
		"of the future":         at(-signed.MaxClockDifference - time.Minute),
		"of the far future":     at(-100 * 365 * 24 * time.Hour),
		"of another second":     with(signed.TimestampHeader, strconv.FormatInt(time.Now().Unix()-100, 10)),
		"without a timestamp":   with(signed.TimestampHeader, ""),
		"of milliseconds":       with(signed.TimestampHeader, timestamp+"000"),
		"with a plus sign":      with(signed.TimestampHeader, "+"+timestamp),
		"of a number too large": with(signed.TimestampHeader, "9223372036854775808"),
		"without a signature":   with(signed.SignatureHeader, ""),
		"cut short":             with(signed.SignatureHeader, signature[:32]),
		"with more after it":    with(signed.SignatureHeader, signature+"00"),
		"in capitals":           with(signed.SignatureHeader, "A"+strings.ToUpper(signature)[1:]),
		"of an empty body":      signed.Header("sandbox-key", time.Now(), nil),
		"of an empty key":       signed.Header("", time.Now(), []byte(body)),
		"of a longer body":      signedNow(body + " "),
	} {
		if status := post(t, h, firstSlot, body, header); status != http.StatusUnauthorized {
			t.Errorf("%s: %d", name, status)
		}
	}
	wantTotal(t, h, p, 0, 0, 0, 0)
	for name, header := range map[string]http.Header{"almost too old": at(signed.MaxClockDifference - time.Minute), "of a clock that is fast": at(-signed.MaxClockDifference + time.Minute)} {
		if status := post(t, h, firstSlot, body, header); status != http.StatusOK {
			t.Errorf("%s: %d", name, status)
		}
	}
	wantTotal(t, h, p, 1, 1000, 0, 1000)
	h.CheckInvariants()
}

// The secrets of two slots differ, as in production. A provider with both slots must not sign for one with
// the other's secret, and one message must not count for both.
func TestPush_SignedWithAnotherSlotsSecret_CountsNothing(t *testing.T) {
	c := newFakeFeed(t)
	withSecret := func(slot, secret string) servertest.Option {
		return func(cfg *config.Config) {
			servertest.Game(slot, c.URL)(cfg)
			cfg.Games[slot] = config.Game{URL: c.URL, ID: "sandbox-id", Secret: secret}
		}
	}
	h := servertest.New(t, withSecret(firstSlot, "secret-of-first"), withSecret(secondSlot, "secret-of-second"))
	p := newPlayer(h, firstSlot)
	openGameAccount(h, p.Client, secondSlot)
	body := bodyOf(p.newEntry("A", 1, 1000, 0, 1000))
	signWith := func(secret string) http.Header { return signed.Header(secret, time.Now(), []byte(body)) }

	crossed := []int{post(t, h, firstSlot, body, signWith("secret-of-second")), post(t, h, secondSlot, body, signWith("secret-of-first"))}
	wantTotal(t, h, p, 0, 0, 0, 0)
	own1 := post(t, h, firstSlot, body, signWith("secret-of-first"))
	// The same plays to the other slot, correctly signed: that slot has no such username.
	own2 := post(t, h, secondSlot, body, signWith("secret-of-second"))

	if !slices.Equal(crossed, []int{http.StatusUnauthorized, http.StatusUnauthorized}) || own1 != http.StatusOK || own2 != http.StatusOK {
		t.Errorf("crossed %v, own %d and %d", crossed, own1, own2)
	}
	wantTotal(t, h, p, 1, 1000, 0, 1000)
	h.CheckInvariants()
}

// The test's clock keeps running, so this test allows some seconds. Package signed tests the exact limits.
func TestPush_AtTheEdgesOfTheTimeWindow_IsAcceptedInsideAndRefusedOutside(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	for i, c := range []struct {
		age        time.Duration
		isAccepted bool
	}{{signed.MaxClockDifference - 5*time.Second, true}, {-signed.MaxClockDifference + 5*time.Second, true}, {signed.MaxClockDifference + 2*time.Second, false}, {-signed.MaxClockDifference - 5*time.Second, false}} {
		body := bodyOf(p.newEntry(strconv.Itoa(i), 1, 1000, 0, 1000))

		status := post(t, h, firstSlot, body, signed.Header("sandbox-key", time.Now().Add(-c.age), []byte(body)))

		if (status == http.StatusOK) != c.isAccepted {
			t.Errorf("%s old: %d", c.age, status)
		}
	}
	wantTotal(t, h, p, 2, 2000, 0, 2000)
}

func TestPush_TooLargeOrTooMany_IsRefused(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	most := make([]entry, 100_000)
	for i := range most {
		most[i] = p.newEntry("A", 1, 1000, 0, 1000)
	}
	huge := bodyOf(most...)
	small := bodyOf(most[0])

	if status := post(t, h, firstSlot, huge, signedNow(huge)); status != http.StatusRequestEntityTooLarge {
		t.Errorf("100,000 plays: %d", status)
	}
	h.Exec(`insert into rate_counter (key, window_end, hits) values ($1, $2, 2999)`, "game-push:"+firstSlot, h.Clock.Now().Add(time.Minute))
	allowed, beyond := post(t, h, firstSlot, small, signedNow(small)), post(t, h, firstSlot, small, signedNow(small))

	if allowed != http.StatusOK || beyond != http.StatusTooManyRequests {
		t.Errorf("%d, then %d", allowed, beyond)
	}
	wantTotal(t, h, p, 1, 1000, 0, 1000)
}

func TestPush_SomePlaysUnreadable_StoresTheOthers(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	body := strings.Replace(bodyOf(p.newEntry("A", 1, 1000, 0, 1000), p.newEntry("B", 1, 200, 0, 200)), `"revision":1`, `"revision":9223372036854775808`, 1)

	for _, body := range []string{body, "<html>", "{}"} {
		if status := post(t, h, firstSlot, body, signedNow(body)); status != http.StatusOK {
			t.Errorf("%.20s: %d", body, status)
		}
	}

	wantTotal(t, h, p, 1, 200, 0, 200)
}
