package servertest

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// CreditWallet credits the member's wallet and adds a statement line.
func (c *Client) CreditWallet(amount money.Satang) {
	c.t.Helper()
	member := c.ID()
	c.h.InTx(func(ctx context.Context, tx pgx.Tx) error {
		wallet, err := c.h.Ledger.Wallet(ctx, tx, member)
		if err != nil {
			return err
		}
		posted, err := c.h.Ledger.PostTx(ctx, tx, ledger.Transfer{
			Key: uuid.New(), Kind: ledger.DemoGrant, Debit: ledger.Demo.In(wallet.Currency), Credit: wallet.ID, Amount: amount, Currency: wallet.Currency,
		})
		if err != nil {
			return err
		}
		_, err = c.h.Server.Statement.AddTx(ctx, tx, member, statement.Line{
			Type: statement.Deposit, Status: statement.Success, FromPlace: statement.PlaceOf(statement.Demo), ToPlace: statement.PlaceOf(statement.Wallet), Amount: amount, Currency: string(wallet.Currency),
			TransferID: &posted.ID, CreatedAt: c.h.Clock.Now(),
		})
		return err
	})
}

// ID returns the member's id in the database.
func (c *Client) ID() int64 {
	c.t.Helper()
	return c.h.Count(`select id from member where phone = $1`, c.Phone)
}

// Withdraw requests a withdrawal in baht. key is its Idempotency-Key, or "" for none.
func (c *Client) Withdraw(key string, amount float64) Response {
	c.t.Helper()
	if key != "" {
		c = c.With("Idempotency-Key", key)
	}
	return c.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": amount})
}

// Cash decodes the response to a money command.
func (a Response) Cash() (out wallet.CommandStatus) {
	a.t.Helper()
	a.Into(&out)
	return out
}

// Line returns the current state of the member's statement line with this id.
func (c *Client) Line(id uuid.UUID) statement.Line {
	c.t.Helper()
	var list struct{ Statements []statement.Line }
	c.Call("POST", "/api/statement", map[string]int{"limit": 100}).Want(http.StatusOK).Into(&list)
	for _, l := range list.Statements {
		if l.ID == id {
			return l
		}
	}
	c.t.Fatalf("no line %s", id)
	return statement.Line{}
}

// Detail returns the member's statement line with this id, and its history.
func (c *Client) Detail(id uuid.UUID) (d statement.Detail) {
	c.t.Helper()
	c.Call("GET", "/api/statement/"+id.String(), nil).Want(http.StatusOK).Into(&d)
	return d
}

// WaitFinal advances the clock and runs delayed jobs until a statement line is final.
func (c *Client) WaitFinal(id uuid.UUID, pace time.Duration) statement.Line {
	c.t.Helper()
	for range 400 {
		if l := c.Line(id); l.Status != statement.Pending {
			return l
		}
		c.h.Clock.Advance(pace)
		c.h.RunDelayedJobs()
		time.Sleep(50 * time.Millisecond)
	}
	c.t.Fatalf("line %s is still in progress", id)
	return statement.Line{}
}

// Payout is a payout that the bank in the sandbox has made.
type Payout struct {
	Reference, ToBank, ToAccountNo, ToName, Currency, Status string
	Amount                                                   money.Satang
}

// Payouts returns all payouts that the bank has made, oldest first.
func (h *Environment) Payouts() []Payout {
	h.t.Helper()
	var out struct{ Payouts []Payout }
	h.Control("GET", "/bank/payouts", nil, &out)
	return out.Payouts
}

// PaidOut returns how much the bank has paid to a member's own account, in satang.
func (c *Client) PaidOut() (sum money.Satang) {
	c.t.Helper()
	for _, p := range c.h.Payouts() {
		if p.ToAccountNo == c.AccountNo && p.Status == "SUCCESS" {
			sum += p.Amount
		}
	}
	return sum
}

// SetSetting changes one of the operators' settings.
func (h *Environment) SetSetting(name string, value any) {
	h.t.Helper()
	if err := h.Content.PutSetting(h.t.Context(), h.Pool, name, value); err != nil {
		h.t.Fatal(err)
	}
}

// SetAmount changes the amount for one currency in a setting that has an amount for each currency.
func (h *Environment) SetAmount(name, currency string, amount float64) {
	h.t.Helper()
	settings, err := h.Content.SettingsByName(h.t.Context(), h.Pool)
	if err != nil {
		h.t.Fatal(err)
	}
	both := map[string]any{}
	if err := json.Unmarshal(settings[name], &both); err != nil {
		h.t.Fatal(err)
	}
	both[currency] = amount
	h.SetSetting(name, both)
}

// ProposeDocument makes an admin edit a document that needs two admins, and returns the proposal's id.
func (h *Environment) ProposeDocument(admin web.Operator, kind, key string, body any) (id string, err error) {
	h.t.Helper()
	done, err := h.Desk.EditDocument(h.t.Context(), &admin, staff.Edit{Kind: kind, Key: key, Body: staff.EncodeBody(body), Why: "a test"})
	if err == nil && done.Proposal == "" {
		h.t.Fatalf("one person edited %s %s", kind, key)
	}
	return done.Proposal, err
}

// EditDocument makes the command line edit a document that needs only one admin.
func (h *Environment) EditDocument(kind, key string, body any) error {
	h.t.Helper()
	_, err := h.Desk.EditDocument(h.t.Context(), nil, staff.Edit{Kind: kind, Key: key, Body: staff.EncodeBody(body), Why: "a test"})
	return err
}

// DocumentBody decodes the document in force under a key.
func (h *Environment) DocumentBody(kind, key string, into any) {
	h.t.Helper()
	body, err := h.Operators.Body(h.t.Context(), h.Pool, kind, key)
	if err == nil {
		err = json.Unmarshal(body, into)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}
