package servertest

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/bank"
	"krapao/backend/platform/signed"
)

// Transfer is a bank transfer in the sandbox. Zero fields get the values of a valid transfer: from the
// member's own account into ours, now.
type Transfer struct {
	FromBank, FromAccountNo, FromName string
	ToBank, ToAccountNo, ToName       string
	ToProxy                           string   // shown by the verifier instead of the account
	Hides                             []string // what the verifier leaves out: fromAccount, fromName, toAccount, toName
	Amount                            float64
	At                                time.Time
	// Feed makes our bank report the transfer, with FeedDigits of the payer's digits (6 if zero).
	Feed       bool
	FeedDigits int
}

// MadeTransfer is a completed transfer.
type MadeTransfer struct {
	TransRef string
	Bank     string
	Slip     struct{ PNG, JPG string }
	QR       string
}

// Transfer makes a bank transfer in the sandbox, from the member's own account.
func (c *Client) Transfer(t Transfer) MadeTransfer {
	c.t.Helper()
	fill := func(field *string, usual string) {
		if *field == "" {
			*field = usual
		}
	}
	fill(&t.FromBank, c.BankCode)
	fill(&t.FromAccountNo, c.AccountNo)
	fill(&t.FromName, c.AccountName)
	if c.BankCode == "BCEL" {
		fill(&t.ToBank, "BCEL")
		fill(&t.ToAccountNo, "010120000456789001")
	}
	fill(&t.ToBank, "KBANK")
	fill(&t.ToAccountNo, "0483921567")
	fill(&t.ToName, "บจก. กระเป๋า เพย์")
	if t.At.IsZero() {
		t.At = c.h.Clock.Now()
	}
	var made MadeTransfer
	c.h.Control("POST", "/bank/transfers", map[string]any{
		"fromBank": t.FromBank, "fromAccountNo": t.FromAccountNo, "fromName": t.FromName,
		"toBank": t.ToBank, "toAccountNo": t.ToAccountNo, "toName": t.ToName, "amount": t.Amount, "at": t.At.UTC(),
		"toProxy": t.ToProxy, "hides": t.Hides,
		"feed": t.Feed, "feedDigits": cmp.Or(t.FeedDigits, 6),
	}, &made)
	return made
}

// Picture downloads a file from the sandbox.
func (c *Client) Picture(path string) []byte {
	c.t.Helper()
	res, err := http.Get(c.h.SandboxURL + path)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		c.t.Fatalf("%s: %d, %v", path, res.StatusCode, err)
	}
	return body
}

// Forge returns a forged slip from the sandbox.
func (c *Client) Forge(body map[string]any) []byte {
	c.t.Helper()
	status, picture := send(c.t, client, "POST", c.h.SandboxURL+"/bank/slips/forge", nil, body)
	if status != http.StatusOK {
		c.t.Fatalf("forging: %d %s", status, picture)
	}
	return picture
}

// Upload uploads a slip. capturedAt may be zero.
func (c *Client) Upload(id uuid.UUID, capturedAt time.Time, picture []byte) Response {
	c.t.Helper()
	fields := [][2]string{{"clientId", id.String()}}
	if !capturedAt.IsZero() {
		fields = append(fields, [2]string{"capturedAt", capturedAt.UTC().Format(time.RFC3339Nano)})
	}
	return c.Form("/api/wallet/slip", fields, "slip.jpg", picture)
}

// SubmitSlip uploads the slip of a valid transfer and waits until its check has ended.
func (c *Client) SubmitSlip(made MadeTransfer) bank.Slip {
	c.t.Helper()
	id := uuid.New()
	c.Upload(id, time.Time{}, c.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	return c.WaitSlip(id)
}

// ReportTransfer makes our bank report a transfer, with the payer's account and name in this form.
func (h *Environment) ReportTransfer(account, name string, baht float64) (transRef string) {
	h.t.Helper()
	transRef = strings.ToUpper(uuid.NewString()[:20])
	h.ReportExisting(transRef, account, name, baht)
	return transRef
}

// ReportExisting is ReportTransfer for an existing transfer.
func (h *Environment) ReportExisting(transRef, account, name string, baht float64) {
	h.t.Helper()
	body, err := json.Marshal(map[string]any{
		"transRef": transRef, "fromBank": "006", "fromAccount": account, "fromName": name, "toBank": "004", "toAccountNo": "0483921567",
		"amount": baht, "at": h.Clock.Now().UTC(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	header := signed.Header(h.cfg.FeedKey, time.Now(), body)
	if status, text := send(h.t, h.HTTP(), http.MethodPost, h.URL+"/webhook/bank/feed", header, string(body)); status != http.StatusOK {
		h.t.Fatalf("the bank's report: %d %s", status, text)
	}
}

// WaitMatched waits until a reported transfer was matched. It returns DONE, or the reason why it was not matched.
func (h *Environment) WaitMatched(transRef string) (state string) {
	h.t.Helper()
	h.WaitUntil("the match of a reported transfer", func() bool {
		err := h.Pool.QueryRow(context.Background(), `select case state when 'UNMATCHED' then reason else state::text end from bank_feed where trans_ref = $1`, transRef).Scan(&state)
		if err != nil {
			h.t.Fatal(err)
		}
		return state != "NEW"
	})
	return state
}

// Deposit makes a transfer from the member's own account, which our bank reports, and waits for the credit.
// The transfer proves the account, so payouts to it need no cashier.
func (c *Client) Deposit(baht float64) {
	c.t.Helper()
	lines := len(c.Lines())
	c.Transfer(Transfer{Amount: baht, Feed: true})
	c.h.WaitUntil("a deposit's credit", func() bool { return len(c.Lines()) > lines })
}

// WaitSlip waits until a slip's check has ended.
func (c *Client) WaitSlip(id uuid.UUID) bank.Slip {
	c.t.Helper()
	var slip bank.Slip
	for range 2400 {
		slip = c.Slip(id)
		if slip.Status != "PENDING" || slip.Review {
			return slip
		}
		time.Sleep(25 * time.Millisecond)
	}
	c.t.Fatalf("slip %s is still being checked", id)
	return slip
}

// Slip returns the member's slip with this clientId.
func (c *Client) Slip(id uuid.UUID) bank.Slip {
	c.t.Helper()
	var list struct{ Slips []bank.Slip }
	c.Call("POST", "/api/statement/slip", map[string]int{"limit": 100}).Want(http.StatusOK).Into(&list)
	for _, s := range list.Slips {
		if s.ClientID == id {
			return s
		}
	}
	c.t.Fatalf("no slip %s", id)
	return bank.Slip{}
}

// Balance returns the amount in the member's wallet, formatted as in JSON.
func (c *Client) Balance() string {
	c.t.Helper()
	var home struct {
		Wallet struct{ Amount jsonNumber }
	}
	c.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	return string(home.Wallet.Amount)
}

// jsonNumber is a number with the spelling that it has in JSON.
type jsonNumber string

// UnmarshalJSON stores the text unchanged.
func (n *jsonNumber) UnmarshalJSON(b []byte) error {
	*n = jsonNumber(b)
	return nil
}
