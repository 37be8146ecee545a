package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// runRewardAction runs one random action with rewards.
func (p *member) runRewardAction() {
	p.site.count.rewards.Add(1)
	switch p.random.IntN(8) {
	case 0:
		p.activateOpenBonus()
	case 1:
		p.callReward("POST", "/api/bonus/clear", nil)
	case 2:
		p.callReward("POST", "/api/promotion/activate/KRAPAO50", nil)
	case 3, 4:
		p.callReward("POST", "/api/spinwheel/spin", map[string]any{})
	case 5:
		p.claimCoupon()
	case 6:
		p.callReward("POST", "/api/invite/bonus", nil)
	default:
		p.callReward("POST", "/api/refund/receive", nil)
		p.callReward("POST", "/api/refund/addWallet", nil)
	}
}

// callReward makes a call, and repeats it under one key until the response is final.
func (p *member) callReward(method, path string, body any) callResponse {
	key := uuid.NewString()
	a, _ := p.sendCommand(func() callResponse { return p.site.Call(p.token, key, method, path, body) })
	return a
}

// activateOpenBonus activates the first open bonus, if there is one.
func (p *member) activateOpenBonus() {
	var cards []struct{ Code, State string }
	if p.site.Call(p.token, "", "GET", "/api/bonus", nil).Into(&cards) != nil {
		return
	}
	for _, c := range cards {
		if c.State == "open" {
			p.callReward("POST", "/api/bonus/activate/"+c.Code, nil)
			return
		}
	}
}

// claimCoupon claims the first open coupon, if there is one.
func (p *member) claimCoupon() {
	var open struct {
		Coupons []struct{ Prize struct{ Code string } }
	}
	if p.site.Call(p.token, "", "GET", "/api/spinwheel/coupon", nil).Into(&open) == nil && len(open.Coupons) > 0 {
		p.callReward("POST", "/api/spinwheel/coupon/claim", map[string]any{"coupon": open.Coupons[0].Prize.Code})
	}
}

// excludeBonusHolders makes all members with an open bonus exclude themselves from play. Each bonus must then end once,
// and its money must be taken back. excludeBonusHolders also makes the closings of their games due now.
func excludeBonusHolders(s *site, members []*member) error {
	text, err := s.queryText("select coalesce(string_agg(m.phone, ' '), '') from bonus_taken b join member m on m.id = b.member_id where b.ended_at is null")
	if err != nil {
		return err
	}
	for _, p := range members {
		if strings.Contains(text, p.phone) {
			p.callReward("POST", "/api/care/exclude", map[string]any{"months": 6})
		}
	}
	_, err = s.queryText("with woken as (update game_closing set next_at = begins_at where done_at is null returning 1) select count(*)::text from woken")
	return err
}

// closeDaysAndCollectRewards advances the clock until the server has closed all days of play. Then all members collect
// their rewards: spins, coupons, the invite bonus and the refund.
func closeDaysAndCollectRewards(ctx context.Context, s *site, members []*member) error {
	if err := s.advanceClock(26 * time.Hour); err != nil {
		return err
	}
	left := "1"
	for range 60 {
		var err error
		if left, err = s.queryText("select count(*)::text from game_day where day > (select closed from accrual_book)"); err != nil {
			return err
		}
		if left == "0" || ctx.Err() != nil {
			break
		}
		_ = s.runDelayedJobs()
		time.Sleep(2 * time.Second)
	}
	if left != "0" {
		return fmt.Errorf("%s days of members' play are not closed", left)
	}
	for _, p := range members {
		if err := p.login(); err != nil { // the session has expired
			return err
		}
		for range 3 {
			p.callReward("POST", "/api/spinwheel/spin", map[string]any{})
			p.claimCoupon()
		}
		p.callReward("POST", "/api/invite/bonus", nil)
		p.callReward("POST", "/api/refund/receive", nil)
		p.callReward("POST", "/api/refund/addWallet", nil)
	}
	return nil
}

// sumGivenRewards returns, by phone, each member's rewards in our ledger, minus the rewards taken back. Providers have
// no records of rewards. verify-ledger checks rewards against bonuses, coupons and accruals.
func sumGivenRewards(s *site) (map[string]money.Satang, error) {
	return environment.AmountsByPhone(s.Address(), `
		select m.phone, sum(case when t.credit_id = w.id then t.amount else -t.amount end) as amount
		from account w join member m on m.id = w.owner join transfer t on w.id in (t.debit_id, t.credit_id)
		join account o on o.id = case when t.debit_id = w.id then t.credit_id else t.debit_id end
		where w.role = 'wallet' and (o.role = 'points' or o.kind in ('bonus', 'promotion', 'invite', 'refund', 'luckydraw')) group by m.phone`)
}

// checkBonusEnds checks that each bonus has ended exactly once. It returns the findings as texts.
func checkBonusEnds(s *site) (findings []string, err error) {
	notOnce, err := s.queryText(`select coalesce(string_agg(b.id::text, ' '), '') from bonus_taken b
		where b.ended_at is null or (select count(*) from statement_line l where l.member_id = b.member_id and l.type = 'finish_bonus' and l.id = b.end_line) <> 1`)
	if err == nil && notOnce != "" {
		findings = append(findings, "bonuses that have not ended exactly once: "+notOnce)
	}
	lines, err2 := s.queryText(`select (select count(*) from statement_line where type = 'finish_bonus') - (select count(*) from bonus_taken)`)
	if err == nil {
		err = err2
	}
	if lines != "0" {
		findings = append(findings, "number of finish_bonus lines minus number of bonuses, instead of 0: "+lines)
	}
	return findings, err
}

// summarizeRewards counts the rewards of the run. If the query fails, the text has its error.
func summarizeRewards(s *site) string {
	text, err := s.queryText(`select (select count(*) from bonus_taken) || ' bonuses and promotions, each ended, ' || (select count(*) from spin) || ' spins, '
		|| (select count(*) from coupon where claimed_at is not null) || ' coupons claimed, ' || (select count(*) from accrual_claim) || ' refunds and invite bonuses'`)
	if err != nil {
		return "rewards: " + err.Error()
	}
	return "rewards: " + text
}
