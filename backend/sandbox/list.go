package sandbox

import (
	"cmp"
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
)

const (
	maxPage      = 500
	trueMoneyKey = "sandbox-key"
)

// listRoutes registers the providers' lists of their records, in pages. A cursor is an index into a list,
// and lists only grow.
func (sb *Sandbox) listRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /payout/payouts", sb.withFaultsOf("payout:list", refusePayout, sb.signedList(payoutKey, sb.payoutList)))
	for _, name := range []string{wwName, paytimzName, zpayName} {
		mux.HandleFunc("GET "+qrBase(name), sb.withFaultsOf("qr:list", refuseQR, sb.signedList(qrKey, func(_ *http.Request, p *page) map[string]any { return sb.qrList(name, p) })))
	}
	mux.HandleFunc("POST /kbank/v1/qrpayment/transactions", sb.withFaultsOf("qr:list", refuseKBank, sb.kbankCall(sb.kbankList)))
	mux.HandleFunc("GET /truemoney/wallet/redemptions", sb.withFaultsOf("truemoney:list", refuseQR, sb.signedList(trueMoneyKey, sb.redemptionList)))
	mux.HandleFunc("POST /lists", control(sb.setPageLimit))
	mux.HandleFunc("GET /bank/feed/transfers", sb.withFaultsOf("bank:list", refuseQR, sb.signedList(feedKey, sb.transferList)))
}

// page is one page of a list. It has entries of `from` or later, from the index `start` on.
type page struct {
	from  time.Time
	start int
	limit int
	next  string
}

// each calls do with the index of each entry of the page. do returns whether the entry counts for the page.
func (p *page) each(count int, at func(int) time.Time, do func(int) bool) {
	added := 0
	for i := p.start; i < count; i++ {
		if at(i).Before(p.from) {
			continue
		}
		if added == p.limit {
			p.next = strconv.Itoa(i)
			return
		}
		if do(i) {
			added++
		}
	}
}

// signedList returns a handler that checks the signature and sends a page of list. list runs with the
// lock held.
func (sb *Sandbox) signedList(key string, list func(*http.Request, *page) map[string]any) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		from, err := time.Parse(time.RFC3339, query.Get("from"))
		cursor, limit := parseNumber(query.Get("cursor")), parseNumber(query.Get("limit"))
		_, signed := readSigned(r, key, sb.now())
		switch {
		case !signed:
			qrSignedError(rw, http.StatusUnauthorized, "BAD_SIGNATURE")
			return
		case err != nil || cursor < 0 || limit < 1:
			qrSignedError(rw, http.StatusBadRequest, "MALFORMED")
			return
		}
		sb.mu.Lock()
		defer sb.mu.Unlock()
		p := &page{from: from, start: cursor, limit: min(limit, cmp.Or(sb.pageLimit, maxPage))}
		out := list(r, p)
		out["next"] = p.next
		sendJSON(rw, http.StatusOK, out)
	}
}

// setPageLimit sets the maximum number of entries on a page: {most}. 0 restores the default.
func (sb *Sandbox) setPageLimit(r *http.Request) (any, error) {
	body := struct {
		Most int `json:"most"`
	}{}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	if body.Most < 0 || body.Most > maxPage {
		return nil, badRequest("most must be from 0 to " + strconv.Itoa(maxPage))
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.pageLimit = body.Most
	return body, nil
}

// parseNumber parses an integer. It returns 0 for "", and -1 for text that is no integer.
func parseNumber(text string) int {
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

func (sb *Sandbox) payoutList(_ *http.Request, p *page) map[string]any {
	if err := sb.payDuePayouts(); err != nil {
		sb.log.Error("pay due payouts", "cause", err)
	}
	out, all := []*payout{}, sb.payouts.list
	p.each(len(all), func(i int) time.Time { return all[i].At }, func(i int) bool {
		if sb.payouts.unlisted[all[i].Reference] {
			return false
		}
		out = append(out, all[i])
		return true
	})
	return map[string]any{"payouts": out}
}

func (sb *Sandbox) qrList(gateway string, p *page) map[string]any {
	out, all := []map[string]any{}, sb.qr.list
	p.each(len(all), func(i int) time.Time { return all[i].At }, func(i int) bool {
		if all[i].Gateway != gateway {
			return false
		}
		out = append(out, all[i].signed(sb.now()))
		return true
	})
	return map[string]any{"orders": out}
}

func (sb *Sandbox) kbankList(rw http.ResponseWriter, body kbankBody) {
	from, err := time.Parse(time.RFC3339, body.From)
	if err != nil || parseNumber(body.PageToken) < 0 {
		kbankError(rw, "bad_request")
		return
	}
	out, all := []map[string]any{}, sb.qr.list
	p := &page{from: from, start: parseNumber(body.PageToken), limit: min(max(body.PageSize, 1), maxPage)}
	p.each(len(all), func(i int) time.Time { return all[i].At }, func(i int) bool {
		if all[i].Gateway != kbankName {
			return false
		}
		o := all[i].kbank(all[i].Reference)
		o["txnStatus"], o["createdDt"] = kbankStatus[all[i].status(sb.now())], all[i].At.In(clock.Bangkok)
		out = append(out, o)
		return true
	})
	sendJSON(rw, http.StatusOK, map[string]any{"partnerId": kbankPartner, "statusCode": "00", "transactions": out, "nextPageToken": p.next})
}

// redemptionList returns the vouchers that a wallet has redeemed.
func (sb *Sandbox) redemptionList(r *http.Request, p *page) map[string]any {
	type redeemed struct {
		Hash   string       `json:"hash"`
		Amount money.Satang `json:"amount"`
		At     time.Time    `json:"at"`
	}
	out, all := []redeemed{}, sb.vouchers.redemptions
	p.each(len(all), func(i int) time.Time { return all[i].At }, func(i int) bool {
		v := sb.vouchers.byHash[all[i].Hash]
		if v == nil || all[i].Mobile != r.URL.Query().Get("mobile") {
			return false
		}
		out = append(out, redeemed{v.Hash, v.ticket(), all[i].At})
		return true
	})
	return map[string]any{"redemptions": out}
}

// transferList returns the transfers into an account, in the format of the webhook.
func (sb *Sandbox) transferList(r *http.Request, p *page) map[string]any {
	bank, account := r.URL.Query().Get("bank"), r.URL.Query().Get("account")
	out, all := []feedReport{}, sb.transfers
	p.each(len(all), func(i int) time.Time { return all[i].At }, func(i int) bool {
		if all[i].ToBank != bank || all[i].ToAccountNo != account {
			return false
		}
		out = append(out, toFeedReport(all[i], defaultShownDigits))
		return true
	})
	return map[string]any{"transfers": out}
}
