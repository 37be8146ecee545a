package games_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pgtest"
	"krapao/backend/server/servertest"
)

// growingWallet makes a wallet receive money each time after it was read, while on is set.
type growingWallet struct {
	on       atomic.Bool
	arrivals atomic.Int64              // how often money has arrived
	deposit  func(ctx context.Context) // credits the wallet
}

type walletReadKey struct{}

func (r *growingWallet) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, walletReadKey{}, strings.Contains(q.SQL, "name: GetWallet "))
}

func (r *growingWallet) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if isWalletRead, _ := ctx.Value(walletReadKey{}).(bool); isWalletRead && r.on.Load() {
		r.arrivals.Add(1)
		r.deposit(ctx)
	}
}

// spec 7.25, 8.15j
func TestTransferAll_WalletKeepsChanging_MovesNothingAndReturnsRetryLater(t *testing.T) {
	quiet, wallet := pgtest.New(t), &growingWallet{}
	cfg := quiet.Config()
	cfg.ConnConfig.Tracer, cfg.MaxConns = wallet, 16
	traced, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(traced.Close)
	h := servertest.NewOnPool(t, traced)
	m := h.AddMember()
	m.CreditWallet(money.Baht(1000))
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	deposit := func(ctx context.Context, baht money.Satang) {
		if _, err := quiet.Exec(ctx, `update account set balance = balance + $2 where owner = $1 and role = 'wallet'`, m.ID(), baht); err != nil {
			t.Error(err)
		}
	}
	wallet.deposit = func(ctx context.Context) { deposit(ctx, money.Baht(1)) }
	keyed := m.With("Idempotency-Key", "all")
	all := map[string]string{"to": "circus"}

	wallet.on.Store(true)
	refused := keyed.Call("POST", "/api/wallet/transferAll", all).WantCode(http.StatusServiceUnavailable, "INTERNAL_SERVER_ERROR")
	wallet.on.Store(false)

	arrivals := money.Satang(wallet.arrivals.Load())
	deposit(t.Context(), -arrivals*money.Baht(1))
	if arrivals < 5 || refused.Header.Get("Retry-After") != "1" || m.Balance() != "1000.00" || len(m.Lines()) != 1 {
		t.Errorf("the wallet was read %d times, %v, balance %s, %d lines", arrivals, refused.Header, m.Balance(), len(m.Lines()))
	}
	if repeated := keyed.Call("POST", "/api/wallet/transferAll", all).Want(http.StatusOK).Cash(); repeated.Statement.Amount != money.Baht(1000) {
		t.Errorf("the repeat moved %s", repeated.Statement.Amount)
	}
	h.CheckInvariants()
}
