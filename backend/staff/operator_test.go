package staff_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
	"krapao/backend/staff"
)

// spec D8.4
func TestOperatorLogin_WithoutPasswordOrFreshCode_IsRefused(t *testing.T) {
	h := servertest.New(t)
	if _, err := h.Operators.Add(t.Context(), "nok", "cashier", "a long password"); err != nil {
		t.Fatal(err)
	}
	code, err := h.Operators.Code(t.Context(), "nok")
	if err != nil {
		t.Fatal(err)
	}
	login := func(name, password, code string) servertest.Response {
		return h.Guest().Call("POST", "/api/operator/login", map[string]string{"username": name, "password": password, "code": code})
	}
	wrong := "000000"
	if code == wrong {
		wrong = "111111"
	}

	login("nobody", "a long password", code).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("nok", "wrong", code).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("nok", "a long password", wrong).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("nok", "a long password", code).Want(http.StatusOK)
	login("nok", "a long password", code).WantCode(http.StatusConflict, "CODE_USED")
	// A code of some minutes ago is rejected, even if it was not used.
	h.Clock.Advance(time.Hour)
	stale, err := h.Operators.Code(t.Context(), "nok")
	if err != nil {
		t.Fatal(err)
	}
	h.Clock.Advance(2 * time.Minute)
	login("nok", "a long password", stale).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
}

func TestOperatorLogin_UsedCode_IsRevealedOnlyAfterTheRightPassword(t *testing.T) {
	h := servertest.New(t)
	if _, err := h.Operators.Add(t.Context(), "nok", "cashier", "a long password"); err != nil {
		t.Fatal(err)
	}
	code, err := h.Operators.Code(t.Context(), "nok")
	if err != nil {
		t.Fatal(err)
	}
	login := func(name, password string) servertest.Response {
		return h.Guest().Call("POST", "/api/operator/login", map[string]string{"username": name, "password": password, "code": code})
	}
	login("nok", "a long password").Want(http.StatusOK)

	login("nok", "a long password").WantCode(http.StatusConflict, "CODE_USED")
	login("nok", "another password").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	login("nobody", "a long password").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	h.Clock.Advance(2 * time.Minute) // the used code is not a current code any more
	login("nok", "a long password").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	h.Clock.Advance(-2 * time.Minute)
	if err := h.Operators.SetActive(t.Context(), "nok", false); err != nil {
		t.Fatal(err)
	}
	login("nok", "a long password").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
}

func TestOperatorLogin_UsedCode_CountsAsOneOfTwentyTries(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	if _, err := h.Operators.Add(t.Context(), "nok", "cashier", "a long password"); err != nil {
		t.Fatal(err)
	}
	code, err := h.Operators.Code(t.Context(), "nok")
	if err != nil {
		t.Fatal(err)
	}
	login := func(i int) servertest.Response {
		body := map[string]string{"username": "nok", "password": "a long password", "code": code}
		return h.Guest().With("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i)).Call("POST", "/api/operator/login", body)
	}
	login(0).Want(http.StatusOK)
	for i := range 20 {
		login(i+1).WantCode(http.StatusConflict, "CODE_USED")
	}
	login(21).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
}

// addOperator adds an operator. It returns a function that logs the operator in with the current code.
func addOperator(t *testing.T, h *servertest.Environment, name string) func(c *servertest.Client, password string) servertest.Response {
	t.Helper()
	if _, err := h.Operators.Add(t.Context(), name, "cashier", "a long password"); err != nil {
		t.Fatal(err)
	}
	return func(c *servertest.Client, password string) servertest.Response {
		code, err := h.Operators.Code(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return c.Call("POST", "/api/operator/login", map[string]string{"username": name, "password": password, "code": code})
	}
}

func TestOperatorLogin_StrangersWrongPasswords_LockNoOperatorOut(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	login := addOperator(t, h, "nok")
	browser := h.Browser()
	login(browser, "a long password").Want(http.StatusOK)
	for i := range 300 { // from thirty addresses, the operator's own among them
		stranger := h.Guest().With("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i/10))
		login(stranger, "a wrong guess").WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}
	login(h.Guest().With("X-Forwarded-For", "198.51.100.1"), "a long password").WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	h.Clock.Advance(time.Minute)

	login(h.Guest().With("X-Forwarded-For", "203.0.113.5"), "a long password").Want(http.StatusOK) // from home, a new browser
	h.Clock.Advance(time.Minute)
	login(browser.With("X-Forwarded-For", "198.51.100.1"), "a long password").Want(http.StatusOK)
}

func TestOperatorLogin_OneAddressTriesManyNames_IsBlockedAndStoresFewRows(t *testing.T) {
	h := servertest.New(t)
	login := func(name string) servertest.Response {
		return h.Guest().Call("POST", "/api/operator/login", map[string]string{"username": name, "password": "a wrong guess", "code": "000000"})
	}
	for i := range 50 {
		login(fmt.Sprint("name", i)).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}
	for i := range 100 {
		login(fmt.Sprint("other", i)).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	}

	if rows := h.Count("select count(*) from rate_counter"); rows > 60 {
		t.Errorf("%d rows", rows)
	}
}

func TestOperatorLogin_CodesGuessedFromManyAddresses_AreLimitedToTwenty(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	if _, err := h.Operators.Add(t.Context(), "nok", "cashier", "a long password"); err != nil {
		t.Fatal(err)
	}
	guess := func(i int) servertest.Response {
		body := map[string]string{"username": "nok", "password": "a long password", "code": "12345x"}
		return h.Guest().With("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i)).Call("POST", "/api/operator/login", body)
	}
	for i := range 20 {
		guess(i).WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}
	guess(20).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
}

func TestOperatorPassword_ShortOrGuessable_IsRefused(t *testing.T) {
	h := servertest.New(t)
	for _, bad := range []string{"elevenchars", "password12345", "123456789012", "Operator-Nok1"} {
		if _, err := h.Operators.Add(t.Context(), "operator-nok", "cashier", bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestOperatorPassword_MostlyBlank_IsRefused(t *testing.T) {
	h := servertest.New(t)
	console := h.AddOperator("cashier")
	for _, bad := range []string{"            ", "\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000", "k7vq2mzd9x  ", "k          7"} {
		if _, err := h.Operators.Add(t.Context(), "operator-nok", "cashier", bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
		console.Call("POST", "/api/operator/password", map[string]any{"password": "a long password", "code": "000000", "newPassword": bad}).
			WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
}

func TestAddOperator_NameThatLooksLikeAnother_IsRefused(t *testing.T) {
	h := servertest.New(t)
	for _, bad := range []string{
		"", "no", "Nok", "NOK", "nok\u200b", "\u200bnok", "nok ", " nok", "nоk", "ｎok", "nok\n", "nok_2", "nok@x", "น้อง", "nök", "-", "...", "nok\x00",
		strings.Repeat("n", 33),
	} {
		if _, err := h.Operators.Add(t.Context(), bad, "cashier", "a long password"); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	for _, good := range []string{"nok", "nok.2", "cashier-7f", "2nd", strings.Repeat("n", 32)} {
		if _, err := h.Operators.Add(t.Context(), good, "cashier", "a long password"); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
}

func TestOddOperatorName_OfAnEarlierRelease_LogsInAndIsListedAndDisabled(t *testing.T) {
	h := servertest.New(t)
	const odd = "Nok\u200b"
	addOperator(t, h, "nok")
	h.Exec("update operator set username = $1 where username = 'nok'", odd)
	code, err := h.Operators.Code(t.Context(), odd)
	if err != nil {
		t.Fatal(err)
	}
	h.Guest().Call("POST", "/api/operator/login", map[string]string{"username": odd, "password": "a long password", "code": code}).Want(http.StatusOK)

	if _, err := h.Operators.Reset(t.Context(), odd, "another long one"); err != nil {
		t.Error(err)
	}
	all, err := h.Operators.List(t.Context())
	if err != nil || !slices.ContainsFunc(all, func(o staff.ListedOperator) bool { return o.Username == odd }) {
		t.Errorf("%+v, %v", all, err)
	}
	if err := h.Operators.SetActive(t.Context(), odd, false); err != nil {
		t.Error(err)
	}
}

// spec 8.8a
func TestDisableOperator_LoggedIn_EndsTheSessionAtOnce(t *testing.T) {
	h := servertest.New(t)
	if _, err := h.Operators.Add(t.Context(), "lek", "admin", "a long password"); err != nil {
		t.Fatal(err)
	}
	code, _ := h.Operators.Code(t.Context(), "lek")
	var session struct{ Token string }
	c := h.Guest()
	c.Call("POST", "/api/operator/login", map[string]string{"username": "lek", "password": "a long password", "code": code}).Want(http.StatusOK).Into(&session)
	c.Token = session.Token
	c.Call("GET", "/api/operator/audit", nil).Want(http.StatusOK)

	if err := h.Operators.SetActive(t.Context(), "lek", false); err != nil {
		t.Fatal(err)
	}

	c.Call("GET", "/api/operator/audit", nil).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
}

func TestOperatorSession_LogoutOrTooOld_Ends(t *testing.T) {
	h := servertest.New(t)
	loggedOut, late := h.AddOperator("cashier"), h.AddOperator("cashier")
	loggedOut.Call("POST", "/api/operator/logout", nil).Want(http.StatusOK)
	loggedOut.Call("GET", "/api/operator/items", nil).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	h.Clock.Advance(9 * time.Hour)
	late.Call("GET", "/api/operator/items", nil).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
}

// spec D8.5
func TestAuditLog_SettledSlip_IsWrittenAndCannotBeChanged(t *testing.T) {
	h := servertest.New(t)
	m, cashier, admin := h.AddMember(), h.AddOperator("cashier"), h.AddOperator("admin")
	acting := servertest.Value[string](h, "select username from operator where role = 'cashier'")
	now := h.Clock.Now()
	transfer := m.Transfer(servertest.Transfer{Amount: 300, At: now.Add(-5 * time.Hour)})
	id := uuid.New()
	m.Upload(id, now.Add(-290*time.Minute), m.Picture(transfer.Slip.JPG)).Want(http.StatusAccepted)
	m.WaitSlip(id)
	cashier.Call("POST", "/api/operator/items/SLIP/"+id.String()+"/settle", map[string]any{}).Want(http.StatusOK)

	var log struct {
		Entries []struct{ Action, Subject, Operator string }
	}
	admin.Call("GET", "/api/operator/audit?limit=100", nil).Want(http.StatusOK).Into(&log)

	found := false
	for _, e := range log.Entries {
		found = found || (e.Action == "slip.settle" && e.Subject == id.String() && e.Operator == acting)
	}
	if !found {
		t.Errorf("the action is not in %+v", log.Entries)
	}
	for _, statement := range []string{"update audit_log set action = ''", "delete from audit_log", "truncate audit_log"} {
		if _, err := h.Pool.Exec(t.Context(), statement); err == nil {
			t.Errorf("%q was allowed", statement)
		}
	}
}

func TestAuditLog_ReadPageByPage_ListsEachEntryOnceAlsoIfNewOnesArrive(t *testing.T) {
	h := servertest.New(t)
	admin := h.AddOperator("admin")
	addEntry := func(subject string) {
		if err := h.Operators.AuditBefore(t.Context(), "member.open", subject, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 5 {
		addEntry(strconv.Itoa(i))
	}

	var subjects []string
	before := int64(0)
	for {
		var page struct {
			Entries []struct {
				ID      int64
				Subject string
			}
			HasOlder bool
		}
		admin.Call("GET", fmt.Sprintf("/api/operator/audit?limit=2&before=%d", before), nil).Want(http.StatusOK).Into(&page)
		for _, e := range page.Entries {
			subjects, before = append(subjects, e.Subject), e.ID
		}
		if !page.HasOlder {
			break
		}
		addEntry("new")
	}

	if total := servertest.Value[int](h, "select count(*) from audit_log where subject <> 'new'"); len(subjects) != total ||
		!slices.Equal(subjects[:5], []string{"4", "3", "2", "1", "0"}) {
		t.Errorf("%d entries of %d: %q", len(subjects), total, subjects)
	}
}

func TestOperatorLogin_NameOfAnyLength_IsWrongCredentials(t *testing.T) {
	h := servertest.New(t)
	name := ""
	for len(name) < 10_000 { // random, so that it cannot be stored compressed
		name += uuid.NewString()
	}

	h.Guest().Call("POST", "/api/operator/login", map[string]string{"username": name, "password": "x", "code": "000000"}).
		WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
}
