package spin_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats-server/v2/server"

	"krapao/backend/platform/pg"
	"krapao/backend/server/servertest"
)

// firstExpiry returns when the first of a member's coupons expires.
func firstExpiry(h *servertest.Environment, m *servertest.Client) time.Time {
	return servertest.Value[time.Time](h, `select min(expires_at) from coupon where member_id = $1`, m.ID())
}

// loginAt freezes the clock at a time, and logs the member in then.
func loginAt(h *servertest.Environment, m *servertest.Client, now time.Time) {
	h.Clock.Freeze(now)
	m.Token = h.Login(m.Phone, m.Password)
}

func TestClaim_AtExpiryOrAMicrosecondBefore_IsRefusedOrPaid(t *testing.T) {
	h := servertest.New(t)
	m := newWinner(t, h, 2)
	h.Exec(`update coupon set expires_at = (select min(expires_at) from coupon)`)
	end := firstExpiry(h, m)
	if won := h.Count(`select count(*) from coupon where expires_at <= won_at + interval '30 days' and expires_at > won_at + interval '30 days' - interval '1 minute'`); won != 2 {
		t.Errorf("%d coupons of two expire after 30 days", won)
	}

	loginAt(h, m, end.Add(-time.Microsecond))
	last := fetchCoupons(m)
	claimPrize(m, "TEN").Want(http.StatusOK)
	loginAt(h, m, end)
	late := fetchCoupons(m)
	claimPrize(m, "TEN").WantCode(http.StatusConflict, "COUPON_EXPIRED")

	if len(last) != 1 || last[0].Count != 2 || len(late) != 0 || m.Balance() != "10.00" {
		t.Errorf("listed before %+v, then %+v; the wallet has %s", last, late, m.Balance())
	}
	h.CheckInvariants()
}

func TestClaim_RequestedBeforeExpiryAndLockedAfter_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m := newWinner(t, h, 1)
	end := firstExpiry(h, m)
	loginAt(h, m, end.Add(-time.Second))
	var got servertest.Response
	var call sync.WaitGroup

	err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error { // holds the wallet's lock meanwhile
		if _, err := h.Ledger.LockTx(t.Context(), tx, m.ID()); err != nil {
			return err
		}
		call.Go(func() { got = claimPrize(m.With("Idempotency-Key", "late"), "TEN") })
		h.WaitUntil("the claim to wait for the wallet", func() bool {
			return h.Count(`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) > 0
		})
		h.Clock.Freeze(end)
		return nil
	})
	call.Wait()

	got.WantCode(http.StatusConflict, "COUPON_EXPIRED")
	if err != nil || m.Balance() != "0.00" {
		t.Errorf("the wallet has %s, %v", m.Balance(), err)
	}
	h.CheckInvariants()
}

func TestClaim_RepeatAfterExpiry_ReturnsTheFirstResponse(t *testing.T) {
	h := servertest.New(t)
	m := newWinner(t, h, 1)
	end := firstExpiry(h, m)
	loginAt(h, m, end.Add(-time.Second))
	first := claimPrize(m.With("Idempotency-Key", "lost"), "TEN").Want(http.StatusOK)
	h.Clock.Freeze(end.Add(time.Hour))
	m.Token = h.Login(m.Phone, m.Password)

	again := claimPrize(m.With("Idempotency-Key", "lost"), "TEN").Want(http.StatusOK)

	if string(first.Body) != string(again.Body) || m.Balance() != "10.00" {
		t.Errorf("first %s, again %s; the wallet has %s", first.Body, again.Body, m.Balance())
	}
	h.CheckInvariants()
}

// Each server uses its own clock. So a coupon may still be paid after its end, for as long as the clocks
// differ. It is paid once.
func TestClaim_TwoServersWhoseClocksDiffer_PaysOnceAndNeverAfterBothExpiries(t *testing.T) {
	bus, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	bus.Start()
	t.Cleanup(bus.Shutdown)
	if !bus.ReadyForConnections(10 * time.Second) {
		t.Fatal("a NATS server does not start")
	}
	slow := servertest.New(t, servertest.NATS(bus.ClientURL()))
	m := newWinner(t, slow, 2)
	slow.Exec(`update coupon set expires_at = (select min(expires_at) from coupon)`)
	end := firstExpiry(slow, m)
	fastClock := &servertest.Clock{}
	fastClock.Freeze(end.Add(time.Second))
	fast := slow.StartSecondWithClock(fastClock)
	loginAt(slow, m, end.Add(-time.Second))
	onFast := m.At(fast)
	claimPrize(onFast, "TEN").WantCode(http.StatusConflict, "COUPON_EXPIRED")
	var calls sync.WaitGroup
	paid := make(chan bool, 12)

	for range 6 {
		calls.Go(func() {
			a := claimPrize(m, "TEN")
			if paid <- a.Status == http.StatusOK; a.Status != http.StatusOK {
				a.WantCode(http.StatusConflict, "NO_CLAIMABLE_COUPON")
			}
		})
		calls.Go(func() {
			paid <- false
			if a := claimPrize(onFast, "TEN"); a.Code() != "COUPON_EXPIRED" && a.Code() != "NO_CLAIMABLE_COUPON" {
				t.Errorf("the server whose clock is fast: %d %s", a.Status, a.Body)
			}
		})
	}
	calls.Wait()
	close(paid)

	sum := 0
	for isPaid := range paid {
		if isPaid {
			sum++
		}
	}
	if sum != 2 || m.Balance() != "20.00" {
		t.Errorf("%d claims of two coupons were paid; the wallet has %s", sum, m.Balance())
	}
	slow.CheckInvariants()
}
