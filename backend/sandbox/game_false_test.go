package sandbox_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/backend/provider/game"
)

// clientOf returns the client that the wallet uses for a slot's provider.
func clientOf(t *testing.T, base, slot string) game.Client {
	t.Helper()
	c, err := game.New(game.Config{
		Slot: slot, Format: slotFormats[slot], URL: base + "/games/" + slot, ID: "sandbox-id", Secret: "sandbox-key", Currency: "THB", Thousands: slot == "imi",
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// transferID returns an id in the form that the wallet's client sends.
func transferID(n int) string { return fmt.Sprintf("%032x", n) }

// setFalseResponses makes the next count responses of a target false.
func setFalseResponses(t *testing.T, base, target string, count int) {
	t.Helper()
	if status, text := call(t, "POST", base+"/faults", fmt.Sprintf(`{"target":"%s","mode":"lie","count":%d}`, target, count)); status != http.StatusOK {
		t.Fatal(status, text)
	}
}

// createFundedPlayer creates the player p1 in a slot and moves 100 units there.
func createFundedPlayer(t *testing.T, base, slot string) (gameClient, game.Client) {
	t.Helper()
	raw, client := newGameClient(t, base, slot), clientOf(t, base, slot)
	raw.create("p1")
	in := game.Transfer{ID: transferID(1), Username: "p1", Amount: 10_000, In: true}
	if a, err := client.Transfer(t.Context(), in); err != nil || a.Outcome != game.Done {
		t.Fatal(slot, a, err)
	}
	return raw, client
}

// spec D9.5a
func TestFalseResponse_TransferOutOfMoreThanTheBalance_IsDoneInEachFormatAndSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	base, stop := openSandbox(t, dir)
	out := game.Transfer{ID: transferID(2), Username: "p1", Amount: 4_000_000}
	for slot, format := range slotFormats {
		raw, client := createFundedPlayer(t, base, slot)
		setFalseResponses(t, base, "game:"+slot+":transfer", 1)

		a, err := client.Transfer(t.Context(), out)

		if err != nil || a.Outcome != game.Done || (a.Balance != nil && *a.Balance != 0) {
			t.Errorf("%s: %+v %v", slot, a, err)
		}
		if client.Rules().IDs {
			again, _ := client.Transfer(t.Context(), out) // moves nothing
			queried, _ := client.Query(t.Context(), out)
			if again.Outcome != game.Done || queried.Outcome != game.Done {
				t.Errorf("%s again: %+v, queried: %+v", slot, again, queried)
			}
		}
		checkContains(t, slot+" after the fault", raw.move("p1", "t3", "-0.01"), codesByFormat[format].funds)
		if a := accountOf(t, base, slot, "p1"); a.Balance != "0.00" || len(a.Transfers) != 2 || a.Transfers[1].Unbacked != "39900.00" {
			t.Errorf("%s: the provider's account: %+v", slot, a)
		}
	}
	_, before := call(t, "GET", base+"/totals", "")
	stop()

	again, _ := openSandbox(t, dir)

	if _, after := call(t, "GET", again+"/totals", ""); after != before {
		t.Errorf("before %s, after %s", before, after)
	}
	for slot := range slotFormats {
		checkContains(t, slot, before, `"`+slot+`":{"in":100.00,"out":40000.00,"count":2,"played":0.00,"balance":0.00,"unbacked":39900.00}`)
	}
}

func TestFalseResponse_Balance_IsInflatedInEachFormatAndTheRecordsStayTrue(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for slot := range slotFormats {
		_, client := createFundedPlayer(t, base, slot)
		setFalseResponses(t, base, "game:"+slot+":balance", 1)

		first, _ := client.Balance(t.Context(), "p1")
		second, _ := client.Balance(t.Context(), "p1")

		if first.Balance == nil || *first.Balance != 1_100_000 || second.Balance == nil || *second.Balance != 10_000 {
			t.Errorf("%s: %+v, then %+v", slot, first, second)
		}
		if a := accountOf(t, base, slot, "p1"); a.Balance != "100.00" {
			t.Errorf("%s: the provider's account: %+v", slot, a)
		}
	}
}

func TestFalseResponse_Plays_HaveInflatedStakesInEachFormatAndTheRecordsStayTrue(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for slot := range slotFormats {
		_, client := createFundedPlayer(t, base, slot)
		for _, play := range []string{`{"username":"p1","bet":10,"payout":25.5,"valid":5}`, `{"username":"p1","bet":1,"payout":0}`} {
			call(t, "POST", base+"/games/"+slot+"/play", play)
		}
		setFalseResponses(t, base, "game:"+slot+":plays", 1000)

		inflated := waitForTwoPlays(t, client)
		call(t, "DELETE", base+"/faults", "")
		plays := waitForTwoPlays(t, client)

		if inflated[0].Bet != 1_000_000 || inflated[0].Payout != 2550 || inflated[0].Valid != 50_000 || inflated[1].Bet != 100_000 || inflated[1].Valid != 10_000 {
			t.Errorf("%s, inflated: %+v", slot, inflated)
		}
		if plays[0].Bet != 1000 || plays[0].Payout != 2550 || plays[0].Valid != 500 || plays[1].Valid != 100 {
			t.Errorf("%s: %+v", slot, plays)
		}
		if a := accountOf(t, base, slot, "p1"); a.Balance != "114.50" || a.Plays[0].Bet != "10.00" {
			t.Errorf("%s: the provider's account: %+v", slot, a)
		}
	}
}

// waitForTwoPlays reads the feed until it has two plays. One format reports a play only after the clock
// second in which the play was made.
func waitForTwoPlays(t *testing.T, client game.Client) []game.Play {
	t.Helper()
	for range 100 {
		page, a, err := client.Plays(t.Context(), time.Now().Add(-time.Hour), "")
		if err != nil || a.Outcome != game.Done || page.Bad != "" {
			t.Fatal(page, a, err)
		}
		if len(page.Plays) == 2 {
			return page.Plays
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the feed did not return two plays")
	return nil
}

func TestFalseResponse_Push_IsInflatedAndConsumesNoCount(t *testing.T) {
	app, hooks := startFakeWallet(t, respondOK)
	base, _ := openWithWebhooks(t, t.TempDir(), app)
	raw, _ := createFundedPlayer(t, base, "circus")
	setFalseResponses(t, base, "game:circus:plays", 1)

	call(t, "POST", base+"/games/circus/play", `{"username":"p1","bet":10,"payout":25.5}`)

	checkContains(t, "push", nextWebhook(t, hooks).body, `"bet":10000.00,"id"`)
	checkContains(t, "feed", raw.plays(), `"bet":10000.00`)
	checkContains(t, "feed after the fault", raw.plays(), `"bet":10.00`)
}

func TestFalseResponse_WholeSlot_InflatesTheBalanceInTransferResponses(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for slot := range slotFormats {
		_, client := createFundedPlayer(t, base, slot)
		setFalseResponses(t, base, "game:"+slot, 1)

		a, _ := client.Transfer(t.Context(), game.Transfer{ID: transferID(2), Username: "p1", Amount: 4_000_000})

		if a.Outcome != game.Done || (a.Balance != nil && *a.Balance != 1_000_000) {
			t.Errorf("%s: %+v", slot, a)
		}
		call(t, "DELETE", base+"/faults", "")
	}
}

func TestFalseResponse_ActionThatCannotBeFalse_ConsumesNoCount(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for slot := range slotFormats {
		raw, client := createFundedPlayer(t, base, slot)
		setFalseResponses(t, base, "game:"+slot, 1)

		raw.create("p2")
		raw.open("p1")
		raw.queryTransfer("p1", transferID(1))

		if a, _ := client.Balance(t.Context(), "p1"); a.Balance == nil || *a.Balance != 1_100_000 {
			t.Errorf("%s: %+v", slot, a)
		}
	}
}

func TestFalseResponse_TargetThatCannotBeFalse_IsRefused(t *testing.T) {
	base, _ := openSandbox(t, t.TempDir())
	for target, want := range map[string]int{
		"sms": 400, "payout:create": 400, "game:pg:create": 400, "game:pg:query": 400, "game:pg:push": 400,
		"game:pg": 200, "game:pg:transfer": 200, "game:pg:balance": 200, "game:pg:plays": 200,
	} {
		if status, text := call(t, "POST", base+"/faults", `{"target":"`+target+`","mode":"lie"}`); status != want || (want == 400 && !strings.Contains(text, "lie")) {
			t.Errorf("%s: %d %s", target, status, text)
		}
	}
	if _, text := call(t, "GET", base+"/faults", ""); !strings.Contains(text, `"lie"`) {
		t.Error("the list of modes does not have the mode lie")
	}
}
