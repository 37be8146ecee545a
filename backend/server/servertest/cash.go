package servertest

import (
	"net"
	"net/http"
	"strconv"
	"time"

	"krapao/backend/platform/config"
	"krapao/backend/statement"
)

// PublicID returns the member's _id.
func (c *Client) PublicID() string {
	c.t.Helper()
	var home struct {
		Profile struct {
			ID string `json:"_id"`
		}
	}
	c.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	return home.Profile.ID
}

// Lines returns the newest statement lines of the member.
func (c *Client) Lines() []statement.Line {
	c.t.Helper()
	var page struct{ Statements []statement.Line }
	c.Call("POST", "/api/statement", map[string]int{"page": 1, "limit": 100}).Want(http.StatusOK).Into(&page)
	return page.Statements
}

// WaitUntil polls until a condition holds, for at most two minutes. The time depends only on the load of the
// machine.
func (h *Environment) WaitUntil(what string, until func() bool) {
	h.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if until() {
			return
		}
	}
	h.t.Fatalf("%s: not within two minutes", what)
}

// QueueItem is an item in the cashiers' queue, with the fields that tests read.
type QueueItem struct {
	Kind, ID, Reason, Reference, PictureURL string
	Amount                                  *float64
	Member                                  struct {
		ID       string `json:"_id"`
		Active   bool
		Currency string
	}
	Facts    []struct{ Code, Value string }
	Verdicts []struct{ Code, Theirs, Ours, Fits string }
	Offers   []struct {
		Act, Blocked string
		Pair         bool
	}
}

// Fact returns one of the item's facts, or "" if there is none.
func (i QueueItem) Fact(code string) string {
	for _, f := range i.Facts {
		if f.Code == code {
			return f.Value
		}
	}
	return ""
}

// FactValues returns the values of all facts with this code.
func (i QueueItem) FactValues(code string) (values []string) {
	for _, f := range i.Facts {
		if f.Code == code {
			values = append(values, f.Value)
		}
	}
	return values
}

// Fits returns the result of the comparison with this code, or "" if there is none.
func (i QueueItem) Fits(code string) string {
	for _, v := range i.Verdicts {
		if v.Code == code {
			return v.Fits
		}
	}
	return ""
}

// Queue returns the items of one kind that the operator sees.
func (c *Client) Queue(kind string) []QueueItem {
	c.t.Helper()
	var out struct{ Items []QueueItem }
	c.Call("GET", "/api/operator/items?limit=200&kind="+kind, nil).Want(http.StatusOK).Into(&out)
	return out.Items
}

// Metrics makes the server serve its metrics at an address.
func Metrics(address string) Option {
	return func(c *config.Config) {
		host, port, _ := net.SplitHostPort(address)
		c.MetricsHost = host
		c.MetricsPort, _ = strconv.Atoi(port)
	}
}

// MemberRows returns the member's rows as text, to be compared: money, statement lines, slips, QR codes,
// sessions, limits.
func (h *Environment) MemberRows(c *Client) string {
	h.t.Helper()
	out := c.Balance()
	for _, table := range []string{"statement_line", "slip", "withdrawal", "qr_order", "session", "deposit_limit", "announcement", "gift", "money_return"} {
		var rows string
		// The columns that reading changes are left out.
		sql := "select coalesce(jsonb_agg(to_jsonb(t) - array['last_seen_at', 'asked_at', 'ask_at'] order by t::text)::text, '') from " + table + " t where member_id = (select id from member where phone = $1)"
		if err := h.Pool.QueryRow(h.t.Context(), sql, c.Phone).Scan(&rows); err != nil {
			h.t.Fatal(err)
		}
		out += "\n" + table + ": " + rows
	}
	return out
}
