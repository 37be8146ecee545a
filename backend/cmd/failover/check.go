package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// check runs the checks at the end of each run: of the ledger, of the providers' records to the satang,
// and of each acknowledged line. It adds what is wrong to the report.
func (s *site) check() error {
	if out, err := s.runWallet("verify-ledger"); err != nil {
		s.report.fail("verify-ledger: %s", out)
	}
	records, err := s.ReadRecords()
	if err != nil {
		return err
	}
	for reference := range s.byHand { // none of our withdrawals has this reference
		delete(records.Payouts, reference)
	}
	s.checkPaidOnce(records)
	if err := s.checkPayouts(records); err != nil {
		return err
	}
	if err := s.checkWallets(records); err != nil {
		return err
	}
	games, err := s.CompareGames(s.Address())
	if err != nil {
		return err
	}
	for _, text := range games {
		s.report.fail("%s", text)
	}
	if err := s.checkAcknowledged(); err != nil {
		return err
	}
	return s.checkOpen()
}

// checkPaidOnce checks that no amount was paid into an account more often than the member requested it, whatever the
// references are. So it detects a command that was paid twice under two references.
func (s *site) checkPaidOnce(records *environment.Records) {
	type payment struct {
		account string
		amount  money.Satang
	}
	requested, paid := map[payment]int{}, map[payment]int{}
	for _, c := range s.listCommands() {
		if c.amount > 0 {
			requested[payment{c.member.AccountNo, c.amount}]++
		}
	}
	for _, p := range records.Payouts {
		if p.Paid() {
			paid[payment{p.ToAccountNo, p.Amount}]++
		}
	}
	for i, n := range paid {
		if n > requested[i] {
			s.report.fail("PAID TWICE: %s to %s was requested %d times and paid %d times", i.amount, i.account, requested[i], n)
		}
	}
}

// checkPayouts compares the provider's payouts with our withdrawals, by reference in both directions, and
// with the provider's total.
func (s *site) checkPayouts(records *environment.Records) error {
	wrong, err := records.ComparePayouts(s.Address())
	if err != nil {
		return err
	}
	slices.Sort(wrong)
	for _, text := range wrong {
		s.report.fail("%s", text)
	}
	r := s.report
	for _, p := range records.Payouts {
		if p.Paid() {
			r.paid.count, r.paid.amount = r.paid.count+1, r.paid.amount+p.Amount
		}
	}
	text, err := s.queryText("select count(*) || ' ' || coalesce(sum(amount), 0) from withdrawal where state = 'PAID'")
	if err != nil {
		return err
	}
	var satang int64
	if _, err := fmt.Sscan(text, &r.rows.count, &satang); err != nil {
		return err
	}
	r.rows.amount = money.Satang(satang)
	var totals struct {
		Payout struct {
			Out money.Satang
		}
	}
	if err := s.Control("GET", "/totals", nil, &totals); err != nil {
		return err
	}
	want := r.paid.amount
	for _, amount := range s.byHand {
		want += amount
	}
	if totals.Payout.Out != want {
		r.fail("the provider's total is %s, and its payouts are %s", totals.Payout.Out, want)
	}
	return nil
}

// checkWallets compares each member's wallet with the payments in and out by the providers' records. It includes what
// the house account "claims" has lent to the wallet.
func (s *site) checkWallets(records *environment.Records) error {
	open, err := environment.AmountsByPhone(s.Address(), openWithdrawalsQuery(records))
	if err != nil {
		return err
	}
	lent, err := environment.AmountsByPhone(s.Address(), environment.LentQuery)
	if err != nil {
		return err
	}
	for _, m := range s.members {
		in, out := m.sumPayments(records)
		games, err := m.sumInGames()
		if err != nil {
			return err
		}
		has, err := m.readBalance()
		if err != nil {
			return err
		}
		want := in - out - games - open[m.Phone] + lent[m.Phone]
		if has == want {
			continue
		}
		s.report.difference += max(has-want, want-has)
		s.report.fail("%s has %s, not %s: in %s, paid out %s, in games %s, held for withdrawals that are not paid %s, lent %s",
			m.Phone, has, formatSigned(want), in, out, games, open[m.Phone], lent[m.Phone])
	}
	return nil
}

// formatSigned formats an amount that may be below zero.
func formatSigned(a money.Satang) string {
	if a < 0 {
		return "-" + (-a).String()
	}
	return a.String()
}

// sumPayments returns what the member has paid in, and what was paid to the member, by the providers' records.
func (m *member) sumPayments(records *environment.Records) (in, out money.Satang) {
	for _, t := range records.Transfers {
		switch m.AccountNo {
		case t.FromAccountNo:
			in += t.Amount
		case t.ToAccountNo:
			out += t.Amount // a returned transfer
		}
	}
	for _, p := range records.Payouts {
		if p.ToAccountNo == m.AccountNo && p.Paid() {
			out += p.Amount
		}
	}
	for _, id := range m.codes {
		if c := records.QROrders[id]; c != nil && c.Status == "PAID" {
			in += c.Paid
		}
	}
	for _, hash := range m.vouchers {
		if v := records.Vouchers[hash]; v != nil {
			in += v.Ticket * money.Satang(len(v.TakenBy))
		}
	}
	return in, out
}

// sumInGames returns what moved from the member's wallet into games minus what moved back, by the providers'
// records.
func (m *member) sumInGames() (sum money.Satang, err error) {
	text, err := m.site.queryText("select coalesce(string_agg(slot_code || ' ' || username, ' '), '') from game_account g join member m on m.id = g.member_id where g.state = 'ACTIVE' and m.phone = '" + m.Phone + "'")
	if err != nil {
		return 0, err
	}
	for account := range slices.Chunk(strings.Fields(text), 2) {
		p, err := m.site.ReadPlayer(account[0], account[1])
		if err != nil {
			return 0, err
		}
		sum += p.SumTransfers() * environment.UnitOf(account[0])
	}
	return sum, nil
}

// openWithdrawalsQuery returns a query for the sums, by phone, that are held for withdrawals which the
// provider has not paid. Paid withdrawals are already in the provider's records.
func openWithdrawalsQuery(records *environment.Records) string {
	names := []string{"''"}
	for _, id := range slices.Sorted(maps.Keys(records.Payouts)) {
		if records.Payouts[id].Paid() {
			names = append(names, "'"+id+"'")
		}
	}
	return `select m.phone, sum(w.amount) as amount from withdrawal w join member m on m.id = w.member_id
		where w.done_at is null and w.id::text not in (` + strings.Join(names, ",") + `) group by m.phone`
}

// checkAcknowledged checks that the acknowledged statement lines exist. A member shows a receipt by its
// id, so a line with a new id counts as lost. After the database has lost changes, a comparison restores a withdrawal
// under its old id, which the provider has. It cannot restore the ids of lines of other kinds, so only their money is
// compared.
func (s *site) checkAcknowledged() error {
	withdrawals := map[string]bool{}
	for _, c := range s.listCommands() {
		for _, id := range c.lines {
			withdrawals[id] = c.amount > 0
		}
	}
	missing, err := environment.MissingRows(s.Address(), slices.Collect(maps.Keys(withdrawals)))
	s.report.acknowledged = len(withdrawals)
	s.report.recordMissing(missing)
	if s.lostChanges {
		missing = slices.DeleteFunc(missing, func(id string) bool { return !withdrawals[id] })
	}
	if len(missing) > 0 {
		s.report.fail("%d of %d acknowledged statement lines are missing: %s", len(missing), len(withdrawals), strings.Join(missing[:min(3, len(missing))], " "))
	}
	return err
}

// checkOpen checks that nothing is in progress.
func (s *site) checkOpen() error {
	left, err := s.queryText(openQuery)
	if err == nil && left != "" {
		s.report.fail("still in progress: %s", left)
	}
	if err != nil {
		return err
	}
	details, err := s.queryText(openDetailsQuery)
	if err == nil && details != "" {
		fmt.Println("  withdrawals in progress:", details)
	}
	return err
}

// openDetailsQuery is a query for the state of at most three open withdrawals and of their jobs.
const openDetailsQuery = `
	select coalesce(string_agg(format('%s %s, reasons %s, sent %s times, jobs %s', id, state, reasons, sends,
		(select coalesce(string_agg(kind || ' ' || j.state || ' ' || coalesce(errors[array_upper(errors, 1)]->>'error', ''), ', '), 'none') from river_job j where args::text like '%' || w.id || '%')), '; '), '')
	from (select * from withdrawal where done_at is null order by created_at limit 3) w`

// openQuery is a query that counts what is in progress, by kind.
const openQuery = `
	select coalesce(string_agg(what || ' ' || n, ', '), '') from (
		select 'lines' as what, count(*) as n from statement_line where status = 'PENDING'
		union all select 'withdrawals', count(*) from withdrawal where done_at is null
		union all select 'gifts', count(*) from gift where done_at is null
		union all select 'QR codes', count(*) from qr_order where state in ('CREATING', 'REVIEW') or doubt <> ''
		union all select 'game transfers', count(*) from game_transfer where done_at is null
		union all select 'reported transfers', count(*) from bank_feed where state <> 'DONE'
		union all select 'returns', count(*) from money_return where done_at is null
		union all select 'differences', count(*) from difference where done_at is null
		union all select 'balances in games', count(*) from game_account where uncompared(member_id, slot_code, now()) is not null
		union all select 'balances that differed', count(*) from game_compared where looked_at is null
		union all select 'waits of payouts', count(*) from payout_wait where since is not null
	) as open where n > 0`
