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

// actOnRewards makes one random action with rewards.
func (p *member) actOnRewards() {
	p.t.count.rewards.Add(1)
	switch p.random.IntN(8) {
	case 0:
		p.takeBonus()
	case 1:
		p.callReward("POST", "/api/bonus/clear", nil)
	case 2:
		p.callReward("POST", "/api/promotion/activate/KRAPAO50", nil)
	case 3, 4:
		p.callReward("POST", "/api/spinwheel/spin", map[string]any{})
	case 5:
		p.claim()
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
	a, _ := p.command(func() callResponse { return p.t.Call(p.token, key, method, path, body) })
	return a
}

func (p *member) takeBonus() {
	var cards []struct{ Code, State string }
	if p.t.Call(p.token, "", "GET", "/api/bonus", nil).Into(&cards) != nil {
		return
	}
	for _, c := range cards {
		if c.State == "open" {
			p.callReward("POST", "/api/bonus/activate/"+c.Code, nil)
			return
		}
	}
}

func (p *member) claim() {
	var open struct {
		Coupons []struct{ Prize struct{ Code string } }
	}
	if p.t.Call(p.token, "", "GET", "/api/spinwheel/coupon", nil).Into(&open) == nil && len(open.Coupons) > 0 {
		p.callReward("POST", "/api/spinwheel/coupon/claim", map[string]any{"coupon": open.Coupons[0].Prize.Code})
	}
}

// excludeAll makes all members with an open bonus exclude themselves from play. Each bonus must then
// end once, and its money must be taken back.
func excludeAll(t *site, members []*member) error {
	text, err := t.sql("select coalesce(string_agg(m.phone, ' '), '') from bonus_taken b join member m on m.id = b.member_id where b.ended_at is null")
	if err != nil {
		return err
	}
	for _, p := range members {
		if strings.Contains(text, p.phone) {
			p.callReward("POST", "/api/care/exclude", map[string]any{"months": 6})
		}
	}
	_, err = t.sql("with woken as (update game_closing set next_at = begins_at where done_at is null returning 1) select count(*)::text from woken")
	return err
}

// closeDay closes the day. Then all members collect their rewards: spins, coupons, the invite bonus and
// the refund.
func closeDay(ctx context.Context, t *site, members []*member) error {
	if err := t.advanceClock(26 * time.Hour); err != nil {
		return err
	}
	left := "1"
	for range 60 {
		var err error
		if left, err = t.sql("select count(*)::text from game_day where day > (select closed from accrual_book)"); err != nil {
			return err
		}
		if left == "0" || ctx.Err() != nil {
			break
		}
		_ = t.runDelayedJobs()
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
			p.claim()
		}
		p.callReward("POST", "/api/invite/bonus", nil)
		p.callReward("POST", "/api/refund/receive", nil)
		p.callReward("POST", "/api/refund/addWallet", nil)
	}
	return nil
}

// givenRewards returns, by phone, the rewards that each member got minus those taken back, by our ledger.
// Providers have no records of rewards; verify-ledger checks them against bonuses, coupons and accruals.
func givenRewards(t *site) (map[string]money.Satang, error) {
	return environment.AmountsByPhone(t.Address(), `
		select m.phone, sum(case when t.credit_id = w.id then t.amount else -t.amount end) as amount
		from account w join member m on m.id = w.owner join transfer t on w.id in (t.debit_id, t.credit_id)
		join account o on o.id = case when t.debit_id = w.id then t.credit_id else t.debit_id end
		where w.role = 'wallet' and (o.role = 'points' or o.kind in ('bonus', 'promotion', 'invite', 'refund', 'luckydraw')) group by m.phone`)
}

// compareRewards checks that each bonus has ended exactly once.
func compareRewards(t *site) (wrong []string, err error) {
	twice, err := t.sql(`select coalesce(string_agg(b.id::text, ' '), '') from bonus_taken b
		where b.ended_at is null or (select count(*) from statement_line l where l.member_id = b.member_id and l.type = 'finish_bonus' and l.id = b.end_line) <> 1`)
	if err == nil && twice != "" {
		wrong = append(wrong, "bonuses that have not ended once: "+twice)
	}
	lines, err2 := t.sql(`select (select count(*) from statement_line where type = 'finish_bonus') - (select count(*) from bonus_taken)`)
	if err == nil {
		err = err2
	}
	if lines != "0" {
		wrong = append(wrong, "ends of bonuses beyond the bonuses: "+lines)
	}
	return wrong, err
}

// rewardCounts returns the numbers of rewards in the run, as text.
func rewardCounts(t *site) string {
	text, err := t.sql(`select (select count(*) from bonus_taken) || ' bonuses and promotions, each ended, ' || (select count(*) from spin) || ' spins, '
		|| (select count(*) from coupon where claimed_at is not null) || ' coupons claimed, ' || (select count(*) from accrual_claim) || ' refunds and invite bonuses'`)
	if err != nil {
		return "rewards: " + err.Error()
	}
	return "rewards: " + text
}
