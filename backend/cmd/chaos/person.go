package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

const (
	password  = "long enough"
	retryTime = 40 * time.Second // how long a phone retries one command
)

// counts counts the attempts of each kind.
type counts struct{ slips, feeds, qrs, gifts, withdrawals, moves, plays, rewards atomic.Int64 }

func (c *counts) String() string {
	return fmt.Sprintf("tried: %d slips, %d transfers by feed, %d QR codes, %d gift links, %d withdrawals, %d transfers into, out of and between games, %d plays, %d actions with rewards",
		c.slips.Load(), c.feeds.Load(), c.qrs.Load(), c.gifts.Load(), c.withdrawals.Load(), c.moves.Load(), c.plays.Load(), c.rewards.Load())
}

// member is a member and their phone.
type member struct {
	site           *site
	phone, account string
	holder         string // name of the account's holder
	invite         string // their invite code
	token          string
	device         string            // the device cookie of the last login
	slots          []string          // slots in which they have an account
	names          map[string]string // their usernames at the providers, by slot
	random         *rand.Rand

	mu              sync.Mutex
	codes           map[string]bool   // QR codes that were shown to them
	hashes          map[string]bool   // of gift vouchers that they made
	acknowledgedIDs map[string]period // acknowledged ids, with the time of the call
}

// newMember returns the i-th member, without registering the member.
func newMember(s *site, i int, seed uint64) *member {
	m := environment.NewMember(i)
	return &member{
		site: s, holder: m.Holder, phone: m.Phone, account: m.AccountNo, random: rand.New(rand.NewPCG(seed, uint64(i)+100)),
		codes: map[string]bool{}, hashes: map[string]bool{}, acknowledgedIDs: map[string]period{}, names: map[string]string{},
	}
}

// register registers a member: it verifies the phone by a code, sends the form, and logs in.
func register(s *site, i int, seed uint64, inviter string) (*member, error) {
	p := newMember(s, i, seed)
	var sent struct{ OTPToken string }
	if err := s.Call("", "", "POST", "/api/otp/send", map[string]any{"phoneNumber": p.phone}).Into(&sent); err != nil {
		return nil, err
	}
	var inbox struct{ Messages []struct{ OTPCode string } }
	if err := s.Control("GET", "/sms/messages?phone="+p.phone, nil, &inbox); err != nil {
		return nil, err
	}
	proof := map[string]any{"otpToken": sent.OTPToken, "otpCode": inbox.Messages[0].OTPCode}
	if a := s.Call("", "", "POST", "/api/otp/verify", proof); a.Status >= 300 {
		return nil, fmt.Errorf("verify: %d %s", a.Status, a.Body)
	}
	form := map[string]any{
		"name": "มานะ", "username": p.phone, "password": password, "bankCode": "KTB", "bankAccountName": p.holder, "bankAccountNo": p.account,
		"otpToken": sent.OTPToken,
	}
	if inviter != "" {
		form["inviteCode"] = inviter
	}
	a := s.Call("", "", "POST", "/api/account", form)
	if a.Status != http.StatusCreated {
		return nil, fmt.Errorf("register: %d %s", a.Status, a.Body)
	}
	if err := p.login(); err != nil {
		return nil, err
	}
	var home struct {
		Profile struct {
			ID string `json:"_id"`
		}
	}
	err := s.Call(p.token, "", "GET", "/api/wallet", nil).Into(&home)
	p.invite = "PR" + home.Profile.ID
	return p, err
}

func (p *member) login() error {
	var session struct{ Token string }
	err := p.site.Call("", "", "POST", "/api/login", map[string]any{"username": p.phone, "password": password, "rememberMe": true}).Into(&session)
	p.token = session.Token
	return err
}

// setDepositLimit sets a limit for the member's own deposits per day.
func (p *member) setDepositLimit() {
	p.site.Call(p.token, "", "PUT", "/api/limits", map[string]any{"day": 3000})
}

// memberAction is a kind of action of members, with its weight.
type memberAction struct {
	name   string
	weight int
	do     func(p *member)
}

// memberActions are the kinds of members' actions. In "both", the member submits a slip for a transfer that the bank
// reports, too.
var memberActions = []memberAction{
	{"slip", 20, func(p *member) { p.depositBySlip(false) }},
	{"feed", 20, (*member).depositByFeed},
	{"both", 7, func(p *member) { p.depositBySlip(true) }},
	{"qr", 15, (*member).depositByQR},
	{"gift", 15, (*member).depositByGift},
	{"withdraw", 23, (*member).withdrawRandom},
	{"game", 50, (*member).runGameAction},
	{"reward", 30, (*member).runRewardAction},
}

// selectActions returns the actions with these names, each repeated by its weight.
func selectActions(names string) (out []memberAction) {
	for _, w := range memberActions {
		if slices.Contains(strings.Split(names, ","), w.name) {
			out = append(out, slices.Repeat([]memberAction{w}, w.weight)...)
		}
	}
	return out
}

// runRandomAction runs a random action.
func (p *member) runRandomAction(actions []memberAction) { actions[p.random.IntN(len(actions))].do(p) }

// recordAcknowledged records the id of a statement line, or the clientId of a slip, that the server has acknowledged.
// began is when the call began.
func (p *member) recordAcknowledged(id string, began time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.acknowledgedIDs[id]; !known {
		p.acknowledgedIDs[id] = period{began, time.Now()}
	}
}

// hasSent reports whether this member has paid the QR code, or made the gift, with this reference in our
// ledger.
func (p *member) hasSent(reference string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, names := range []map[string]bool{p.codes, p.hashes} {
		for name := range names {
			if strings.HasSuffix(reference, name) {
				return true
			}
		}
	}
	return false
}

// countAcknowledged returns the number of acknowledged ids of all members.
func countAcknowledged(members []*member) (n int) {
	for _, p := range members {
		n += len(p.acknowledgedIDs)
	}
	return n
}

func (p *member) randomAmount() money.Satang { return money.Satang(10_000 + p.random.IntN(90_000)) }

// payIn transfers money from the member's bank account into ours. It returns the path of the slip's picture. feed and
// digits are as for Sandbox.Pay.
func (p *member) payIn(amount money.Satang, feed bool, digits int) (png string, err error) {
	return p.site.Pay(p.account, p.holder, amount, feed, digits)
}

func (p *member) depositBySlip(feed bool) {
	p.site.count.slips.Add(1)
	png, err := p.payIn(p.randomAmount(), feed, 6)
	if err != nil {
		return // drainMembers submits the slip of such a transfer later
	}
	p.uploadSlip(png, time.Now())
}

// uploadSlip fetches the slip's picture and uploads it. It repeats both calls until their responses are final.
func (p *member) uploadSlip(png string, captured time.Time) {
	picture := environment.Retry(time.Now().Add(retryTime), func() callResponse {
		req, err := http.NewRequest(http.MethodGet, p.site.Sandbox.URL+png, nil)
		if err != nil {
			return callResponse{}
		}
		return environment.SendRequest(req)
	})
	if picture.Status != http.StatusOK {
		return
	}
	id, began := uuid.NewString(), time.Now()
	sent := environment.Retry(time.Now().Add(retryTime), func() callResponse { return p.site.Upload(p.token, id, captured, picture.Body) })
	var kept struct{ ClientID string }
	if sent.Into(&kept) == nil {
		p.recordAcknowledged(kept.ClientID, began) // the id is another slip's if the same picture is already being checked
	}
}

func (p *member) depositByFeed() {
	p.site.count.feeds.Add(1)
	amount, digits := p.randomAmount(), 6
	if p.random.IntN(3) == 0 { // the bank shows too few digits, so the member announces the transfer
		digits = 4
		key := uuid.NewString()
		environment.Retry(time.Now().Add(retryTime), func() callResponse {
			return p.site.Call(p.token, key, "POST", "/api/wallet/add", map[string]any{"amount": amount})
		})
	}
	_, _ = p.payIn(amount, true, digits)
}

var gateways = []string{"KBANK", "WW", "PAYTIMZ", "PAYONEX", "ZPAY"}

func (p *member) depositByQR() {
	p.site.count.qrs.Add(1)
	key, gateway := uuid.NewString(), gateways[p.random.IntN(len(gateways))]
	made := environment.Retry(time.Now().Add(retryTime), func() callResponse {
		return p.site.Call(p.token, key, "POST", "/api/qrcode/"+gateway, map[string]any{"amount": p.randomAmount() / 100 * 100})
	})
	var code struct {
		ID     string `json:"qrcodeId"`
		Has    bool   `json:"hasQrcode"`
		Amount money.Satang
	}
	if made.Into(&code) != nil || !code.Has {
		return
	}
	p.mu.Lock()
	p.codes[code.ID] = true
	p.mu.Unlock()
	pay := map[string]any{"qrcodeId": code.ID}
	switch p.random.IntN(6) {
	case 0:
		return // the code is never paid
	case 1: // the code is cancelled, and then paid
		p.site.Call(p.token, uuid.NewString(), "DELETE", "/api/qrcode/"+code.ID, nil)
	case 2:
		pay["amount"] = code.Amount + 1
	}
	for range 50 { // can be repeated safely, because a code is paid only once
		if err := p.site.Control("POST", "/qr/pay", pay, nil); err == nil {
			return
		}
		time.Sleep(300 * time.Millisecond)
	}
}

func (p *member) depositByGift() {
	p.site.count.gifts.Add(1)
	var made struct{ Link, Hash string }
	if err := p.site.Control("POST", "/truemoney/vouchers", map[string]any{"amount": p.randomAmount()}, &made); err != nil {
		return
	}
	p.mu.Lock()
	p.hashes[made.Hash] = true
	p.mu.Unlock()
	key := uuid.NewString()
	p.sendCommand(func() callResponse {
		return p.site.Call(p.token, key, "POST", "/api/wallet/truelink", map[string]any{"link": made.Link})
	})
}

// cashResponse is the response to a money command.
type cashResponse struct {
	Statement struct {
		ID        string `json:"_id"`
		CanCancel bool
	}
	Wallet struct{ Amount money.Satang }
}

// sendCommand repeats a money command under its key until the response is final. It records the acknowledged
// statement line.
func (p *member) sendCommand(call func() callResponse) (a callResponse, c cashResponse) {
	began := time.Now()
	a = environment.Retry(began.Add(retryTime), call)
	if a.Into(&c) == nil && c.Statement.ID != "" {
		p.recordAcknowledged(c.Statement.ID, began)
	}
	return a, c
}

func (p *member) withdrawRandom() {
	p.site.count.withdrawals.Add(1)
	key, amount := uuid.NewString(), money.Satang(10_000+p.random.IntN(60_000))
	path := "/api/wallet/withdraw"
	if p.random.IntN(2) == 0 {
		path = "/api/wallet/withdrawAll"
	}
	_, c := p.sendCommand(func() callResponse { return p.site.Call(p.token, key, "POST", path, map[string]any{"amount": amount}) })
	if c.Statement.CanCancel && p.random.IntN(2) == 0 {
		p.site.Call(p.token, uuid.NewString(), "POST", "/api/wallet/withdraw/"+c.Statement.ID+"/cancel", nil)
	}
}
