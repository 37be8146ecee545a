package identity_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/backend/platform/password"
	"krapao/backend/server/servertest"
)

// init makes password hashes as slow as in production.
func init() { password.SetTestCost(false) }

// fillStrangersQueue takes every place and every queue place of the strangers' queue until the test
// ends.
func fillStrangersQueue(t *testing.T) {
	t.Helper()
	ctx, leave := context.WithCancel(context.Background())
	hold := make(chan struct{})
	var all sync.WaitGroup
	t.Cleanup(func() { leave(); close(hold); all.Wait() })
	for i := 0; password.Strangers.Check("the next") == nil; i++ {
		all.Go(func() {
			for ctx.Err() == nil { // a call whose wait times out tries again
				holdPlace(ctx, fmt.Sprint("crowd ", i), hold)
			}
		})
		time.Sleep(time.Millisecond)
	}
}

// holdPlace acquires a place in the strangers' queue and releases it when hold is closed.
func holdPlace(ctx context.Context, origin string, hold chan struct{}) {
	if release, err := password.Strangers.Acquire(ctx, origin); err == nil {
		<-hold
		release()
	}
}

// spec D2.22
func TestLogin_UnknownPhone_HashesLikeAKnownOne(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	ctx, leave := context.WithCancel(t.Context())
	hold := make(chan struct{})
	var all sync.WaitGroup
	release := sync.OnceFunc(func() { leave(); close(hold); all.Wait() })
	defer release()
	for password.Strangers.Waiting() == 0 { // if a call waits, all places are occupied
		all.Go(func() { holdPlace(ctx, "crowd", hold) })
		time.Sleep(time.Millisecond)
	}
	leave()
	h.WaitUntil("an empty queue", func() bool { return password.Strangers.Waiting() == 0 })
	var finished atomic.Int64

	for _, phone := range []string{m.Phone, "0869999999"} {
		all.Go(func() {
			h.Guest().Call("POST", "/api/login", map[string]any{"username": phone, "password": "not the password"}).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
			finished.Add(1)
		})
	}
	h.WaitUntil("both in the queue, or a response", func() bool { return password.Strangers.Waiting() == 2 || finished.Load() > 0 })

	if n := finished.Load(); n != 0 {
		t.Errorf("%d responses without a hash", n)
	}
	release()
}

// TestLogin_StrangersQueueForHashes_MembersAndCheapChecksDoNot also shows that a full queue rejects a login with
// an unknown phone in the same way as one with a member's phone.
// spec D2.22
func TestLogin_StrangersQueueForHashes_MembersAndCheapChecksDoNot(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	device, staff := h.LoggedInBrowser(m), h.AddOperator("cashier")
	owner := newProvenBrowser(h, "0860000001", "register")
	reset := newProvenBrowser(h, m.Phone, "reset")
	fillStrangersQueue(t)
	login := func(c *servertest.Client, phone, password string) servertest.Response {
		return c.Call("POST", "/api/login", map[string]any{"username": phone, "password": password})
	}
	post := func(c *servertest.Client, path string, body map[string]any) servertest.Response {
		return c.Call("POST", path, body)
	}

	// Members, their known devices and operators who are signed in are not affected.
	login(device, m.Phone, m.Password).Want(http.StatusOK)
	post(m, "/api/account/confirm", map[string]any{"password": m.Password}).Want(http.StatusOK)
	staff.Call("GET", "/api/operator/items", nil).Want(http.StatusOK)
	// Requests that can be rejected without a hash are rejected at once.
	login(h.Guest(), "no phone", "whatever").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	tryRegister(h.Guest(), "0860000002", "1860000002").WantCode(http.StatusBadRequest, "UNVERIFIED_OTP")
	post(owner, "/api/account", registrationBody("0860000001", map[string]any{"password": "Password1!"})).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	post(h.Guest(), "/api/account/resetpwd", map[string]any{"otpToken": "made up", "newPassword": "brand new one"}).
		WantCode(http.StatusBadRequest, "OTP_TOKEN_INVALID")
	// All others get Retry-After. Their counts and proofs are not used up.
	for range 20 {
		for name, got := range map[string]servertest.Response{
			"a member":  login(h.Guest(), m.Phone, m.Password),
			"nobody":    login(h.Guest(), "0869999999", m.Password),
			"an owner":  tryRegister(owner, "0860000001", "1860000001"),
			"a reset":   post(h.Guest(), "/api/account/resetpwd", map[string]any{"otpToken": reset.Cookie(proofCookie), "newPassword": "brand new one"}),
			"the staff": post(h.Guest(), "/api/operator/login", map[string]any{"username": "x", "password": "a long password", "code": "123456"}),
		} {
			if got.Status != http.StatusServiceUnavailable || got.Code() != "REQUEST_LIMIT" || got.Header.Get("Retry-After") == "" {
				t.Fatalf("%s: %d %s", name, got.Status, got.Body)
			}
		}
	}
}
