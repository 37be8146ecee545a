package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// retryTime is how long a phone repeats a command without a final response.
const retryTime = 150 * time.Second

// member is a member and their phone.
type member struct {
	environment.Member
	site *site

	mu       sync.Mutex
	commands []*command
	codes    []string // QR codes that were shown to the member
	vouchers []string // hashes of vouchers that the member made
}

// command is a money command under one key, which may be sent any number of times.
type command struct {
	member *member
	path   string
	body   map[string]any
	key    string
	amount money.Satang // of a withdrawal; 0 for anything else

	mu    sync.Mutex
	lines []string // ids of the statement lines that were acknowledged
}

// newCommand returns a command of the member under a new key.
func (m *member) newCommand(path string, body map[string]any) *command {
	c := &command{member: m, path: path, body: body, key: uuid.NewString()}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.commands = append(m.commands, c)
	return c
}

// newWithdrawal returns a command that withdraws an amount.
func (m *member) newWithdrawal(path string, amount money.Satang) *command {
	c := m.newCommand(path, map[string]any{"amount": amount})
	c.amount = amount
	return c
}

// cashResponse is the response to a money command. It is also the part of the home screen with the wallet.
type cashResponse struct {
	Statement struct {
		ID     string `json:"_id"`
		Status string
	}
	Wallet struct{ Amount money.Satang }
}

// send repeats the command until the response is final, and records the id of the acknowledged line.
func (c *command) send() (environment.Response, cashResponse) { return c.sendTo(c.member.site.API) }

// sendTo sends the command to the given server, as send does. After the database has lost changes, sendTo reports any
// response of 500 as wrong, because a temporary failure must be 503.
func (c *command) sendTo(server environment.API) (environment.Response, cashResponse) {
	s := c.member.site
	a := environment.Retry(time.Now().Add(retryTime), func() environment.Response {
		a := server.Call(c.member.Token, c.key, "POST", c.path, c.body)
		if s.lostChanges && a.Status == http.StatusInternalServerError {
			s.report.fail("%s: %d %.200s", c.path, a.Status, a.Body)
		}
		return a
	})
	var out cashResponse
	if a.Into(&out) == nil && out.Statement.ID != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		if n := len(c.lines); n == 0 || c.lines[n-1] != out.Statement.ID {
			c.lines = append(c.lines, out.Statement.ID)
		}
	}
	return a, out
}

// cancel cancels the withdrawal whose line was acknowledged last.
func (c *command) cancel() environment.Response {
	c.mu.Lock()
	id := ""
	if n := len(c.lines); n > 0 {
		id = c.lines[n-1]
	}
	c.mu.Unlock()
	return c.member.site.Call(c.member.Token, uuid.NewString(), "POST", "/api/wallet/withdraw/"+id+"/cancel", nil)
}

// readBalance returns the balance of the member's wallet.
func (m *member) readBalance() (money.Satang, error) {
	var home cashResponse
	err := m.site.Call(m.Token, "", "GET", "/api/wallet", nil).Into(&home)
	return home.Wallet.Amount, err
}

// insertMembers inserts n members. It also sets limits with which no withdrawal waits for a cashier.
func (s *site) insertMembers(n int) error {
	_, err := s.queryText(`insert into setting (name, value) values ('withdrawAuto', '{"BAHT":1000000000}'), ('withdrawMin', '{"BAHT":1}')
		on conflict (name) do update set value = excluded.value returning name`)
	if err != nil {
		return err
	}
	inserted := make([]*environment.Member, n)
	for i := range n {
		m := &member{Member: environment.NewMember(i), site: s}
		s.members, inserted[i] = append(s.members, m), &m.Member
	}
	return environment.InsertMembers(s.Address(), inserted)
}

// firstDeposit is each member's first deposit, in baht.
const firstDeposit = 3_000

// fundMembers makes a deposit for each member by a transfer that the bank reports. That also verifies the
// member's account.
func (s *site) fundMembers(ctx context.Context) error {
	for _, m := range s.members {
		if _, err := s.Pay(m.AccountNo, m.Holder, money.Baht(firstDeposit), true, 6); err != nil {
			return err
		}
	}
	return s.waitUntil(ctx, time.Minute, fmt.Sprintf("(select count(*) from statement_line where type = 'deposit' and status = 'SUCCESS') = %d", len(s.members)))
}

// listCommands returns all commands of all members.
func (s *site) listCommands() (all []*command) {
	for _, m := range s.members {
		m.mu.Lock()
		all = append(all, m.commands...)
		m.mu.Unlock()
	}
	return all
}

// listAcknowledged returns the ids of all statement lines that were acknowledged to members.
func (s *site) listAcknowledged() (ids []string) {
	for _, c := range s.listCommands() {
		c.mu.Lock()
		ids = append(ids, c.lines...)
		c.mu.Unlock()
	}
	return ids
}
