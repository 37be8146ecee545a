package bonus_test

import (
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec D5.14
func TestPercentFail_OneSatangAboveItsAmountOrAtIt_RunsOrEnds(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, c := range []struct {
		terms   string
		deposit money.Satang
		bonus   money.Satang
		failAt  money.Satang // rounded down to the satang
	}{
		{"percent_fail = 5", 1000_33, 200_06, 60_01},    // of 1,200.39, 60.0195
		{"percent_fail = 7", 1234_56, 246_91, 103_70},   // of 1,481.47, 103.7029
		{"percent_fail = 1", 1000_99, 200_19, 12_01},    // of 1,201.18, 12.0118
		{"percent_fail = 16", 1000_01, 200_00, 192_00},  // of 1,200.01, 192.0016
		{"percent_fail = 17", 1000_04, 200_00, 200_00},  // 204.0068 is more than a fifth of the deposit, 200.008
		{"percent_fail = 0", 1000_00, 200_00, 0},        // ends only when nothing is left
		{"percent_fail = 100", 1000_33, 200_06, 200_06}, // the console refuses these terms; the bound applies anyway
	} {
		setTerms(h, "WELCOME", c.terms)
		p := newPlayer(t, h)
		p.CreditGift(c.deposit)
		taken := p.activateBonus("WELCOME")
		if taken.Amount != c.bonus || taken.FailAt != c.failAt {
			t.Errorf("%s of %s: %s more, ends at %s", c.terms, c.deposit, taken.Amount, taken.FailAt)
		}
		whole := (c.deposit + c.bonus) / 100
		p.MakeGameTransfer("WALLET", slot, float64(whole)) // whole baht only; the satang stay in the wallet
		down := c.deposit + c.bonus - c.failAt - 1

		p.play(float64(down)/100, 0)
		p.applyPlays()
		above := p.readActiveBonus()
		p.play(0.01, 0)
		p.applyPlays()

		if above == nil || p.readActiveBonus() != nil || p.readEndReason() != "FAIL" {
			t.Errorf("%s: a satang above %s %+v, at it %+v, ended by %q", c.terms, c.failAt, above, p.readActiveBonus(), p.readEndReason())
		}
	}
	h.CheckInvariants()
}
