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

// fate is how the simulated provider handles a call for a transfer.
type fate int

const (
	well        fate = iota
	refuses          // and does nothing
	refusesDoes      // responds "no", but does it, and hides that from the first status query
	dropsBefore      // no response, nothing done
	dropsAfter       // done, and no response
	garbles          // done, and a page of HTML
	lags             // no response, and does it half a minute later
	takesTime        // responds "it has it", and has done it by the second status query
	takesFails       // responds "it has it", and has refused it by the second status query
	fates
)

// company is a model of a provider with the generic format. It remembers transfers by their id for ever. The
// test sets how it handles each new call.
type company struct {
	*httptest.Server
	mu       sync.Mutex
	next     func() fate
	silent   func() bool // whether a status query gets no response
	balance  map[string]money.Satang
	known    map[string]*moved
	password map[string]string
	order    []string
	now      func() time.Time
	lagging  []*moved
	meet     func(gone <-chan struct{}) // is called before a balance is returned
	held     chan struct{}              // blocks the first call for a transfer, which is then refused
}

type moved struct {
	ID        string       `json:"id"`
	Username  string       `json:"username"`
	Amount    money.Satang `json:"amount"`
	Direction string       `json:"direction"`
	Status    string       `json:"status"`
	Code      string       `json:"code,omitempty"`

	fate  fate
	at    time.Time
	asked int
	hides bool // responds that it does not know the id
}

func newCompany(t testing.TB) *company {
	c := &company{
		balance: map[string]money.Satang{}, known: map[string]*moved{}, password: map[string]string{},
		next: func() fate { return well }, silent: func() bool { return false }, now: time.Now,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /players", c.create)
	mux.HandleFunc("PUT /players/{name}/password", c.setPassword)
	mux.HandleFunc("GET /players/{name}/balance", c.tellBalance)
	mux.HandleFunc("POST /transfers", c.transfer)
	mux.HandleFunc("GET /transfers/{id}", c.ask)
	c.Server = httptest.NewServer(mux)
	t.Cleanup(func() { c.CloseClientConnections(); c.Close() })
	return c
}

func (c *company) create(w http.ResponseWriter, r *http.Request) {
	var in struct{ Username, Password string }
	_ = json.NewDecoder(r.Body).Decode(&in)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.balance[in.Username]; taken {
		reply(w, http.StatusConflict, map[string]string{"code": "USERNAME_TAKEN"})
		return
	}
	c.balance[in.Username], c.password[in.Username] = 0, in.Password
	reply(w, http.StatusOK, map[string]string{"username": in.Username})
}

func (c *company) setPassword(w http.ResponseWriter, r *http.Request) {
	var in struct{ Password string }
	_ = json.NewDecoder(r.Body).Decode(&in)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.password[r.PathValue("name")] = in.Password
	reply(w, http.StatusOK, map[string]string{"username": r.PathValue("name")})
}

func (c *company) tellBalance(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	meet := c.meet
	c.mu.Unlock()
	if meet != nil {
		meet(r.Context().Done())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	name := r.PathValue("name")
	reply(w, http.StatusOK, map[string]any{"username": name, "currency": "THB", "balance": json.RawMessage(c.balance[name].String())})
}

func (c *company) transfer(w http.ResponseWriter, r *http.Request) {
	var in moved
	_ = json.NewDecoder(r.Body).Decode(&in)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.catchUp()
	if old, again := c.known[in.ID]; again {
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
	in.fate = c.next()
	if in.fate == dropsBefore {
		panic(http.ErrAbortHandler)
	}
	if in.fate == refuses {
		reply(w, http.StatusUnprocessableEntity, map[string]string{"code": "CLOSED"})
		return
	}
	if in.fate == lags {
		in.at = c.now()
		c.lagging = append(c.lagging, &in)
		panic(http.ErrAbortHandler)
	}
	c.known[in.ID] = &in
	c.order = append(c.order, in.ID)
	switch in.fate {
	case takesTime, takesFails:
		in.Status = "PENDING"
		reply(w, http.StatusOK, in)
	case refusesDoes:
		in.Status, in.hides = "DONE", true
		c.do(&in)
		reply(w, http.StatusUnprocessableEntity, map[string]string{"code": "CLOSED"})
	default:
		in.Status = "DONE"
		c.do(&in)
		switch in.fate {
		case dropsAfter:
			panic(http.ErrAbortHandler)
		case garbles:
			_, _ = w.Write([]byte("<html>"))
		default:
			reply(w, http.StatusOK, in)
		}
	}
}

func (c *company) do(m *moved) {
	if m.Direction == "IN" {
		c.balance[m.Username] += m.Amount
	} else {
		c.balance[m.Username] -= m.Amount
	}
}

// catchUp does the transfers of calls that lagged, unless their id was sent again first or the balance is too
// small.
func (c *company) catchUp() {
	left := c.lagging[:0]
	for _, m := range c.lagging {
		_, again := c.known[m.ID]
		switch {
		case c.now().Sub(m.at) < 30*time.Second:
			left = append(left, m)
		case !again && (m.Direction == "IN" || c.balance[m.Username] >= m.Amount):
			m.Status = "DONE"
			c.known[m.ID] = m
			c.order = append(c.order, m.ID)
			c.do(m)
		}
	}
	c.lagging = left
}

func (c *company) ask(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.catchUp()
	id := r.PathValue("id")
	if c.silent() {
		panic(http.ErrAbortHandler)
	}
	m, known := c.known[id]
	if !known || m.hides && m.asked == 0 {
		if known {
			m.asked++
		}
		reply(w, http.StatusNotFound, map[string]string{"code": "TRANSFER_NOT_FOUND", "id": id})
		return
	}
	if m.asked++; m.Status == "PENDING" && m.asked > 1 {
		if m.fate == takesTime && (m.Direction == "IN" || c.balance[m.Username] >= m.Amount) {
			m.Status = "DONE"
			c.do(m)
		} else {
			m.Status, m.Code = "REFUSED", "CLOSED"
		}
	}
	reply(w, http.StatusOK, m)
}

// script sets how the next calls are handled. mute sets which status queries get no response.
func (c *company) script(next func() fate) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = next
}

func (c *company) mute(silent func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent = silent
}

// tells sets a function that is called before a balance is returned. gone is closed when the query ends.
func (c *company) tells(meet func(gone <-chan struct{})) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.meet = meet
}

// tamper changes the transfers that the provider remembers.
func (c *company) tamper(with func(known map[string]*moved)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	with(c.known)
}

// hold blocks the next call for a transfer until release is closed. holds returns whether a call is blocked.
func (c *company) hold(release chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = release
}

func (c *company) holds() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held == nil
}

// moves returns the number of transfers that the provider has done.
func (c *company) moves() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.order)
}

// done returns whether the provider has done a transfer, and its amount.
func (c *company) done(id string) (amount money.Satang, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m, known := c.known[strings.ReplaceAll(id, "-", "")]
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
func (c *company) passwords() map[string]string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.password)
}

// pay gives every player an amount, as a settled bet does.
func (c *company) pay(amount money.Satang) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name := range c.balance {
		c.balance[name] += amount
	}
}
