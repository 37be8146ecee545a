// Package sandbox simulates all providers: the SMS provider, banks with transfers and slips, slip
// verifiers, QR gateways, payouts, games, and a browser's push service. Each has the wire format of the
// real provider, under its own path. By control calls, tests and developers create events, cause faults,
// and read totals to compare with the wallet's ledger.
//
// It is a separate program with its own store, and imports no domain of the wallet. Confirmed
// events survive kill -9, because they are appended to a journal, which is read at the start.
package sandbox

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"krapao/backend/sandbox/browserpush"
)

// Sandbox has the state of all simulated providers, and their routes.
type Sandbox struct {
	mu           sync.Mutex
	journal      *journal
	transfers    []*transfer
	byRef        map[string]*transfer
	messages     []*message
	byToken      map[string]*message
	verified     map[string]int // how often a slip was verified with logging on
	payouts      payouts
	pageLimit    int // maximum entries on a page of a list; 0 is maxPage
	qr           qrOrders
	vouchers     vouchers
	webhooks     webhooks
	faults       faults
	now          func() time.Time
	log          *slog.Logger
	push         *browserpush.Service
	games        map[string]*gameProvider // by the slot's code
	gameSessions gameSessions
}

// Open reads the journal in dir and returns the Sandbox. It creates dir if needed.
func Open(dir string, log *slog.Logger) (*Sandbox, error) {
	sb := &Sandbox{byRef: map[string]*transfer{}, byToken: map[string]*message{}, verified: map[string]int{}, now: time.Now, log: log, push: browserpush.New(log)}
	sb.qr, sb.webhooks = newQROrders(), newWebhooks()
	sb.games, sb.gameSessions = newGameProviders(sb), newGameSessions()
	var err error
	sb.journal, err = openJournal(dir, sb.replay)
	return sb, err
}

// Close stops sending webhooks, and closes the journal.
func (sb *Sandbox) Close() error {
	sb.webhooks.stop()
	return sb.journal.close()
}

// replay applies an event that is in the journal.
func (sb *Sandbox) replay(e event) {
	switch {
	case e.Transfer != nil:
		sb.transfers = append(sb.transfers, e.Transfer)
		sb.byRef[e.Transfer.TransRef] = e.Transfer
	case e.Message != nil:
		sb.messages = append(sb.messages, e.Message)
		sb.byToken[e.Message.Token] = e.Message
	case e.Used != "":
		if m := sb.byToken[e.Used]; m != nil {
			m.Used = true
		}
	case e.Verified != "":
		sb.verified[e.Verified]++
	}
	sb.payouts.replay(e)
	sb.qr.replay(e)
	sb.vouchers.replay(e)
	sb.webhooks.replay(e)
	sb.replayGame(e)
}

// record writes an event into the journal and applies it. The caller must hold the lock.
func (sb *Sandbox) record(e event) error {
	if err := sb.journal.append(e); err != nil {
		return err
	}
	sb.replay(e)
	return nil
}

// Push returns the simulated push service of browsers, which needs its own listener.
func (sb *Sandbox) Push() *browserpush.Service { return sb.push }

// Handler returns the routes of all providers. It rejects control calls from other machines.
func (sb *Sandbox) Handler() http.Handler {
	mux := http.NewServeMux()
	sb.smsRoutes(mux)
	sb.bankRoutes(mux)
	sb.slipOKRoutes(mux)
	sb.easySlipRoutes(mux)
	sb.scbRoutes(mux)
	sb.payoutRoutes(mux)
	sb.qrRoutes(mux)
	sb.trueMoneyRoutes(mux)
	sb.listRoutes(mux)
	sb.gameRoutes(mux)
	sb.faultRoutes(mux)
	sb.push.Routes(mux)
	mux.HandleFunc("GET /push/messages", control(func(*http.Request) (any, error) {
		return map[string]any{"messages": sb.push.Pushes()}, nil
	}))
	mux.HandleFunc("GET /totals", control(sb.totals))
	mux.HandleFunc("GET /healthz", func(rw http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(rw, "ok\n") })
	pageRoutes(mux)
	return mux
}

// problem is the error of a control call.
type problem struct {
	status int
	text   string
}

func (p problem) Error() string { return p.text }

func badRequest(text string) error { return problem{http.StatusBadRequest, text} }

// control returns a handler that runs do and sends its result as JSON. It rejects callers from other
// machines.
func control(do func(*http.Request) (any, error)) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		if !fromLoopback(r) {
			sendJSON(rw, http.StatusForbidden, map[string]string{"error": "control calls are for this machine only"})
			return
		}
		out, err := do(r)
		var p problem
		switch {
		case errors.As(err, &p):
			sendJSON(rw, p.status, map[string]string{"error": p.text})
		case err != nil:
			sendJSON(rw, http.StatusInternalServerError, map[string]string{"error": err.Error()})
		default:
			sendJSON(rw, http.StatusOK, out)
		}
	}
}

func fromLoopback(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

func sendJSON(rw http.ResponseWriter, status int, body any) {
	rw.Header().Set("Content-Type", "application/json")
	rw.Header().Set("Cache-Control", "no-store")
	rw.WriteHeader(status)
	_ = json.NewEncoder(rw).Encode(body)
}

const maxBody = 1 << 20

// decode decodes a JSON body. It ignores unknown fields.
func decode(r *http.Request, into any) error {
	return decodeFrom(io.LimitReader(r.Body, maxBody), into)
}

func decodeFrom(body io.Reader, into any) error {
	if err := json.NewDecoder(body).Decode(into); err != nil {
		return badRequest("the body is not the JSON that this call takes: " + err.Error())
	}
	return nil
}

// listLimit returns how many of the newest entries a list must have: the query's `limit`, or 200.
func listLimit(r *http.Request) int {
	if n, err := strconv.Atoi(r.URL.Query().Get("limit")); err == nil && n > 0 {
		return n
	}
	return 200
}
