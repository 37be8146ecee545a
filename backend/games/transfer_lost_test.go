package games_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// spec D4.17
func TestWallet_Read_CallsNoProvider(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	h.Fault("game:circus", "http500", "", 1, 0) // the next call of any kind would consume this fault

	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK)

	if left := h.FaultsLeft(); left != 1 {
		t.Errorf("%d faults are left: the provider was called", left)
	}
}

// spec D3.88
func TestTransfer_ServerKilledWhileItSends_MovesOnce(t *testing.T) {
	for name, mode := range map[string]behaviour{"before the provider received it": dropsBefore, "after the provider did it": dropsAfter} {
		t.Run(name, func(t *testing.T) {
			h, a, _, m := newWithTwoProviders(t)
			h.Games.Patience = 0
			a.setBehaviour(func() behaviour { return mode })
			line := transferMoney(m, "WALLET", first, 300).Want(http.StatusAccepted).Cash().Statement
			h.WaitUntil("the send", func() bool { return h.Count(`select count(*) from game_transfer where state = 'UNKNOWN'`) == 1 })
			h.WaitUntil("the job to be lost", func() bool {
				return h.Count(`with gone as (delete from river_job where kind = 'game_move' and state = 'scheduled' returning 1) select count(*) from gone`) == 1
			})
			a.setBehaviour(func() behaviour { return succeeds })
			h.Clock.Advance(3 * time.Minute)

			h.RunJobs("game_move.rescue")

			if end := m.WaitFinal(line.ID, time.Minute); end.Status != statement.Success || m.Balance() != "700.00" || a.countDone() != 1 {
				t.Errorf("%+v, wallet %s, the provider moved %d times", end, m.Balance(), a.countDone())
			}
			h.CheckInvariants()
		})
	}
}

// spec D4.15
func TestTransfer_FactorChangedBeforeItIsSentAgain_KeepsItsUnits(t *testing.T) {
	h, a, _, m := newWithTwoProviders(t)
	h.Games.Patience = 0
	a.setBehaviour(func() behaviour { return dropsBefore })
	line := transferMoney(m, "WALLET", first, 300).Want(http.StatusAccepted).Cash().Statement
	h.WaitUntil("the send", func() bool { return h.Count(`select count(*) from game_transfer where state = 'UNKNOWN'`) == 1 })
	a.setBehaviour(func() behaviour { return succeeds })
	h.Exec(`update slot set units_for = 1000 where code = $1`, first)
	h.Clock.Advance(61 * time.Second)

	runStep(t, h, line.ID)

	if units, done := a.findDone(line.ID.String()); !done || units != money.Baht(300) {
		t.Errorf("the provider has %s, done %t", units, done)
	}
}
