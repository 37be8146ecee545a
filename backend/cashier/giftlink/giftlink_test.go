package giftlink_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// newGiftLink returns the link of a new voucher at the simulated provider.
func newGiftLink(h *servertest.Environment, amount float64) (link string) {
	var made struct{ Link string }
	h.Control("POST", "/truemoney/vouchers", map[string]any{"amount": amount}, &made)
	return made.Link
}

// sealLink seals a link as the app does.
func sealLink(link string) string {
	key := sha256.Sum256([]byte("krapao-gift-link"))
	block, _ := aes.NewCipher(key[:])
	gcm, _ := cipher.NewGCM(block)
	nonce := sha256.Sum256([]byte(link))
	return base64.RawURLEncoding.EncodeToString(gcm.Seal(nonce[:gcm.NonceSize()], nonce[:gcm.NonceSize()], []byte(link), nil)) + "::บจก. กระเป๋า เพย์"
}

func sendLink(m *servertest.Client, link string) servertest.Response {
	return m.Call("POST", "/api/wallet/truelink", map[string]any{"link": link})
}

type giftResponse struct {
	Statement struct{ Status, Note, From string }
	Wallet    struct{ Amount float64 }
}

// spec 1.6c, 7.30, 7.31a, 8.15e, D3.36a, D3.36b, D9.3f
func TestGift_SealedOrPlainLink_IsCreditedOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	plain, sealed := newGiftLink(h, 50), newGiftLink(h, 120.5)
	var first, second giftResponse

	sendLink(m, plain).Want(http.StatusOK).Into(&first)
	sendLink(m, sealLink(sealed)).Want(http.StatusOK).Into(&second)

	if first.Statement.Status != "SUCCESS" || second.Wallet.Amount != 170.5 || m.Balance() != "170.50" {
		t.Errorf("%+v, %+v, balance %s", first, second, m.Balance())
	}
	sendLink(m, plain).WantCode(http.StatusConflict, "TRUELINK_DUPLICATE")
	sendLink(h.AddMember(), sealed).WantCode(http.StatusConflict, "TRUELINK_DUPLICATE")
	h.CheckInvariants()
}

// spec 7.31b
func TestGift_LinkNamesADepositWallet_IsRedeemedIntoThatDepositWallet(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	h.Exec("delete from deposit_wallet")
	h.Exec("insert into deposit_wallet (account_name, mobile, mode, position) values ('First', '0610000001', 'gift', 1), ('Second', '0610000002', 'gift', 2)")
	newSealedLinkFor := func(account string) string {
		return strings.Split(sealLink(newGiftLink(h, 10)), "::")[0] + "::" + account
	}

	for _, link := range []string{newSealedLinkFor("Second"), newGiftLink(h, 10) + "::Second", newSealedLinkFor("First"), newSealedLinkFor("Nobody"), newGiftLink(h, 10)} {
		sendLink(m, link).Want(http.StatusOK)
	}

	var sandbox struct {
		Vouchers []struct{ TakenBy []string }
	}
	h.Control("GET", "/truemoney/vouchers", nil, &sandbox)
	redeemed := map[string]int{}
	for _, v := range sandbox.Vouchers {
		for _, mobile := range v.TakenBy {
			redeemed[mobile]++
		}
	}
	// If the link names no wallet of ours, the first wallet receives the gift.
	if want := map[string]int{"0610000001": 3, "0610000002": 2}; !maps.Equal(redeemed, want) || m.Balance() != "50.00" {
		t.Errorf("redeemed into %v, want %v; balance %s", redeemed, want, m.Balance())
	}
	h.CheckInvariants()
}

func TestGift_RepeatWithSameKey_ReturnsFirstAnswer(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember().With("Idempotency-Key", "gift-1")
	link := sealLink(newGiftLink(h, 50))
	first := sendLink(m, link).Want(http.StatusOK)

	second := sendLink(m, link).Want(http.StatusOK)

	if string(first.Body) != string(second.Body) || m.Balance() != "50.00" {
		t.Errorf("first %s, second %s", first.Body, second.Body)
	}
}

// spec 5.37, 8.14b, 8.15f, 9.18, D3.37, 8.15e
func TestGift_InvalidOrUsedLink_IsRefusedAndNotStored(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	for _, link := range []string{"", "hello", "https://gift.truemoney.com/campaign/?v=AAAAAAAAAAAAAAAAAAAAAAAA", newGiftLink(h, 1.99), "https://evil.example/campaign/?v=AAAAAAAAAAAAAAAAAAAAAAAA"} {
		sendLink(m, link).WantCode(http.StatusBadRequest, "TRUELINK_INVALID")
	}
	h.Fault("truemoney:verify", "error", "VOUCHER_OUT_OF_STOCK", 1, 0)
	sendLink(m, newGiftLink(h, 10)).WantCode(http.StatusConflict, "TRUELINK_DUPLICATE")
	h.Fault("truemoney:verify", "garbage", "", 1, 0)
	sendLink(m, newGiftLink(h, 10)).WantCode(http.StatusServiceUnavailable, "TRUELINK_INVALID")
	h.Exec("update deposit_wallet set open = false")
	sendLink(m, newGiftLink(h, 10)).WantCode(http.StatusConflict, "NO_WALLET")

	if len(m.Lines()) != 0 || h.Count("select count(*) from gift") != 0 {
		t.Errorf("lines %+v", m.Lines())
	}
	var sandbox struct {
		Vouchers []struct{ TakenBy []string }
	}
	h.Control("GET", "/truemoney/vouchers", nil, &sandbox)
	for _, v := range sandbox.Vouchers {
		if len(v.TakenBy) != 0 {
			t.Errorf("redeemed although refused: %+v", sandbox.Vouchers)
		}
	}
}

// spec 5.37, 9.18, D3.37, D9.6
func TestGift_OfTwoBaht_IsRedeemedAndCreditedOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()

	sendLink(m, newGiftLink(h, 2)).Want(http.StatusOK)

	var totals struct {
		TrueMoney struct {
			In    float64
			Count int
		}
	}
	h.Control("GET", "/totals", nil, &totals)
	if m.Balance() != "2.00" || totals.TrueMoney.In != 2 || totals.TrueMoney.Count != 1 {
		t.Errorf("balance %s, the provider paid %+v", m.Balance(), totals.TrueMoney)
	}
	h.CheckInvariants()
}

// spec D3.37
func TestGift_SentByTwoMembersConcurrently_IsCreditedOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	members := []*servertest.Client{h.AddMember(), h.AddMember(), h.AddMember(), h.AddMember()}
	link := newGiftLink(h, 100)
	var wait sync.WaitGroup
	for _, m := range members {
		wait.Go(func() { sendLink(m, link) })
	}
	wait.Wait()

	credited := 0
	for _, m := range members {
		if m.Balance() == "100.00" {
			credited++
		}
	}
	if credited != 1 {
		t.Errorf("credited %d times", credited)
	}
	h.CheckInvariants()
}

// spec 8.15e, 8.15f
func TestGift_RefusedByProvider_StatementLineFailsAndLinkCanBeSentAgain(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	link := newGiftLink(h, 100)
	h.Fault("truemoney:redeem", "error", "CONDITION_NOT_MET", 1, 0)
	var refused, accepted giftResponse

	sendLink(m, link).Want(http.StatusOK).Into(&refused)
	sendLink(m, link).Want(http.StatusOK).Into(&accepted)

	if refused.Statement.Status != "FAILED" || refused.Statement.Note != "TRUELINK_INVALID" || accepted.Statement.Status != "SUCCESS" {
		t.Errorf("%+v, %+v", refused, accepted)
	}
	var late giftResponse
	h.Fault("truemoney:redeem", "error", "VOUCHER_OUT_OF_STOCK", 1, 0)
	sendLink(m, newGiftLink(h, 70)).Want(http.StatusOK).Into(&late)
	if late.Statement.Status != "FAILED" || late.Statement.Note != "TRUELINK_DUPLICATE" {
		t.Errorf("redeemed by others since the verification: %+v", late)
	}
	h.CheckInvariants()
}

// TestGift_ResponseOfRedeemLost_WaitsForCashier loses the response of a redeem that succeeded. The
// provider then returns "you have redeemed it".
// spec D3.38, P3.4, 8.15i
func TestGift_ResponseOfRedeemLost_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	h.Gifts.Patience = time.Second
	h.Fault("truemoney:redeem", "timeout_after_commit", "", 1, 100)
	link := newGiftLink(h, 88)

	got := sendLink(m, link).Want(http.StatusAccepted)

	var waiting []servertest.QueueItem
	h.Clock.Advance(11 * time.Second)
	h.RunDelayedJobs()
	h.WaitUntil("the gift in the queue", func() bool { waiting = cashier.Queue("GIFT"); return len(waiting) == 1 })
	if waiting[0].Reason != "REDEEMED" || m.Lines()[0].Status != "PENDING" {
		t.Errorf("%s; queue %+v, lines %+v", got.Body, waiting, m.Lines())
	}
	if d := m.Detail(m.Lines()[0].ID); d.WaitsFor != statement.ByCashier {
		t.Errorf("the line waits for %q", d.WaitsFor)
	}
	path := "/api/operator/items/GIFT/" + waiting[0].ID
	cashier.Call("POST", path+"/settle", map[string]any{"amount": 0}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	cashier.Call("POST", path+"/settle", map[string]any{"amount": 88}).Want(http.StatusOK)
	cashier.Call("POST", path+"/fail", nil).WantCode(http.StatusNotFound, "NO_DATA")
	if m.Balance() != "88.00" || m.Lines()[0].Status != "SUCCESS" {
		t.Errorf("balance %s, lines %+v", m.Balance(), m.Lines())
	}
	h.CheckInvariants()
}

// spec D3.38, 8.15f
func TestGift_NoResponseForHalfAnHour_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	h.Gifts.Patience = time.Second
	link := newGiftLink(h, 88)
	h.Fault("truemoney:redeem", "http500", "", 2, 0)
	sendLink(m, link).Want(http.StatusAccepted)
	early := len(cashier.Queue("GIFT"))
	h.Clock.Advance(31 * time.Minute)
	h.RunDelayedJobs()
	cashier = h.AddOperator("cashier") // the first session has expired
	var waiting []servertest.QueueItem
	h.WaitUntil("the gift in the queue", func() bool { waiting = cashier.Queue("GIFT"); return len(waiting) == 1 })

	cashier.Call("POST", "/api/operator/items/GIFT/"+waiting[0].ID+"/fail", nil).Want(http.StatusOK)

	line := m.Lines()[0]
	if early != 0 || waiting[0].Reason != "NO_ANSWER" || line.Status != "FAILED" || line.Note != "TRUELINK_INVALID" || m.Balance() != "0.00" {
		t.Errorf("early %d, %+v, lines %+v", early, waiting, m.Lines())
	}
	h.CheckInvariants()
}

// spec 8.14b
func TestGift_MemberWithKip_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)

	sendLink(h.AddKipMember(), newGiftLink(h, 44)).WantCode(http.StatusConflict, "NO_WALLET")

	if n := h.Count("select count(*) from gift"); n != 0 {
		t.Errorf("%d gifts are stored", n)
	}
}

func TestGift_AboveDepositLimit_IsNotRedeemed(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("PUT", "/api/limits", map[string]any{"day": 100}).Want(http.StatusOK)
	link := newGiftLink(h, 101)

	sendLink(m, link).WantCode(http.StatusConflict, "DEPOSIT_LIMIT")

	var totals struct{ TrueMoney struct{ Count int } }
	h.Control("GET", "/totals", nil, &totals)
	if totals.TrueMoney.Count != 0 {
		t.Errorf("the voucher was redeemed")
	}
}
