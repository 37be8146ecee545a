package games_test

import (
	"net/http"
	"testing"

	"krapao/backend/games"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// sandboxPlayer is the sandbox's own record of a player.
type sandboxPlayer struct {
	Balance   money.Satang
	Transfers []struct {
		Direction string
		Amount    money.Satang
	}
}

// spec 7.18, 7.19, 7.21, 8.14c, D4.2a, P5.1
func TestDemoGames_EachFormat_OpensAccountAndMovesMoneyInAndOut(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(100_000))
	slots := slotsOf(m)
	if len(slots) != 14 {
		t.Fatalf("%d games", len(slots))
	}
	for code, slot := range slots {
		t.Run(code, func(t *testing.T) {
			var opened struct{ Slot games.Slot }
			m.Call("POST", "/api/wallet/activate/"+code, nil).Want(http.StatusOK).Into(&opened)
			m.Call("POST", "/api/wallet/activate/"+code, nil).WantCode(http.StatusConflict, "SLOT_ALREADY_ACTIVE")
			if !opened.Slot.IsActive || opened.Slot.Amount != 0 {
				t.Errorf("opened: %+v", opened.Slot)
			}

			in := transferMoney(m, "WALLET", code, 2000).Want(http.StatusOK).Cash().Statement
			out := transferMoney(m, code, "WALLET", 1000).Want(http.StatusOK).Cash().Statement
			none := transferMoney(m, code, "WALLET", 5000).Want(http.StatusOK).Cash().Statement

			if in.Status != statement.Success || out.Status != statement.Success {
				t.Errorf("in %s %s, out %s %s", in.Status, in.Note, out.Status, out.Note)
			}
			if none.Status != statement.Failed || none.Note != "MONEY_NOT_ENOUGH" {
				t.Errorf("more than is there: %s %s", none.Status, none.Note)
			}
			var account games.Credentials
			m.Call("POST", "/api/wallet/resetpassword/"+code, nil).Want(http.StatusOK).Into(&account)
			var response sandboxPlayer
			h.Control("GET", "/games/"+code+"/accounts/"+account.Username, nil, &response)
			units := money.Satang(float64(money.Baht(1000)) * slot.FtWalletSlot)
			if response.Balance != units || len(response.Transfers) != 2 {
				t.Errorf("the provider has %s after %d transfers", response.Balance, len(response.Transfers))
			}
		})
	}
	var refreshed struct{ Slots []games.Slot }
	m.Call("GET", "/api/wallet/refresh/slot", nil).Want(http.StatusOK).Into(&refreshed)
	for _, s := range refreshed.Slots {
		if s.Amount != money.Baht(1000) || s.Stale || s.AsOf == nil {
			t.Errorf("%s: %s, stale %v", s.Code, s.Amount, s.Stale)
		}
	}
	h.CheckInvariants()
}

func TestTransfer_ResponseLost_IsQueriedByIDOrLeftToAnOperator(t *testing.T) {
	h := servertest.New(t)
	h.Games.Patience = 0
	m := h.AddMember()
	m.CreditWallet(money.Baht(100_000))
	for code := range slotsOf(m) {
		t.Run(code, func(t *testing.T) {
			m.Call("POST", "/api/wallet/activate/"+code, nil).Want(http.StatusOK)
			h.Control("POST", "/faults", map[string]any{"target": "game:" + code + ":transfer", "mode": "timeout_after_commit", "delayMs": 1}, nil)

			line := transferMoney(m, "WALLET", code, 2000).Want(http.StatusAccepted).Cash().Statement
			h.WaitUntil("the send", func() bool {
				return h.Count(`select count(*) from game_transfer where id = $1 and state in ('ASKED', 'SENT')`, line.ID) == 0
			})
			if code != "askmebet" && h.Count(`select count(*) from game_transfer where id = $1 and state = 'UNKNOWN'`, line.ID) != 1 {
				t.Error("the response was not lost")
			}
			runStep(t, h, line.ID)

			if code != "askmebet" {
				if got := m.Line(line.ID); got.Status != statement.Success {
					t.Errorf("the transfer is %s", got.Status)
				}
				return
			}
			transferMoney(m, "WALLET", code, 1000).WantCode(http.StatusConflict, "GAME_IN_DOUBT")
			cashier := h.AddOperator("cashier")
			items := cashier.Queue("GAME_TRANSFER")
			if len(items) != 1 || items[0].ID != line.ID.String() || !slotsOf(m)[code].InDoubt {
				t.Fatalf("waiting: %+v", items)
			}
			if d := m.Detail(line.ID); d.WaitsFor != statement.ByCashier {
				t.Errorf("the line waits for %q", d.WaitsFor)
			}
			cashier.Call("POST", "/api/operator/items/GAME_TRANSFER/"+line.ID.String()+"/moved", map[string]string{"note": "their support says so"}).Want(http.StatusOK)
			if got := m.Line(line.ID); got.Status != statement.Success {
				t.Errorf("after the decision the transfer is %s", got.Status)
			}
			// The change notification may arrive later. After the decision a transfer is allowed again.
			if a := transferMoney(m, code, "WALLET", 1000); a.Status != http.StatusAccepted && a.Status != http.StatusOK {
				t.Errorf("after the decision another transfer returns %d", a.Status)
			}
		})
	}
	h.CheckInvariants()
}
