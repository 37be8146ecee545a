package servertest

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/crypto/argon2"

	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// Client calls the server as a guest, a member or an operator.
type Client struct {
	Token string
	h     *Environment
	t     testing.TB
	extra http.Header
	jar   map[string]string // of a Browser
	// Phone, Password and the account are set for a member.
	Phone, Password                  string
	BankCode, AccountNo, AccountName string
	username                         string // of an operator
}

// Response is the response to a call.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	t      testing.TB
	// method and path are the call's.
	method, path string
}

// Into decodes the body.
func (a Response) Into(out any) {
	a.t.Helper()
	if err := json.Unmarshal(a.Body, out); err != nil {
		a.t.Fatalf("%v in %s", err, a.Body)
	}
}

// Code returns the code of an error response.
func (a Response) Code() string {
	var p struct{ Message string }
	_ = json.Unmarshal(a.Body, &p)
	return p.Message
}

// Field returns the code of an invalid field in an error response.
func (a Response) Field(name string) string {
	var p struct{ Fields map[string]string }
	_ = json.Unmarshal(a.Body, &p)
	return p.Fields[name]
}

// Want fails the test unless the response has this status.
func (a Response) Want(status int) Response {
	a.t.Helper()
	if a.Status != status {
		a.t.Fatalf("got %d %s, want %d", a.Status, a.Body, status)
	}
	return a
}

// WantCode fails the test unless the response has this status and code.
func (a Response) WantCode(status int, code string) Response {
	a.t.Helper()
	if a.Status != status || a.Code() != code {
		a.t.Errorf("got %d %s, want %d %s", a.Status, a.Body, status, code)
	}
	return a
}

// Guest returns a client without a login.
func (h *Environment) Guest() *Client { return &Client{h: h, t: h.t} }

// At returns a copy of the client that calls another server. At a restored server the copy logs in again.
func (c *Client) At(h *Environment) *Client {
	d := *c
	d.h, d.t = h, h.t
	if h.restored && d.Phone != "" {
		d.Token = h.Login(d.Phone, d.Password)
	}
	if h.restored && d.username != "" {
		h.Exec("update operator set totp_last = 0 where username = $1", d.username) // allows the same code again, because the test's clock does not move
		d.Token = h.loginOperator(d.username)
	}
	return &d
}

// With returns a copy of the client that sends one more header.
func (c *Client) With(name, value string) *Client {
	d := *c
	d.extra = c.extra.Clone()
	if d.extra == nil {
		d.extra = http.Header{}
	}
	d.extra.Set(name, value)
	return &d
}

// Call makes a call with a JSON body (nil for none).
func (c *Client) Call(method, path string, body any) Response {
	c.t.Helper()
	header := c.extra.Clone()
	if header == nil {
		header = http.Header{}
	}
	if header.Get("X-Requested-With") == "" {
		header.Set("X-Requested-With", "wallet-user")
	}
	if c.Token != "" {
		header.Set("Authorization", "Bearer "+c.Token)
	}
	c.addCookieHeader(header)
	for tries := 1; ; tries++ {
		began := time.Now()
		status, head, text := sendForResponse(c.t, validatingClient(c.t), method, c.h.URL+path, header, body)
		response := Response{status, head, text, c.t, method, path}
		gaveUp := status == http.StatusServiceUnavailable && response.Code() == string(apperr.Internal) && time.Since(began) > minDatabaseTimeout
		isRepeatable := method == http.MethodGet || header.Get("Idempotency-Key") != ""
		if gaveUp && isRepeatable && tries < 4 {
			continue
		}
		c.storeCookies(head)
		return response
	}
}

// minDatabaseTimeout is the time after which a response 503 counts as a timeout of the database (10 s for a lock,
// 30 s for a statement), for example because the machine paused. Call then repeats a call that reads or has a key,
// at most three times, like the app.
const minDatabaseTimeout = 9 * time.Second

var accountCount atomic.Int64

// AddMember adds a member with an account at KTB, and logs the member in.
func (h *Environment) AddMember() *Client {
	h.t.Helper()
	return h.addMember("BAHT", "", "")
}

// AddMemberWithAccount is AddMember with this account number and holder's name.
func (h *Environment) AddMemberWithAccount(accountNo, name string) *Client {
	h.t.Helper()
	return h.addMember("BAHT", accountNo, name)
}

// AddKipMember is AddMember with a wallet in kip and an account at BCEL. It needs the Laos variant.
func (h *Environment) AddKipMember() *Client {
	h.t.Helper()
	return h.addMember("LAK", "", "")
}

// ChangePayoutAccount changes the number of a member's payout account, which otherwise needs two operators.
func (h *Environment) ChangePayoutAccount(m *Client, accountNo string) {
	h.t.Helper()
	member := m.ID() // read before the transaction, because it needs its own connection
	h.InTx(func(ctx context.Context, tx pgx.Tx) error {
		return h.Identity.SetPayoutAccountTx(ctx, tx, member, identity.PayoutChange{BankCode: m.BankCode, No: accountNo, Name: m.AccountName})
	})
}

func (h *Environment) addMember(currency, accountNo, accountName string) *Client {
	h.t.Helper()
	n := accountCount.Add(1)
	c := &Client{
		h: h, t: h.t, Phone: fmt.Sprintf("08%08d", n), Password: memberPassword,
		BankCode: "KTB", AccountNo: cmp.Or(accountNo, fmt.Sprintf("98%08d", n*7919%100_000_000)), AccountName: cmp.Or(accountName, "SOMCHAI JAIDEE"),
	}
	if currency == "LAK" {
		c.BankCode, c.AccountNo = "BCEL", "01012000"+c.AccountNo
	}
	name := "สมชาย"
	_, _, err := h.Identity.AddMember(h.t.Context(), identity.Registration{
		Name: &name, Username: &c.Phone, Password: &c.Password, BankCode: &c.BankCode,
		BankAccountName: &c.AccountName, BankAccountNo: &c.AccountNo, Currency: &currency,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.Exec("update member set password_hash = $2 where phone = $1", c.Phone, memberPasswordHash())
	c.Token = h.Login(c.Phone, c.Password)
	return c
}

// memberPassword is the password of every member.
const memberPassword = "correct horse"

// memberPasswordHash returns a cheap hash of the usual password. The tests of package password and of
// registering use the real cost.
var memberPasswordHash = sync.OnceValue(func() string {
	salt := []byte("of all the tests")
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=8,t=1,p=1$%s$%s", argon2.Version, text(salt), text(argon2.IDKey([]byte(memberPassword), salt, 1, 8, 1, 32)))
})

// Login logs a member in and returns the token.
func (h *Environment) Login(phone, password string) string {
	h.t.Helper()
	var out struct{ Token string }
	h.Guest().Call("POST", "/api/login", map[string]any{"username": phone, "password": password}).Want(http.StatusOK).Into(&out)
	return out.Token
}

// AddOperator adds an operator with a role, and logs the operator in.
func (h *Environment) AddOperator(role string) *Client {
	h.t.Helper()
	name := fmt.Sprintf("%s-%d", role, accountCount.Add(1))
	if _, err := h.Operators.Add(h.t.Context(), name, role, operatorPassword); err != nil {
		h.t.Fatal(err)
	}
	c := h.Guest()
	c.username, c.Token = name, h.loginOperator(name)
	return c
}

const operatorPassword = "a long password"

// loginOperator logs in an operator whom AddOperator has added, and returns the token.
func (h *Environment) loginOperator(name string) (token string) {
	h.t.Helper()
	code, err := h.Operators.Code(h.t.Context(), name)
	if err != nil {
		h.t.Fatal(err)
	}
	var out struct{ Token string }
	h.Guest().Call("POST", "/api/operator/login", map[string]any{"username": name, "password": operatorPassword, "code": code}).Want(http.StatusOK).Into(&out)
	return out.Token
}

// AddOperatorWithIdentity is AddOperator, and also returns the operator's identity.
func (h *Environment) AddOperatorWithIdentity(role string) (*Client, web.Operator) {
	h.t.Helper()
	c := h.AddOperator(role)
	operator := web.Operator{Role: role}
	if err := h.Pool.QueryRow(h.t.Context(), "select id, username from operator order by id desc limit 1").Scan(&operator.ID, &operator.Username); err != nil {
		h.t.Fatal(err)
	}
	return c, operator
}
