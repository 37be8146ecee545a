package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
)

const consolePassword = "a long password"

// console is a cashier at the console. The cashier decides items by the providers' records.
type console struct {
	site   *site
	random *rand.Rand
	name   string
	token  string
	second *console // approves proposals of the first; nil before the first proposal
}

func (c *console) login() error {
	if c.name == "" {
		c.name = "cashier-" + uuid.NewString()[:8]
		add := c.site.newWalletCommand("operator", "add", c.name, "cashier")
		add.Stdin = strings.NewReader(consolePassword + "\n")
		if out, err := add.CombinedOutput(); err != nil {
			c.name = ""
			return fmt.Errorf("operator add: %w: %s", err, out)
		}
	}
	code, err := c.site.newWalletCommand("operator", "totp", c.name).Output()
	if err != nil {
		return err
	}
	var session struct{ Token string }
	err = c.site.Call("", "", "POST", "/api/operator/login", map[string]any{
		"username": c.name, "password": consolePassword, "code": strings.TrimSpace(string(code)),
	}).Into(&session)
	c.token = session.Token
	return err
}

type item struct {
	Kind, ID, Reason, Reference string
	Find                        string // the account that the item names
	Amount                      *money.Satang
	Member                      *struct {
		ID        string `json:"_id"`
		AccountNo string
	}
	Facts []struct{ Code, Value string }
}

// findFact returns an item's fact with a code, or "".
func (i item) findFact(code string) string {
	for _, f := range i.Facts {
		if f.Code == code {
			return f.Value
		}
	}
	return ""
}

// decideAll decides all items. It returns how many needed a decision, and the joined errors of undecided items.
func (c *console) decideAll() (int, error) {
	var queue struct{ Items []item }
	a := c.site.Call(c.token, "", "GET", "/api/operator/items?limit=200", nil)
	if a.Status == http.StatusUnauthorized {
		if err := c.login(); err != nil {
			return 0, err
		}
		a = c.site.Call(c.token, "", "GET", "/api/operator/items?limit=200", nil)
	}
	if err := a.Into(&queue); err != nil {
		return 0, err
	}
	records, err := readProviderRecords(c.site)
	if err != nil {
		return 0, err
	}
	var failed error
	waiting := 0
	for _, i := range queue.Items {
		if i.Kind == "ADVANCE" { // ends with the member's next deposit; compareLedger includes what is lent
			continue
		}
		waiting++
		if err := c.decide(i, records); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s %s %s %s: %w", i.Kind, i.Reason, i.ID, i.Reference, err))
		}
	}
	return waiting, failed
}

// runAction runs an action on an item. It returns no error if the item was decided before.
func (c *console) runAction(path string, body any) error {
	return ignoreDecided(c.site.Call(c.token, uuid.NewString(), "POST", "/api/operator/items/"+path, body))
}

// ignoreDecided returns nil if the item was decided, by this call or before.
func ignoreDecided(a callResponse) error {
	if a.Status == http.StatusOK || a.Status == http.StatusNotFound || a.Status == http.StatusConflict {
		return nil
	}
	return fmt.Errorf("%d %s", a.Status, a.Body)
}

// settleSlip credits a slip whose transfer exists. If another payment method has credited the money, it
// rejects the slip as a duplicate.
func (c *console) settleSlip(id, account string, amount money.Satang) error {
	a := c.site.Call(c.token, uuid.NewString(), "POST", "/api/operator/items/SLIP/"+id+"/settle", map[string]any{"amount": amount, "wholeAccount": account})
	if bytes.Contains(a.Body, []byte(apperr.NoteDuplicated)) {
		return c.runAction("SLIP/"+id+"/reject", map[string]any{"note": apperr.NoteDuplicated})
	}
	return ignoreDecided(a)
}

func (c *console) decide(i item, records *providerRecords) error {
	switch i.Kind {
	case "SLIP":
		_, ref, _ := strings.Cut(i.Reference, " ")
		paid := records.Transfers[ref]
		if paid == nil || paid.FromAccountNo != i.Member.AccountNo || paid.ToAccountNo != environment.OurAccountNo {
			return c.runAction("SLIP/"+i.ID+"/reject", map[string]any{"note": "NOT_MATCH"})
		}
		return c.settleSlip(i.ID, paid.FromAccountNo, paid.Amount)
	case "UNMATCHED":
		from := records.Transfers[i.findFact("reference")]
		if from == nil {
			return fmt.Errorf("the bank has no such transfer")
		}
		if member := records.owners[from.FromAccountNo]; member != "" {
			return c.runAction("UNMATCHED/"+i.ID+"/credit", map[string]any{"memberId": member, "wholeAccount": from.FromAccountNo})
		}
		return c.runAction("UNMATCHED/"+i.ID+"/return", nil)
	case "WITHDRAWAL":
		if c.random.IntN(4) == 0 {
			return c.runAction("WITHDRAWAL/"+i.ID+"/reject", map[string]any{"note": "not today"})
		}
		return c.runAction("WITHDRAWAL/"+i.ID+"/approve", nil)
	case "PAYOUT":
		if p := records.Payouts[i.ID]; p != nil && p.Status == "SUCCESS" {
			return c.runAction("PAYOUT/"+i.ID+"/settle", nil)
		}
		return c.runAction("PAYOUT/"+i.ID+"/fail", nil)
	case "GIFT":
		if v := records.Vouchers[i.Reference]; v != nil && len(v.TakenBy) > 0 {
			return c.runAction("GIFT/"+i.ID+"/settle", map[string]any{"amount": v.Ticket})
		}
		return c.runAction("GIFT/"+i.ID+"/fail", nil)
	case "QR":
		_, code, _ := strings.Cut(i.Reference, " ")
		if q := records.QROrders[code]; q != nil && q.Status == "PAID" {
			return c.runAction("QR/"+i.ID+"/settle", map[string]any{})
		}
		return c.runAction("QR/"+i.ID+"/drop", nil)
	case "RETURN":
		return c.returnMoney(i, records)
	case "GAME_TRANSFER":
		return c.decideGame(i)
	case "EXCLUSION", "LARGE_PRIZE":
		return c.runAction(i.Kind+"/"+i.ID+"/seen", nil)
	case "BONUS":
		return c.runAction("BONUS/"+i.ID+"/end", map[string]any{"note": "by the games' records"})
	case "GAME_PLAY":
		return c.proposeAndApprove("GAME_PLAY/"+i.ID+"/count", map[string]any{"why": "the provider's portal shows it"})
	case "GAME_LATE":
		return c.runAction("GAME_LATE/"+i.ID+"/settled", map[string]any{"note": "by their support"})
	case "DIFFERENCE", "RESTORED", "GAME_FOUND", "PROPOSAL", "PAYOUTS":
		return c.decideLost(i, records)
	}
	return fmt.Errorf("the cashier does not decide this kind")
}

// returnMoney returns money to its sender, and then reports the return. The name on the return transfer contains the
// item's id, so that a second try finds the first and does not return the money twice.
func (c *console) returnMoney(i item, records *providerRecords) error {
	if records.returned[i.ID] {
		return c.runAction("RETURN/"+i.ID+"/returned", map[string]any{"reference": i.ID})
	}
	to := ""
	if i.Member != nil {
		to = i.Member.AccountNo
	} else if _, ref, ok := strings.Cut(i.Reference, " "); ok {
		to = records.Transfers[ref].FromAccountNo
	}
	err := c.site.Control("POST", "/bank/transfers", map[string]any{
		"fromBank": environment.OurBank, "fromAccountNo": environment.OurAccountNo, "fromName": environment.OurName, "toBank": "KTB", "toAccountNo": to, "toName": returnName + i.ID, "amount": i.Amount,
	}, nil)
	if err != nil {
		return nil // the transfer may have been made; the next round sees it in the records
	}
	return c.runAction("RETURN/"+i.ID+"/returned", map[string]any{"reference": i.ID})
}

// returnName begins the receiver's name of a return transfer. The item's id follows.
const returnName = "RETURN "
