package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// withGame returns runYesterday with the given game.
func withGame(game string) func(ctx context.Context, s *site, o options) error {
	return func(ctx context.Context, s *site, o options) error {
		s.game = game
		return runYesterday(ctx, s, o)
	}
}

// runYesterday restores a backup. After the backup, members make withdrawals, QR deposits, gift
// deposits, and transfers into and out of a game, the same number of each. They repeat a third of each by
// its key before the comparison, and a third after it.
func runYesterday(ctx context.Context, s *site, o options) error {
	if err := s.enterGame(); err != nil {
		return err
	}
	for _, m := range s.members { // money to move out of the game later
		m.newGameTransfer("WALLET", s.game, 500).send()
	}
	if _, err := s.withdrawMany(len(s.members), nil); err != nil {
		return err
	}
	backup := filepath.Join(s.dir, "backup")
	if out, err := s.runWallet("backup", backup); err != nil {
		return fmt.Errorf("backup: %w: %s", err, out)
	}
	lost, err := s.doAfterBackup(ctx, o.rows)
	if err != nil {
		return err
	}
	if err := s.restoreElsewhere(ctx, backup); err != nil {
		return err
	}
	s.report.played = fmt.Sprintf("%d withdrawals, QR deposits, gifts and transfers of the game %s each after the backup", o.rows, s.game)
	third := len(lost) / 3
	return s.continueRun(ctx, o, lost,
		func(_ *site, lost []*command) { sendAll(lost[:third]) }, nil,
		func(_ *site, lost []*command) { sendAll(lost[third : 2*third]) })
}

// doAfterBackup makes n commands of each kind, and returns all. Repeating them after the restore has the
// same effect.
func (s *site) doAfterBackup(ctx context.Context, n int) (all []*command, err error) {
	withdrawn, err := s.withdrawMany(n, func(n int) money.Satang { return money.Baht(20) + money.Satang(n) })
	if err != nil {
		return nil, err
	}
	for i, c := range withdrawn {
		m := s.members[i%len(s.members)]
		from, to := "WALLET", s.game
		if i%2 == 1 {
			from, to = s.game, "WALLET"
		}
		moved := m.newGameTransfer(from, to, 10)
		moved.send()
		qr, err := m.depositByQR(money.Baht(100 + int64(i)))
		if err != nil {
			return nil, err
		}
		gift, err := m.depositByGift(money.Baht(10 + int64(i)))
		if err != nil {
			return nil, err
		}
		all = append(all, c, moved, qr, gift)
	}
	return all, s.waitUntil(ctx, time.Minute, "not exists (select from statement_line where status = 'PENDING')")
}

// newGameTransfer returns a command that moves an amount between the wallet and a game.
func (m *member) newGameTransfer(from, to string, baht int64) *command {
	return m.newCommand("/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": money.Baht(baht)})
}

// depositByQR requests a code and pays it.
func (m *member) depositByQR(amount money.Satang) (*command, error) {
	c := m.newCommand("/api/qrcode/WW", map[string]any{"amount": amount})
	a, _ := c.send()
	var code struct {
		ID string `json:"qrcodeId"`
	}
	if err := a.Into(&code); err != nil {
		return nil, fmt.Errorf("QR code: %w", err)
	}
	m.codes = append(m.codes, code.ID)
	return c, m.site.Control("POST", "/qr/pay", map[string]any{"qrcodeId": code.ID}, nil)
}

// depositByGift makes a gift voucher and submits its link.
func (m *member) depositByGift(amount money.Satang) (*command, error) {
	c, err := m.newGiftCommand(amount)
	if err != nil {
		return nil, err
	}
	if a, _ := c.send(); a.Status > 299 {
		return nil, fmt.Errorf("gift: %d %s", a.Status, a.Body)
	}
	return c, nil
}

// newGiftCommand makes a gift voucher, and returns the command that submits its link.
func (m *member) newGiftCommand(amount money.Satang) (*command, error) {
	var made struct{ Link, Hash string }
	if err := m.site.Control("POST", "/truemoney/vouchers", map[string]any{"amount": amount}, &made); err != nil {
		return nil, err
	}
	m.vouchers = append(m.vouchers, made.Hash)
	return m.newCommand("/api/wallet/truelink", map[string]any{"link": made.Link}), nil
}

// restoreElsewhere stops the server, restores the backup into an empty database, and starts the server on
// that database.
func (s *site) restoreElsewhere(ctx context.Context, backup string) error {
	environment.KillProgram(s.server)
	if err := environment.ExecStatements(ctx, s.Primary, "create database restored"); err != nil {
		return err
	}
	s.Database = "restored"
	for _, args := range [][]string{{"migrate"}, {"restore", backup}} {
		if out, err := s.runWallet(args...); err != nil {
			return fmt.Errorf("wallet %s: %w: %s", args[0], err, out)
		}
	}
	// The restore has ended all sessions. They are opened again here, because logins of the members would
	// give new tokens.
	if _, err := s.queryText("with open as (update session set revoked_at = null returning 1) select count(*)::text from open"); err != nil {
		return err
	}
	return s.startServer()
}
