package accrual

import (
	"math"
	"math/rand/v2"
	"testing"

	"krapao/backend/content"
	"krapao/backend/platform/money"
)

// twoSidedGame is a game for two players who bet on both sides: how often a side wins, and what a stake costs on
// average.
type twoSidedGame struct {
	name      string
	wins      float64
	edge      float64
	bothSides bool // if one side loses, the other one wins
}

var tables = []twoSidedGame{
	{"baccarat, both sides", 0.5, 0.0115, true},
	{"roulette, red and black", 18. / 37, 0.027, true},
	{"roulette, a number", 1. / 37, 0.027, false},
	{"a slot", 0.25, 0.04, false},
	{"a football match, both sides", 0.5, 0.045, true},
}

// TestAccrual_SchemesOfTwoAccounts_LoseOnAverage lets one person's two accounts play and claim in the most
// profitable way. The first account invited the second, and the match is never found. The log has each
// scheme's profit in percent of the stakes.
func TestAccrual_SchemesOfTwoAccounts_LoseOnAverage(t *testing.T) {
	settings := content.Settings{InviteFail: 1, InviteCap: content.Amounts{Baht: money.Baht(2000)}, RefundFail: 1, RefundCap: content.Amounts{Baht: money.Baht(5000)}}
	for _, tb := range tables {
		for _, days := range []int{1, 2, 30} {
			for _, rounds := range []int{1, 20} {
				profit, spread := averageProfit(tb, settings, days, rounds)
				t.Logf("%-30s %2d days of %2d rounds: %+.3f %% ± %.3f", tb.name, days, rounds, profit, spread)
				if profit-2*spread > 0 {
					t.Errorf("%s pays %.3f %% of the stakes", tb.name, profit)
				}
			}
		}
	}
}

// TestAccrual_EdgeAboveBreakEven_NoSchemeProfits takes the break-even edge that operators see. It uses bets
// that win between rarely and nearly always.
func TestAccrual_EdgeAboveBreakEven_NoSchemeProfits(t *testing.T) {
	settings := content.Settings{InviteFail: 1.5, InviteSuccess: 0.5, InviteCap: content.Amounts{Baht: money.Baht(1_000_000)}, RefundFail: 2, RefundSuccess: 1, RefundCap: content.Amounts{Baht: money.Baht(1_000_000)}}
	edge, _ := settings.BreakEven("refundFail")
	for _, wins := range []float64{0.01, 0.1, 0.5, 0.9, 0.99} {
		profit, spread := averageProfit(twoSidedGame{"", wins, edge / 100, false}, settings, 1, 1)
		if profit-2*spread > 0 {
			t.Errorf("winning %.0f %% of the time at an edge of %.1f %% pays %.3f ± %.3f %%", wins*100, edge, profit, spread)
		}
	}
}

// averageProfit returns the average profit of many pairs of accounts in percent of their stakes, and the error
// margin of that average. The wins and losses of the bets count with their expected values, so the profit
// comes from the rewards only.
func averageProfit(tb twoSidedGame, s content.Settings, days, rounds int) (profit, spread float64) {
	const pairs, stake = 1000, 100_00
	r := rand.New(rand.NewPCG(7, uint64(days*100+rounds)))
	terms := termsOfSettings(s)
	sum, squares := 0.0, 0.0
	for range pairs {
		b := &batch{terms: terms, runningSums: map[pair]*runningSum{}, accounts: map[accountKey]*account{}}
		for range days {
			b.accounts = map[accountKey]*account{} // as if all was claimed each day
			var net [2]money.Satang
			for range rounds {
				won := r.Float64() < tb.wins
				net[0] += tb.result(won, stake)
				if !tb.bothSides {
					won = r.Float64() >= tb.wins
				}
				net[1] += tb.result(!won, stake)
			}
			b.earn(pair{kindRefund, 1, 1}, "BAHT", net[0], false)
			b.earn(pair{kindRefund, 2, 2}, "BAHT", net[1], false)
			b.earn(pair{kindInvite, 1, 2}, "BAHT", net[1], false)
		}
		earned := money.Satang(0)
		for _, e := range b.entries {
			earned += e.amount
		}
		staked := float64(2 * stake * days * rounds)
		p := 100 * (float64(earned)/staked - tb.edge)
		sum, squares = sum+p, squares+p*p
	}
	mean := sum / pairs
	return mean, math.Sqrt(max(squares/pairs-mean*mean, 0) / pairs)
}

// result returns what a stake wins or loses in satang. The payout is reduced by the game's edge.
func (tb twoSidedGame) result(won bool, stake money.Satang) money.Satang {
	if !won {
		return -stake
	}
	return money.Satang(float64(stake)*(1-tb.edge)/tb.wins) - stake
}
