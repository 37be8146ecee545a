package games_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/money"
)

// behaviour is how the simulated provider handles a call for a transfer.
type behaviour int

const (
	succeeds           behaviour = iota
	refuses                      // and does nothing
	refusesButDoes               // responds "no", but does it, and hides that from the first status query
	dropsBefore                  // no response, nothing done
	dropsAfter                   // done, and no response
	returnsHTML                  // done, and a page of HTML
	doesLater                    // no response, and does it half a minute later
	pendingThenDone              // responds PENDING, and has done it by the second status query
	pendingThenRefused           // responds PENDING, and has refused it by the second status query
	behaviours
)

// fakeProvider is a model of a provider with the generic format. It remembers transfers by their id for ever.
// The test sets how it handles each new call.
type fakeProvider struct {
	*httptest.Server
	mu            sync.Mutex
	next          func() behaviour
	silent        func() bool // whether a status query gets no response
	balance       map[string]money.Satang
	transfers     map[string]*ledgerAmount
	password      map[string]string
	order         []string
	now           func() time.Time
	lagging       []*ledgerAmount
	beforeBalance func(cancelled <-chan struct{}) // is called before a balance is returned
	held          chan struct{}                   // blocks the first call for a transfer, which is then refused
}

type ledgerAmount struct {
	ID        string       `json:"id"`
	Username  string       `json:"username"`
	Amount    money.Satang `json:"amount"`
	Direction string       `json:"direction"`
	Status    string       `json:"status"`
	Code      string       `json:"code,omitempty"`

	behaviour behaviour
	at        time.Time
	asked     int
	hides     bool // the provider responds that it does not know the id
}

func newFakeProvider(t testing.TB) *fakeProvider {
	c := &fakeProvider{
		balance: map[string]money.Satang{}, transfers: map[string]*ledgerAmount{}, password: map[string]string{},
		next: func() behaviour { return succeeds }, silent: func() bool { return false }, now: time.Now,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /players", c.create)
	mux.HandleFunc("PUT /players/{name}/password", c.setPassword)
	mux.HandleFunc("GET /players/{name}/balance", c.getBalance)
	mux.HandleFunc("POST /transfers", c.transfer)
	mux.HandleFunc("GET /transfers/{id}", c.status)
	c.Server = httptest.NewServer(mux)
	t.Cleanup(func() { c.CloseClientConnections(); c.Close() })
	return c
}

func (c *fakeProvider) create(w http.ResponseWriter, r *http.Request) {
	var in struct{ Username, Password string }
	_ = json.NewDecoder(r.Body).Decode(&in)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, exists := c.balance[in.Username]; exists {
		reply(w, http.StatusConflict, map[string]string{"code": "USERNAME_TAKEN"})
		return
	}
	c.balance[in.Username], c.password[in.Username] = 0, in.Password
	reply(w, http.StatusOK, map[string]string{"username": in.Username})
}

func (c *fakeProvider) setPassword(w http.ResponseWriter, r *http.Request) {
	var in struct{ Password string }
	_ = json.NewDecoder(r.Body).Decode(&in)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.password[r.PathValue("name")] = in.Password
	reply(w, http.StatusOK, map[string]string{"username": r.PathValue("name")})
}

func (c *fakeProvider) getBalance(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	beforeBalance := c.beforeBalance
	c.mu.Unlock()
	if beforeBalance != nil {
		beforeBalance(r.Context().Done())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	name := r.PathValue("name")
	reply(w, http.StatusOK, map[string]any{"username": name, "currency": "THB", "balance": json.RawMessage(c.balance[name].String())})
}

func (c *fakeProvider) transfer(w http.ResponseWriter, r *http.Request) {
	var in ledgerAmount
	_ = json.NewDecoder(r.Body).Decode(&in)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.runLagging()
	if old, again := c.transfers[in.ID]; again {
		old.hides = false
		reply(w, http.StatusOK, old)
		return
	}
	if in.Direction == "OUT" && c.balance[in.Username] < in.Amount {
		reply(w, http.StatusUnprocessableEntity, map[string]string{"code": "INSUFFICIENT_FUNDS"})
		return
	}
	if held := c.held; held != nil {
		c.held = nil
		c.mu.Unlock()
		<-held
		c.mu.Lock()
		reply(w, http.StatusUnprocessableEntity, map[string]string{"code": "CLOSED"})
		return
	}
	in.behaviour = c.next()
	if in.behaviour == dropsBefore {
		panic(http.ErrAbortHandler)
	}
	if in.behaviour == refuses {
		reply(w, http.StatusUnprocessableEntity, map[string]string{"code": "CLOSED"})
		return
	}
	if in.behaviour == doesLater {
		in.at = c.now()
		c.lagging = append(c.lagging, &in)
		panic(http.ErrAbortHandler)
	}
	c.transfers[in.ID] = &in
	c.order = append(c.order, in.ID)
	switch in.behaviour {
	case pendingThenDone, pendingThenRefused:
		in.Status = "PENDING"
		reply(w, http.StatusOK, in)
	case refusesButDoes:
		in.Status, in.hides = "DONE", true
		c.execute(&in)
		reply(w, http.StatusUnprocessableEntity, map[string]string{"code": "CLOSED"})
	default:
		in.Status = "DONE"
		c.execute(&in)
		switch in.behaviour {
		case dropsAfter:
			panic(http.ErrAbortHandler)
		case returnsHTML:
			_, _ = w.Write([]byte("<html>"))
		default:
			reply(w, http.StatusOK, in)
		}
	}
}

func (c *fakeProvider) execute(m *ledgerAmount) {
	if m.Direction == "IN" {
		c.balance[m.Username] += m.Amount
	} else {
		c.balance[m.Username] -= m.Amount
	}
}

// runLagging does the transfers of calls that lagged, unless their id was sent again first or the balance is
// too small.
func (c *fakeProvider) runLagging() {
	left := c.lagging[:0]
	for _, m := range c.lagging {
		_, again := c.transfers[m.ID]
		switch {
		case c.now().Sub(m.at) < 30*time.Second:
			left = append(left, m)
		case !again && (m.Direction == "IN" || c.balance[m.Username] >= m.Amount):
			m.Status = "DONE"
			c.transfers[m.ID] = m
			c.order = append(c.order, m.ID)
			c.execute(m)
		}
	}
	c.lagging = left
}

func (c *fakeProvider) status(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.runLagging()
	id := r.PathValue("id")
	if c.silent() {
		panic(http.ErrAbortHandler)
	}
	m, known := c.transfers[id]
	if !known || m.hides && m.asked == 0 {
		if known {
			m.asked++
		}
		reply(w, http.StatusNotFound, map[string]string{"code": "TRANSFER_NOT_FOUND", "id": id})
		return
	}
	if m.asked++; m.Status == "PENDING" && m.asked > 1 {
		if m.behaviour == pendingThenDone && (m.Direction == "IN" || c.balance[m.Username] >= m.Amount) {
			m.Status = "DONE"
			c.execute(m)
		} else {
			m.Status, m.Code = "REFUSED", "CLOSED"
		}
	}
	reply(w, http.StatusOK, m)
}

// setBehaviour sets how the next calls are handled. setSilent sets which status queries get no response.
func (c *fakeProvider) setBehaviour(next func() behaviour) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = next
}

func (c *fakeProvider) setSilent(silent func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent = silent
}

// setBeforeBalance sets a function that is called before a balance is returned. cancelled is closed when the
// query ends.
func (c *fakeProvider) setBeforeBalance(beforeBalance func(cancelled <-chan struct{})) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.beforeBalance = beforeBalance
}

// editTransfers changes the transfers that the provider remembers.
func (c *fakeProvider) editTransfers(with func(known map[string]*ledgerAmount)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	with(c.transfers)
}

// hold blocks the next call for a transfer until release is closed. isHolding returns whether a call is
// blocked.
func (c *fakeProvider) hold(release chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = release
}

func (c *fakeProvider) isHolding() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held == nil
}

// countDone returns the number of transfers that the provider has done.
func (c *fakeProvider) countDone() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.order)
}

// findDone returns whether the provider has done a transfer, and its amount.
func (c *fakeProvider) findDone(id string) (amount money.Satang, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m, known := c.transfers[strings.ReplaceAll(id, "-", "")]
	if !known || m.Status != "DONE" {
		return 0, false
	}
	return m.Amount, true
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// passwords returns the players' passwords by username.
func (c *fakeProvider) passwords() map[string]string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.password)
}

// payAll gives every player an amount, as a settled bet does.
func (c *fakeProvider) payAll(amount money.Satang) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name := range c.balance {
		c.balance[name] += amount
	}
}
