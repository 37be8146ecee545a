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

// console is a cashier at the console, who decides items by the providers' records.
type console struct {
	t      *site
	random *rand.Rand
	name   string
	token  string
	second *console // approves proposals of the first; nil before the first proposal
}

func (d *console) login() error {
	if d.name == "" {
		d.name = "cashier-" + uuid.NewString()[:8]
		add := d.t.walletCommand("operator", "add", d.name, "cashier")
		add.Stdin = strings.NewReader(consolePassword + "\n")
		if out, err := add.CombinedOutput(); err != nil {
			d.name = ""
			return fmt.Errorf("operator add: %w: %s", err, out)
		}
	}
	code, err := d.t.walletCommand("operator", "totp", d.name).Output()
	if err != nil {
		return err
	}
	var session struct{ Token string }
	err = d.t.Call("", "", "POST", "/api/operator/login", map[string]any{
		"username": d.name, "password": consolePassword, "code": strings.TrimSpace(string(code)),
	}).Into(&session)
	d.token = session.Token
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

// fact returns an item's fact with a code, or "".
func (i item) fact(code string) string {
	for _, f := range i.Facts {
		if f.Code == code {
			return f.Value
		}
	}
	return ""
}

// decideAll decides all items, and returns how many there were.
func (d *console) decideAll() (int, error) {
	var queue struct{ Items []item }
	a := d.t.Call(d.token, "", "GET", "/api/operator/items?limit=200", nil)
	if a.Status == http.StatusUnauthorized {
		if err := d.login(); err != nil {
			return 0, err
		}
		a = d.t.Call(d.token, "", "GET", "/api/operator/items?limit=200", nil)
	}
	if err := a.Into(&queue); err != nil {
		return 0, err
	}
	outside, err := readProviderRecords(d.t)
	if err != nil {
		return 0, err
	}
	var failed error
	waiting := 0
	for _, i := range queue.Items {
		if i.Kind == "ADVANCE" { // ends with the member's next deposit; compare includes what is lent
			continue
		}
		waiting++
		if err := d.decide(i, outside); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s %s %s %s: %w", i.Kind, i.Reason, i.ID, i.Reference, err))
		}
	}
	return waiting, failed
}

// runAction runs an action on an item. It is no error if the item was decided before.
func (d *console) runAction(path string, body any) error {
	return ignoreDecided(d.t.Call(d.token, uuid.NewString(), "POST", "/api/operator/items/"+path, body))
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
func (d *console) settleSlip(id, account string, amount money.Satang) error {
	a := d.t.Call(d.token, uuid.NewString(), "POST", "/api/operator/items/SLIP/"+id+"/settle", map[string]any{"amount": amount, "wholeAccount": account})
	if bytes.Contains(a.Body, []byte(apperr.NoteDuplicated)) {
		return d.runAction("SLIP/"+id+"/reject", map[string]any{"note": apperr.NoteDuplicated})
	}
	return ignoreDecided(a)
}

func (d *console) decide(i item, o *providerRecords) error {
	switch i.Kind {
	case "SLIP":
		_, ref, _ := strings.Cut(i.Reference, " ")
		paid := o.Transfers[ref]
		if paid == nil || paid.FromAccountNo != i.Member.AccountNo || paid.ToAccountNo != environment.OurAccountNo {
			return d.runAction("SLIP/"+i.ID+"/reject", map[string]any{"note": "NOT_MATCH"})
		}
		return d.settleSlip(i.ID, paid.FromAccountNo, paid.Amount)
	case "UNMATCHED":
		from := o.Transfers[i.fact("reference")]
		if from == nil {
			return fmt.Errorf("a transfer that nobody made")
		}
		if member := o.owners[from.FromAccountNo]; member != "" {
			return d.runAction("UNMATCHED/"+i.ID+"/credit", map[string]any{"memberId": member, "wholeAccount": from.FromAccountNo})
		}
		return d.runAction("UNMATCHED/"+i.ID+"/return", nil)
	case "WITHDRAWAL":
		if d.random.IntN(4) == 0 {
			return d.runAction("WITHDRAWAL/"+i.ID+"/reject", map[string]any{"note": "not today"})
		}
		return d.runAction("WITHDRAWAL/"+i.ID+"/approve", nil)
	case "PAYOUT":
		if p := o.Payouts[i.ID]; p != nil && p.Status == "SUCCESS" {
			return d.runAction("PAYOUT/"+i.ID+"/settle", nil)
		}
		return d.runAction("PAYOUT/"+i.ID+"/fail", nil)
	case "GIFT":
		if v := o.Vouchers[i.Reference]; v != nil && len(v.TakenBy) > 0 {
			return d.runAction("GIFT/"+i.ID+"/settle", map[string]any{"amount": v.Ticket})
		}
		return d.runAction("GIFT/"+i.ID+"/fail", nil)
	case "QR":
		_, code, _ := strings.Cut(i.Reference, " ")
		if q := o.QROrders[code]; q != nil && q.Status == "PAID" {
			return d.runAction("QR/"+i.ID+"/settle", map[string]any{})
		}
		return d.runAction("QR/"+i.ID+"/drop", nil)
	case "RETURN":
		return d.returnMoney(i, o)
	case "GAME_TRANSFER":
		return d.decideGame(i)
	case "EXCLUSION", "LARGE_PRIZE":
		return d.runAction(i.Kind+"/"+i.ID+"/seen", nil)
	case "BONUS":
		return d.runAction("BONUS/"+i.ID+"/end", map[string]any{"note": "by the games' records"})
	case "GAME_PLAY": // the provider's portal shows it
		return d.proposeAndApprove("GAME_PLAY/"+i.ID+"/count", map[string]any{"why": "the provider's portal shows it"})
	case "GAME_LATE":
		return d.runAction("GAME_LATE/"+i.ID+"/settled", map[string]any{"note": "by their support"})
	case "DIFFERENCE", "RESTORED", "GAME_FOUND", "PROPOSAL", "PAYOUTS":
		return d.decideLost(i, o)
	}
	return fmt.Errorf("nobody taught the cashier this kind")
}

// returnMoney returns money to its sender, and then reports that. The name on the return transfer contains
// the item's id, so that a second try finds the first and does not return the money twice.
func (d *console) returnMoney(i item, o *providerRecords) error {
	if o.returned[i.ID] {
		return d.runAction("RETURN/"+i.ID+"/returned", map[string]any{"reference": i.ID})
	}
	to := ""
	if i.Member != nil {
		to = i.Member.AccountNo
	} else if _, ref, ok := strings.Cut(i.Reference, " "); ok {
		to = o.Transfers[ref].FromAccountNo
	}
	err := d.t.Control("POST", "/bank/transfers", map[string]any{
		"fromBank": environment.OurBank, "fromAccountNo": environment.OurAccountNo, "fromName": environment.OurName, "toBank": "KTB", "toAccountNo": to, "toName": returnName + i.ID, "amount": i.Amount,
	}, nil)
	if err != nil {
		return nil // the transfer may have been made, which the next reading of the records shows
	}
	return d.runAction("RETURN/"+i.ID+"/returned", map[string]any{"reference": i.ID})
}

const returnName = "RETURN "
