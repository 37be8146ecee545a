package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

const (
	siegeMembers = 20
	siegePause   = 90 * time.Millisecond // between the starts of two calls of members
	maxMemory    = 1 << 30               // bytes
	maxSlowdown  = 3.0                   // p95 during the attack divided by p95 before the attack
)

// runSiege measures the response times of members while strangers and two dishonest members attack at a fixed rate. It
// compares the p95 of the members' calls (slips, logins, withdrawals) with the p95 just before the attack. It also
// measures the maximum memory of the server and its children. It returns an error if a goal is missed.
func runSiege(ctx context.Context, s *site, o options) error {
	o.members = siegeMembers + len(dishonestMembers)
	people, err := s.registerMembers(ctx, o)
	if err != nil {
		return err
	}
	members := people[:siegeMembers]
	if err := s.fundMembers(ctx, members); err != nil {
		return err
	}
	watch := watchMemory(ctx, s.server.Process.Pid)
	attack := newAttack(s, people[siegeMembers:])
	var ratios []float64
	size := o.chooseSiegeSize()
	for round := range size.rounds {
		before := callAll(s, members, size.calls)
		stop := attack.start(ctx)
		during := callAll(s, members, size.calls)
		stop()
		ratios = append(ratios, during.p95/before.p95)
		fmt.Printf("  round %d: p95 without attack %.0f ms, under attack %.0f ms (%.2f times); refused %v and %v\n",
			round+1, before.p95, during.p95, during.p95/before.p95, before.refused, during.refused)
	}
	slices.Sort(ratios)
	most := watch()
	fmt.Printf("  attacks: %s\n  the members' p95 under attack: %.2f times the p95 without attack, median of %d (goal %.0f)\n  memory at most: server %d MB, with its children %d MB (goal %d MB)\n",
		attack, ratios[len(ratios)/2], size.rounds, maxSlowdown, most.server>>20, most.all>>20, maxMemory>>20)
	if o.isSmoke {
		return nil // so few calls give no meaningful figures
	}
	if ratios[len(ratios)/2] > maxSlowdown || most.all > maxMemory {
		return fmt.Errorf("the server does not meet the goals")
	}
	return nil
}

// fundMembers gives each member enough money for all their withdrawals, by a slip that also verifies the
// account. No withdrawal may wait for a cashier, because there is none.
func (s *site) fundMembers(ctx context.Context, members []*member) error {
	if _, err := s.queryText(`update setting set value = '{"BAHT":1000000}' where name = 'withdrawAuto' returning name`); err != nil {
		return err
	}
	for _, p := range members {
		png, err := p.payIn(3_000_000, false, 0)
		if err != nil {
			return err
		}
		p.uploadSlip(png, time.Now())
		if !p.waitForBalance(3_000_000) {
			return fmt.Errorf("the deposit of %s did not arrive", p.phone)
		}
	}
	return nil
}

// waitForBalance waits until the wallet has at least this amount, for at most half a minute. It returns false if the
// wallet does not.
func (p *member) waitForBalance(amount money.Satang) bool {
	for range 300 {
		var home struct {
			Wallet struct{ Amount money.Satang }
		}
		if p.site.Call(p.token, "", "GET", "/api/wallet", nil).Into(&home) == nil && home.Wallet.Amount >= amount {
			return true
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

// siegeSize has the number of calls that are measured without and again under attack in each round, and the number of
// rounds.
type siegeSize struct{ calls, rounds int }

func (o options) chooseSiegeSize() siegeSize {
	if o.isSmoke {
		return siegeSize{calls: 60, rounds: 1}
	}
	return siegeSize{calls: 1000, rounds: 3}
}

type responseTimes struct {
	p95     float64        // ms
	refused map[string]int // by call and response
}

// callAll makes the members' calls at a fixed rate. It does not wait for the responses of earlier calls.
func callAll(s *site, members []*member, calls int) responseTimes {
	var mu sync.Mutex
	var all []float64
	out := responseTimes{refused: map[string]int{}}
	var wg sync.WaitGroup
	for i := range calls {
		p := members[i%len(members)]
		wg.Go(func() {
			took, refused := p.makeCall(s, i)
			mu.Lock()
			defer mu.Unlock()
			if refused != "" {
				out.refused[refused]++
			}
			all = append(all, float64(took)/float64(time.Millisecond))
		})
		time.Sleep(siegePause)
	}
	wg.Wait()
	slices.Sort(all)
	out.p95 = all[len(all)*95/100]
	return out
}

// makeCall makes the i-th call: a slip, a login on the member's own device, or a withdrawal. It returns how long the
// call took, and the refusal as text, or "".
func (p *member) makeCall(s *site, i int) (time.Duration, string) {
	switch n := i / siegeMembers % 10; {
	case n < 2:
		png, err := p.payIn(10_000, false, 0)
		if err != nil {
			return 0, "bank: " + err.Error()
		}
		req, err := http.NewRequest("GET", s.Sandbox.URL+png, nil)
		if err != nil {
			return 0, "bank: " + err.Error()
		}
		picture := environment.SendRequest(req)
		began := time.Now()
		a := s.Upload(p.token, uuid.NewString(), time.Now(), picture.Body)
		return time.Since(began), formatRefusal("slip", a, http.StatusAccepted)
	case n < 5:
		began := time.Now()
		a := p.loginAgain()
		return time.Since(began), formatRefusal("login", a, http.StatusOK)
	default:
		began := time.Now()
		a := s.Call(p.token, uuid.NewString(), "POST", "/api/wallet/withdraw", map[string]any{"amount": 100})
		return time.Since(began), formatRefusal("withdrawal", a, http.StatusOK, http.StatusAccepted)
	}
}

// formatRefusal returns a text for a response whose status is not one of want, else "".
func formatRefusal(call string, a callResponse, want ...int) string {
	if slices.Contains(want, a.Status) {
		return ""
	}
	var problem struct{ Message string }
	_ = json.Unmarshal(a.Body, &problem)
	return fmt.Sprintf("%s %d %s", call, a.Status, problem.Message)
}

// loginAgain logs in again, on the device that the member has used before.
func (p *member) loginAgain() callResponse {
	body := fmt.Sprintf(`{"username":%q,"password":%q}`, p.phone, password)
	req, err := http.NewRequest("POST", p.site.API.URL+"/api/login", strings.NewReader(body))
	if err != nil {
		return callResponse{}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.1.%d.%d", len(p.phone), p.phone[len(p.phone)-1]))
	p.mu.Lock()
	device := p.device
	p.mu.Unlock()
	if device != "" {
		req.Header.Set("Cookie", device)
	}
	res, err := environment.Client.Do(req)
	if err != nil {
		return callResponse{Body: []byte(err.Error())}
	}
	defer res.Body.Close()
	for _, c := range res.Cookies() {
		if strings.Contains(c.Name, "device") {
			p.mu.Lock()
			p.device = c.Name + "=" + c.Value
			p.mu.Unlock()
		}
	}
	text, _ := io.ReadAll(res.Body)
	return callResponse{Status: res.StatusCode, Body: text}
}
