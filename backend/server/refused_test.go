package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
	"krapao/backend/server/servertest"
)

// readyStatus returns the status of /readyz.
func readyStatus(t *testing.T, h *servertest.Environment) int {
	t.Helper()
	response, err := http.Get(h.URL + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// spec 8.15j
func TestServer_DatabaseIsReadOnly_ServesReadsStaysReadyAndPaysTheRepeatOnce(t *testing.T) {
	address := pgtest.URL(t)
	admin, err := pgx.Connect(t.Context(), address) // can still write
	if err != nil {
		t.Fatal(err)
	}
	pool, err := pg.Open(t.Context(), address, 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	h := servertest.NewOnPool(t, pool)
	m := h.AddMember()
	m.Deposit(1000)
	alter := func(setting string) {
		if _, err := admin.Exec(t.Context(), "alter database "+admin.Config().Database+" "+setting); err != nil {
			t.Fatal(err)
		}
		pool.Reset()
	}
	alter("set default_transaction_read_only = on")

	refused := m.Withdraw("k1", 100)
	isReady := readyStatus(t, h)
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
	m.Call("GET", "/api/sync", nil).Want(http.StatusOK)
	alter("reset default_transaction_read_only")
	m.Withdraw("k1", 100).Want(http.StatusOK)
	m.Withdraw("k1", 100).Want(http.StatusOK)

	refused.WantCode(http.StatusServiceUnavailable, "INTERNAL_SERVER_ERROR")
	if isReady != http.StatusOK {
		t.Errorf("/readyz is %d", isReady)
	}
	if m.PaidOut() != money.Baht(100) || m.Balance() != "900.00" {
		t.Errorf("%s paid out, %s left", m.PaidOut(), m.Balance())
	}
	h.CheckInvariants()
}

// spec 8.15j
func TestServer_DatabaseIsUnreachable_IsNotReadyAndReturns503UntilItIsBack(t *testing.T) {
	proxy := pgtest.NewProxy(t, pgtest.URL(t))
	pool, err := pg.Open(t.Context(), proxy.URL, 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	h := servertest.NewOnPool(t, pool)
	m := h.AddMember()
	proxy.Cut()

	isReady := readyStatus(t, h)
	read := m.Call("GET", "/api/wallet", nil)
	proxy.Restore()
	h.WaitUntil("the server ready", func() bool { return readyStatus(t, h) == http.StatusOK })
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK)

	read.WantCode(http.StatusServiceUnavailable, "INTERNAL_SERVER_ERROR")
	if isReady != http.StatusServiceUnavailable {
		t.Errorf("/readyz is %d", isReady)
	}
	if !strings.Contains(h.Logged(), "connection") {
		t.Error("the log does not have the cause")
	}
}
