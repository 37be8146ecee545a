package server_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec D5.54b
func TestMetrics_OfTheServer_CoverCallsProvidersJobsAndQueuesAndNameNoMember(t *testing.T) {
	port := servertest.FreeAddress(t)
	h := servertest.New(t, servertest.Metrics(port))
	m := h.AddMember()
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100}))
	m.Transfer(servertest.Transfer{Amount: 400, Feed: true, FromAccountNo: "5550001112", FromName: "PRANEE DEEJAI"})
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	cashier := h.AddOperator("cashier")
	h.WaitUntil("the transfer in the queue", func() bool { return len(cashier.Queue("UNMATCHED")) == 1 })

	var text string
	h.WaitUntil("the slip's job counted", func() bool { // it ends after its effects are visible
		text = scrapeMetrics(t, port)
		return strings.Contains(text, `krapao_job_seconds_count{kind="check_slip",outcome="completed"}`)
	})

	for _, want := range []string{
		`krapao_call_seconds_count{method="POST",route="/api/wallet/slip",status="202"}`,
		`krapao_company_call_seconds_count{company="slip",outcome="answered"}`,
		`krapao_cashier_waiting{kind="UNMATCHED"} 1`, `krapao_cashier_oldest_seconds{kind="UNMATCHED"}`, `krapao_cashier_waiting{kind="PAYOUT"} 0`,
		`krapao_jobs_oldest_seconds{queue="qr_ww"} 0`, `krapao_jobs_oldest_seconds{queue="payout"} 0`,
		`krapao_plays_behind_seconds{slot="circus"}`, `krapao_plays_stopped_seconds{slot="circus"} 0`, `krapao_plays_aside{why="NO_ACCOUNT"} 0`,
		"krapao_ledger_unfolded_transfers", "krapao_ledger_fold_lag_seconds", "krapao_sockets 0", "krapao_scrape_failed 0", "krapao_database_connections",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, secret := range []string{m.Phone, m.AccountNo, m.PublicID(), m.Token} {
		if strings.Contains(text, secret) {
			t.Errorf("the metrics contain %s", secret)
		}
	}
}

func TestMetrics_ClocksDiffer_HaveTheDifference(t *testing.T) {
	port := servertest.FreeAddress(t)
	h := servertest.New(t, servertest.Metrics(port))
	h.Clock.Advance(time.Minute)

	text := scrapeMetrics(t, port)

	_, after, _ := strings.Cut(text, "\nkrapao_database_clock_seconds ")
	line, _, _ := strings.Cut(after, "\n")
	if seconds, err := strconv.ParseFloat(line, 64); err != nil || seconds > -59 || seconds < -61 {
		t.Errorf("the database is %q seconds ahead: %v", line, err)
	}
}

func TestMetrics_GameTransfersWithoutOutcome_AreCountedBySlot(t *testing.T) {
	port := servertest.FreeAddress(t)
	h := servertest.New(t, servertest.Metrics(port))
	m := h.AddMember()
	m.CreditWallet(money.Baht(100))
	m.Call("POST", "/api/wallet/activate/askmebet", nil).Want(http.StatusOK)
	h.Fault("game:askmebet:transfer", "http500", "", 1, 0)
	m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "askmebet", "amount": 50}).Want(http.StatusAccepted)

	text := scrapeMetrics(t, port)

	for _, want := range []string{
		`krapao_game_transfers_under_way{slot="askmebet"} 1`, `krapao_game_transfers_under_way{slot="pg"} 0`, `krapao_game_transfers_oldest_seconds{slot="askmebet"}`,
		`krapao_cashier_waiting{kind="GAME_TRANSFER"} 1`, `krapao_cashier_waiting{kind="GAME_LATE"} 0`,
		`krapao_company_call_seconds_count{company="game:askmebet",outcome="down"} 1`, `krapao_jobs_oldest_seconds{queue="games"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
}

func scrapeMetrics(t *testing.T, port string) string {
	t.Helper()
	res, err := http.Get("http://" + port + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
