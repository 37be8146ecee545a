package staff_test

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"krapao/backend/platform/pgtest"
	"krapao/backend/server/servertest"
)

// testOperator is an operator who uses a test server.
type testOperator struct {
	t     *testing.T
	h     *servertest.Environment
	login func(c *servertest.Client, password string) servertest.Response
}

func newTestOperator(t *testing.T) testOperator {
	h := servertest.New(t)
	return testOperator{t, h, addOperator(t, h, "nok")}
}

// loginWith signs the operator in again, a minute later, so that the code is new, and returns the client.
func (d testOperator) loginWith(password string) *servertest.Client {
	d.t.Helper()
	d.h.Clock.Advance(time.Minute)
	c := d.h.Guest()
	var out struct{ Token string }
	d.login(c, password).Want(http.StatusOK).Into(&out)
	c.Token = out.Token
	return c
}

// code returns a fresh code.
func (d testOperator) code() string {
	d.t.Helper()
	d.h.Clock.Advance(time.Minute)
	code, err := d.h.Operators.Code(d.t.Context(), "nok")
	if err != nil {
		d.t.Fatal(err)
	}
	return code
}

// loggedActions returns the audit log's actions, oldest first.
func loggedActions(t *testing.T, h *servertest.Environment) (out []string) {
	t.Helper()
	rows, err := h.Pool.Query(t.Context(), "select operator || ' ' || action || ' ' || subject from audit_log where action not in ('operator.add', 'operator.login') order by id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var action string
		if err := rows.Scan(&action); err != nil {
			t.Fatal(err)
		}
		out = append(out, action)
	}
	return out
}

// spec 8.8h
func TestChangeOperatorPassword_OtherSessions_End(t *testing.T) {
	d := newTestOperator(t)
	other, session := d.loginWith("a long password"), d.loginWith("a long password")
	change := func(password, code, next string) servertest.Response {
		return session.Call("POST", "/api/operator/password", map[string]any{"password": password, "code": code, "newPassword": next})
	}

	change("a wrong guess", d.code(), "another long one").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	change("a long password", "000000", "another long one").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	used := d.code()
	session.Call("POST", "/api/operator/totp", map[string]any{"password": "a long password", "code": used}).Want(http.StatusOK)
	change("a long password", used, "another long one").WantCode(http.StatusConflict, "CODE_USED")
	change("a wrong guess", used, "another long one").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	change("a long password", d.code(), "short").WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	change("a long password", d.code(), "password1234").WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	session = session.With("Idempotency-Key", uuid.NewString())
	code := d.code()
	change("a long password", code, "another long one").Want(http.StatusOK)
	change("a long password", code, "another long one").Want(http.StatusOK) // the response was lost

	other.Call("POST", "/api/operator/present", nil).Want(http.StatusUnauthorized)
	session.With("Idempotency-Key", "").Call("POST", "/api/operator/present", nil).Want(http.StatusOK)
	d.h.Clock.Advance(time.Minute)
	d.login(d.h.Guest(), "a long password").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	d.loginWith("another long one")
	want := []string{"nok operator.totp_offer nok", "nok operator.password nok", "console operator.login_failed nok"}
	if got := loggedActions(t, d.h); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// spec 8.15i
func TestMoveCodeApp_CodeOfTheNewApp_ReplacesTheOldApp(t *testing.T) {
	d := newTestOperator(t)
	session := d.loginWith("a long password")
	var app struct{ Secret, URL string }
	confirm := func(code string) servertest.Response {
		return session.Call("POST", "/api/operator/totp/confirm", map[string]any{"code": code})
	}

	confirm("123456").WantCode(http.StatusNotFound, "NO_DATA")
	session.Call("POST", "/api/operator/totp", map[string]any{"password": "a wrong guess", "code": d.code()}).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	session.Call("POST", "/api/operator/totp", map[string]any{"password": "a long password", "code": d.code()}).Want(http.StatusOK).Into(&app)
	old := d.code()
	confirm(old).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL") // of the old app
	shown := func() string {
		code, err := totp.GenerateCode(app.Secret, d.h.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	login := func(code string) servertest.Response {
		return d.h.Guest().Call("POST", "/api/operator/login", map[string]string{"username": "nok", "password": "a long password", "code": code})
	}
	session.Call("POST", "/api/operator/totp", map[string]any{"password": "a long password", "code": d.code()}).Want(http.StatusOK).Into(&app)
	fresh := shown() // in the half minute in which a code of the old app was used
	confirm(fresh).Want(http.StatusOK)
	login(fresh).WantCode(http.StatusConflict, "CODE_USED")

	d.h.Clock.Advance(time.Minute)
	now := shown()
	login(now).Want(http.StatusOK)
	before := shown()
	if got, _ := d.h.Operators.Code(t.Context(), "nok"); got != before && got != shown() { // a half minute may end in between
		t.Error("the old app's codes are still valid")
	}
	confirm(now).WantCode(http.StatusNotFound, "NO_DATA") // nothing is offered any more
	session.Call("POST", "/api/operator/totp", map[string]any{"password": "a long password", "code": d.code()}).Want(http.StatusOK).Into(&app)
	d.h.Clock.Advance(time.Minute)
	later := shown() // in a half minute in which no code was used
	confirm(later).Want(http.StatusOK)
	login(later).WantCode(http.StatusConflict, "CODE_USED")
}

// Here the sweep of stored responses runs between the check of the key and its insertion.
// spec 8.15h
func TestMoveCodeApp_RepeatWhileTheStoredResponseExpires_KeepsTheCodeApp(t *testing.T) {
	d := newTestOperator(t)
	session := d.loginWith("a long password")
	var app struct{ Secret, URL string }
	session.Call("POST", "/api/operator/totp", map[string]any{"password": "a long password", "code": d.code()}).Want(http.StatusOK).Into(&app)
	code, err := totp.GenerateCode(app.Secret, d.h.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	confirm := func() servertest.Response {
		return session.With("Idempotency-Key", "k").Call("POST", "/api/operator/totp/confirm", map[string]any{"code": code})
	}
	confirm().Want(http.StatusOK)
	const secret = "select count(*) from operator where username = 'nok' and length(totp_secret) > 0"
	sweep, err := d.h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sweep.Rollback(context.Background()) }()
	if _, err := sweep.Exec(t.Context(), "delete from idempotency"); err != nil {
		t.Fatal(err)
	}

	again := make(chan servertest.Response, 1)
	go func() { again <- confirm() }()
	d.h.WaitUntil("the repeat at the key", func() bool {
		return pgtest.HasWaiter(t, d.h.Pool)
	})
	if err := sweep.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}

	if a := <-again; a.Status != http.StatusConflict || a.Code() != "KEY_INVALID" || d.h.Count(secret) != 1 {
		t.Errorf("%d %s, %d code apps", a.Status, a.Body, d.h.Count(secret))
	}
}

func TestOperatorSession_OnlyThePollsOfTheConsole_EndsAsIdle(t *testing.T) {
	d := newTestOperator(t)
	resting, working := d.loginWith("a long password"), d.loginWith("a long password")
	readItems := func(c *servertest.Client) servertest.Response { return c.Call("GET", "/api/operator/items", nil) }
	for range 4 {
		d.h.Clock.Advance(10 * time.Minute)
		_ = readItems(resting) // as the console does every few seconds
		working.Call("POST", "/api/operator/present", nil).Want(http.StatusOK)
	}

	readItems(resting).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	resting.Call("POST", "/api/operator/present", nil).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	readItems(working).Want(http.StatusOK)
	d.h.Clock.Advance(8 * time.Hour) // even if it is in use
	readItems(working).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
}

func TestOperatorSession_InUse_EndsAfterEightHours(t *testing.T) {
	d := newTestOperator(t)
	c := d.loginWith("a long password")
	for range 23 {
		d.h.Clock.Advance(20 * time.Minute)
		c.Call("POST", "/api/operator/present", nil).Want(http.StatusOK)
	}

	d.h.Clock.Advance(21 * time.Minute)

	c.Call("POST", "/api/operator/present", nil).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
}

func TestResetOperator_LostPasswordOrCodeApp_CanLogInAgain(t *testing.T) {
	d := newTestOperator(t)
	before := d.loginWith("a long password")

	_, weak := d.h.Operators.Reset(t.Context(), "nok", "password1234")
	secret, err := d.h.Operators.Reset(t.Context(), "nok", "another long one")

	before.Call("POST", "/api/operator/present", nil).Want(http.StatusUnauthorized)
	d.h.Clock.Advance(time.Minute)
	code, codeErr := totp.GenerateCode(secret, d.h.Clock.Now())
	if weak == nil || err != nil || codeErr != nil {
		t.Fatal(weak, err, codeErr)
	}
	d.h.Guest().Call("POST", "/api/operator/login", map[string]string{"username": "nok", "password": "another long one", "code": code}).Want(http.StatusOK)
}

// spec 8.15i
func TestAuditLog_FailedLoginLogoutAndMemberView_AreWritten(t *testing.T) {
	d := newTestOperator(t)
	session, member := d.loginWith("a long password"), d.h.AddMember()
	name := member.PublicID()

	d.login(d.h.Guest(), "a wrong guess").Want(http.StatusUnauthorized)
	d.h.Guest().Call("POST", "/api/operator/login", map[string]string{"username": "made up", "password": "a wrong guess", "code": "1"}).Want(http.StatusUnauthorized)
	session.Call("POST", "/api/operator/members/"+name+"/open", nil).Want(http.StatusOK)
	session.Call("POST", "/api/operator/members/NOBODY/open", nil).WantCode(http.StatusNotFound, "NO_DATA")
	session.Call("POST", "/api/operator/logout", nil).Want(http.StatusOK)

	want := []string{"console operator.login_failed nok", "nok member.open " + name, "nok operator.logout nok"}
	if got := loggedActions(t, d.h); len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("%q", got)
	}
}
