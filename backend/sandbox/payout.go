package sandbox

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/signed"
)

const (
	payoutKey = "sandbox-key"
	// defaultPending is the delay until a payout with the fault "pending" is paid, if the fault has no
	// delay.
	defaultPending = 2 * time.Second

	payoutPending = "PENDING"
	payoutPaid    = "SUCCESS"
	payoutFailed  = "FAILED"
)

// payout is a payout from our account.
type payout struct {
	Reference   string       `json:"reference"`
	ToBank      string       `json:"toBank"` // the bank's number
	ToAccountNo string       `json:"toAccountNo"`
	ToName      string       `json:"toName"`
	Amount      money.Satang `json:"amount"`
	Currency    string       `json:"currency"`
	Status      string       `json:"status"`
	Code        string       `json:"code"`
	At          time.Time    `json:"at"`
	// Due is when a pending payout is paid, unless it has failed before.
	Due time.Time `json:"due"`
}

// payoutOutcome is the event that ends a pending payout.
type payoutOutcome struct {
	Reference string `json:"reference"`
	Status    string `json:"status"`
	Code      string `json:"code"`
}

// payouts are all payouts, in the order of their creation.
type payouts struct {
	list     []*payout
	byRef    map[string]*payout
	unlisted map[string]bool // those that the provider's list leaves out
}

func (p *payouts) replay(e event) {
	if e.Payout != nil {
		if p.byRef == nil {
			p.byRef = map[string]*payout{}
		}
		p.list = append(p.list, e.Payout)
		p.byRef[e.Payout.Reference] = e.Payout
	}
	if end := e.PayoutEnd; end != nil {
		if known := p.byRef[end.Reference]; known != nil {
			known.Status, known.Code = end.Status, end.Code
		}
	}
}

// payoutRoutes registers the payout provider's API, in the plain signed format, and its control calls.
func (sb *Sandbox) payoutRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /payout/payouts", sb.withFaultsOf("payout:create", refusePayout, sb.createPayout))
	mux.HandleFunc("GET /payout/payouts/{reference}", sb.withFaultsOf("payout:query", refusePayout, sb.queryPayout))
	mux.HandleFunc("GET /bank/payouts", control(func(*http.Request) (any, error) {
		sb.mu.Lock()
		defer sb.mu.Unlock()
		if err := sb.payDuePayouts(); err != nil {
			return nil, err
		}
		return map[string]any{"payouts": append([]*payout{}, sb.payouts.list...)}, nil
	}))
	mux.HandleFunc("POST /bank/payouts/{reference}", control(sb.endPayout))
	mux.HandleFunc("POST /bank/payouts/{reference}/listed", control(sb.setListed))
}

func refusePayout(rw http.ResponseWriter, code string) {
	payoutError(rw, http.StatusUnprocessableEntity, textOr(code, "ACCOUNT_CLOSED"))
}

func payoutError(rw http.ResponseWriter, status int, code string) {
	sendJSON(rw, status, map[string]string{"code": code})
}

// readSigned returns the body of a call in the plain signed format. ok is false if the signature is wrong.
func readSigned(r *http.Request, key string, now time.Time) (body []byte, ok bool) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	stamp, signature := r.Header.Get(signed.TimestampHeader), r.Header.Get(signed.SignatureHeader)
	return body, err == nil && signed.Verify(key, stamp, signature, body, now)
}

func (sb *Sandbox) createPayout(rw http.ResponseWriter, r *http.Request) {
	body, ok := readSigned(r, payoutKey, sb.now())
	if !ok {
		payoutError(rw, http.StatusUnauthorized, "BAD_SIGNATURE")
		return
	}
	var p payout
	if err := decodeFrom(bytes.NewReader(body), &p); err != nil {
		payoutError(rw, http.StatusBadRequest, "MALFORMED")
		return
	}
	bank, known := findBank(p.ToBank)
	switch {
	case p.Reference == "" || len(p.Reference) > 64:
		payoutError(rw, http.StatusUnprocessableEntity, "INVALID_REFERENCE")
		return
	case !known || bank.Number != p.ToBank:
		payoutError(rw, http.StatusUnprocessableEntity, "INVALID_BANK")
		return
	case !isAccountNo(p.ToAccountNo) || strings.TrimSpace(p.ToName) == "":
		payoutError(rw, http.StatusUnprocessableEntity, "INVALID_ACCOUNT")
		return
	case p.Amount <= 0 || (p.Currency != "THB" && p.Currency != "LAK"):
		payoutError(rw, http.StatusUnprocessableEntity, "INVALID_AMOUNT")
		return
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if err := sb.payDuePayouts(); err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	first, err := sb.storePayout(r.Context(), p)
	switch {
	case err != nil:
		http.Error(rw, err.Error(), http.StatusInternalServerError)
	case !first.isSameOrder(p):
		payoutError(rw, http.StatusConflict, "CONFLICT")
	default:
		sendJSON(rw, http.StatusOK, first)
	}
}

// storePayout creates a payout, or returns the existing one with its reference. The caller must hold the
// lock.
func (sb *Sandbox) storePayout(ctx context.Context, p payout) (*payout, error) {
	if first := sb.payouts.byRef[p.Reference]; first != nil {
		return first, nil
	}
	p.At = sb.now().UTC()
	p.Status, p.Code, p.Due = payoutPaid, "", p.At
	if wait := pendingDelay(ctx); wait > 0 {
		p.Status, p.Due = payoutPending, p.At.Add(wait)
	}
	return &p, sb.record(event{Payout: &p})
}

func (p *payout) isSameOrder(o payout) bool {
	return p.ToBank == o.ToBank && p.ToAccountNo == o.ToAccountNo && p.ToName == o.ToName && p.Amount == o.Amount && p.Currency == o.Currency
}

func (sb *Sandbox) queryPayout(rw http.ResponseWriter, r *http.Request) {
	if _, ok := readSigned(r, payoutKey, sb.now()); !ok {
		payoutError(rw, http.StatusUnauthorized, "BAD_SIGNATURE")
		return
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if err := sb.payDuePayouts(); err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	p := sb.payouts.byRef[r.PathValue("reference")]
	if p == nil {
		payoutError(rw, http.StatusNotFound, "NOT_FOUND")
		return
	}
	sendJSON(rw, http.StatusOK, p)
}

// payDuePayouts pays the pending payouts that are due. The caller must hold the lock.
func (sb *Sandbox) payDuePayouts() error {
	for _, p := range sb.payouts.list {
		if p.Status == payoutPending && !sb.now().Before(p.Due) {
			if err := sb.record(event{PayoutEnd: &payoutOutcome{Reference: p.Reference, Status: payoutPaid}}); err != nil {
				return err
			}
		}
	}
	return nil
}

// endPayout ends a pending payout by a control call: {status: SUCCESS or FAILED, code?}.
func (sb *Sandbox) endPayout(r *http.Request) (any, error) {
	end := payoutOutcome{}
	if err := decode(r, &end); err != nil {
		return nil, err
	}
	end.Reference = r.PathValue("reference")
	if end.Status != payoutPaid && end.Status != payoutFailed {
		return nil, badRequest("status is SUCCESS or FAILED")
	}
	if end.Status == payoutFailed {
		end.Code = textOr(end.Code, "ACCOUNT_CLOSED")
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	p := sb.payouts.byRef[end.Reference]
	switch {
	case p == nil:
		return nil, problem{http.StatusNotFound, "no such payout"}
	case p.Status != payoutPending:
		return nil, problem{http.StatusConflict, "it is " + p.Status + " already"}
	}
	return p, sb.record(event{PayoutEnd: &end})
}

// setListed removes a payout from the provider's list, or adds it again: {listed}. Queries by reference
// still find it.
func (sb *Sandbox) setListed(r *http.Request) (any, error) {
	body := struct {
		Listed bool `json:"listed"`
	}{}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	p := sb.payouts.byRef[r.PathValue("reference")]
	if p == nil {
		return nil, problem{http.StatusNotFound, "no such payout"}
	}
	if sb.payouts.unlisted == nil {
		sb.payouts.unlisted = map[string]bool{}
	}
	sb.payouts.unlisted[p.Reference] = !body.Listed
	return body, nil
}

// totals returns the sums that were paid out, in total and per receiving account.
func (p *payouts) totals() map[string]any {
	accounts := map[string]flow{}
	var paid, pending money.Satang
	count := 0
	for _, payout := range p.list {
		switch payout.Status {
		case payoutPaid:
			f := accounts[payout.ToBank+":"+payout.ToAccountNo]
			f.In, f.Count = f.In+payout.Amount, f.Count+1
			accounts[payout.ToBank+":"+payout.ToAccountNo] = f
			paid, count = paid+payout.Amount, count+1
		case payoutPending:
			pending += payout.Amount
		}
	}
	return map[string]any{"out": paid, "count": count, "pending": pending, "accounts": accounts}
}
