package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
)

const consolePassword = "a long password"

// console is two cashiers at the console. The first proposes, the second approves.
type console struct {
	site  *site
	names [2]string
	token [2]string
}

// item is an item that waits for an operator.
type item struct {
	Kind, ID, Reason, Reference string
	Find                        string // the account number that the item names
}

func (c *console) login(cashier int) error {
	if c.names[cashier] == "" {
		name := "cashier-" + uuid.NewString()[:8]
		add := c.site.newWalletCommand("operator", "add", name, "cashier")
		add.Stdin = strings.NewReader(consolePassword + "\n")
		if out, err := add.CombinedOutput(); err != nil {
			return fmt.Errorf("operator add: %w: %s", err, out)
		}
		c.names[cashier] = name
	}
	code, err := c.site.newWalletCommand("operator", "totp", c.names[cashier]).Output()
	if err != nil {
		return err
	}
	var session struct{ Token string }
	err = c.site.Call("", "", "POST", "/api/operator/login", map[string]any{
		"username": c.names[cashier], "password": consolePassword, "code": strings.TrimSpace(string(code)),
	}).Into(&session)
	c.token[cashier] = session.Token
	return err
}

// call makes a call as one of the two cashiers. It logs in first if necessary.
func (c *console) call(cashier int, method, path string, body any) (environment.Response, error) {
	key := ""
	if method != http.MethodGet {
		key = uuid.NewString()
	}
	if c.token[cashier] != "" {
		if a := c.site.Call(c.token[cashier], key, method, "/api/operator/"+path, body); a.Status != http.StatusUnauthorized {
			return a, nil
		}
	}
	if err := c.login(cashier); err != nil {
		return environment.Response{}, err
	}
	return c.site.Call(c.token[cashier], key, method, "/api/operator/"+path, body), nil
}

// runAction runs an action on an item. It returns no error if the item was decided before.
func (c *console) runAction(cashier int, path string, body any) (environment.Response, error) {
	a, err := c.call(cashier, http.MethodPost, "items/"+path, body)
	if err == nil && a.Status > 299 && a.Status != http.StatusNotFound {
		err = fmt.Errorf("%d %.200s", a.Status, bytes.TrimSpace(a.Body))
	}
	return a, err
}

// decideAll decides all items, and returns how many there were. The error names the items that could not be
// decided.
func (c *console) decideAll() (int, error) {
	items, err := c.listItems()
	if err != nil {
		return 0, err
	}
	// An advance ends with the member's next deposit, so no decision is needed. checkWallets includes what
	// is lent.
	items = slices.DeleteFunc(items, func(i item) bool { return i.Kind == "ADVANCE" })
	records, err := c.site.ReadRecords()
	if err != nil {
		return 0, err
	}
	var undecided []error
	for _, i := range items {
		if err := c.decide(i, records); err != nil {
			undecided = append(undecided, fmt.Errorf("item %s %s %s: %w", i.Kind, i.Reason, i.Reference, err))
		}
	}
	if len(undecided) > 0 {
		return len(items), fmt.Errorf("%d items, the first: %w", len(undecided), undecided[0])
	}
	return len(items), nil
}

// listItems returns all items.
func (c *console) listItems() ([]item, error) {
	var queue struct{ Items []item }
	a, err := c.call(0, http.MethodGet, "items?limit=200", nil)
	if err == nil {
		err = a.Into(&queue)
	}
	return queue.Items, err
}

// decide decides an item by the providers' records.
func (c *console) decide(i item, records *environment.Records) error {
	switch i.Kind {
	case "DIFFERENCE":
		return c.attribute(i, records)
	case "RESTORED":
		return c.proposeAndApprove("RESTORED/"+i.ID+"/theirs", map[string]any{"why": "the account is theirs"})
	case "GAME_FOUND": // does not occur, because no member plays in these runs
		return c.proposeAndApprove("GAME_FOUND/"+i.ID+"/foundMoved", map[string]any{"why": "the provider's portal shows it"})
	case "PROPOSAL", "PAYOUTS":
		return nil // a proposal is approved right after it is made, and the comparison ends the pause of payouts
	case "WITHDRAWAL":
		_, err := c.runAction(0, "WITHDRAWAL/"+i.ID+"/approve", nil)
		return err
	case "PAYOUT":
		action := "fail"
		if p := records.Payouts[i.ID]; p != nil && p.Paid() {
			action = "settle"
		}
		_, err := c.runAction(0, "PAYOUT/"+i.ID+"/"+action, nil)
		return err
	case "GIFT":
		if v := records.Vouchers[i.Reference]; v != nil && len(v.TakenBy) > 0 {
			_, err := c.runAction(0, "GIFT/"+i.ID+"/settle", map[string]any{"amount": v.Ticket})
			return err
		}
		_, err := c.runAction(0, "GIFT/"+i.ID+"/fail", nil)
		return err
	case "QR":
		_, code, _ := strings.Cut(i.Reference, " ")
		action := "drop"
		if c := records.QROrders[code]; c != nil && c.Status == "PAID" {
			action = "settle"
		}
		_, err := c.runAction(0, "QR/"+i.ID+"/"+action, map[string]any{})
		return err
	}
	return errors.New("the cashiers do not decide this kind")
}

// attribute assigns a payment that our ledger lacks to its member, or to none. Two operators are needed.
func (c *console) attribute(i item, records *environment.Records) error {
	if _, byHand := c.site.byHand[i.Reference]; byHand {
		return c.proposeAndApprove("DIFFERENCE/"+i.ID+"/nobodys", map[string]any{"why": "made by hand at the provider's portal"})
	}
	owner := c.site.ownerOf(i, records)
	if owner == nil {
		return errors.New("no member has the account")
	}
	id, err := c.site.queryText("select public_id from member where phone = '" + owner.Phone + "'")
	if err != nil {
		return err
	}
	return c.proposeAndApprove("DIFFERENCE/"+i.ID+"/attribute", map[string]any{"memberId": id, "why": "the account is theirs"})
}

// proposeAndApprove proposes an action as the first cashier, and approves it as the second.
func (c *console) proposeAndApprove(path string, body any) error {
	a, err := c.runAction(0, path, body)
	if err != nil || a.Status == http.StatusNotFound {
		return err
	}
	var made struct{ Proposal string }
	if err := a.Into(&made); err != nil {
		return err
	}
	_, err = c.runAction(1, "PROPOSAL/"+made.Proposal+"/approve", nil)
	return err
}

// ownerOf returns the member to whom a payment belongs, or nil if it belongs to none. It uses data that
// only the members and the providers have.
func (s *site) ownerOf(i item, records *environment.Records) *member {
	account := i.Find
	if p := records.Payouts[i.Reference]; p != nil {
		account = p.ToAccountNo
	}
	for _, m := range s.members {
		if account == m.AccountNo {
			return m
		}
		for _, name := range append(m.codes, m.vouchers...) {
			if strings.HasSuffix(i.Reference, name) {
				return m
			}
		}
	}
	return nil
}
