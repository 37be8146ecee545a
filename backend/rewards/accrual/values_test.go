package accrual_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec 3.17a, 3.17b, 3.17c, 3.18, 3.19, 3.20, 3.21, 3.26m, 3.26n, 7.17d, 7.38, 7.39, 7.40, 7.41, 7.42a, 7.42b
// spec 7.42c, 7.42d, D1.14
func TestInviteAndRefundCalls_FullResponse_HaveTheFieldsOfTheSpecification(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	closeDayWithLosses(h, 1000, m, addInvitedMember(h, m))
	line := func(link string) string {
		return "message statement{" + servertest.LineWith("code", link) + "} wallet{" + servertest.WalletFields + "}"
	}

	for _, tc := range []struct{ method, path, fields string }{
		{"POST", "/api/invite", "invites[_id amount createdAt from{name} version] total"},
		{"GET", "/api/invite/banners", "banners[html image]"},
		{"GET", "/api/refund/check", "balance bonus dayMost info refundAmount refundFail refundSuccess result soFar"},
		{"GET", "/api/refund/banners", "banners[html image]"},
		// The specification has these as GET.
		{"GET", "/api/invite/bonus", line("invite")},
		{"GET", "/api/refund/receive", "balance message refund{_id createdAt refundAmount version}"},
		{"POST", "/api/refund", "refunds[_id createdAt refundAmount version] total"},
		{"GET", "/api/refund/addWallet", line("refund")},
	} {
		var body any
		if tc.method == "POST" {
			body = map[string]int{}
		}
		m.Call(tc.method, tc.path, body).Want(http.StatusOK).WantFields(tc.fields)
	}
	if got := m.Balance(); got != "20.00" { // one percent of the friend's loss, and one percent of their own
		t.Errorf("the wallet has %s", got)
	}
	h.CheckInvariants()
}

// spec 3.17b, 3.17c, 3.19
func TestPercentages_SetByOperators_AreReturned(t *testing.T) {
	h := servertest.New(t)
	for name, percent := range map[string]float64{"inviteSuccess": 0.25, "inviteFail": 2, "refundSuccess": 0.5, "refundFail": 3} {
		h.SetSetting(name, percent)
	}
	h.EndDay() // settings take effect the next day
	h.Exec(`update page_text set th = '<p>อธิบาย</p>' where kind = 'refund_info'`)
	m := h.AddUnrelatedMember()

	invite, refund := inviteOf(m), fetchRefundCheck(m)

	if invite.Success != 0.25 || invite.Fail != 2 || refund.RefundSuccess != 0.5 || refund.RefundFail != 3 {
		t.Errorf("%+v, %+v", invite, refund)
	}
	if refund.Result || refund.Bonus || refund.Info != "<p>อธิบาย</p>" {
		t.Errorf("without play: %+v", refund)
	}
}

// spec 3.20, 7.41
func TestRefunds_PageAndLimit_ListsNewestFirst(t *testing.T) {
	h := servertest.New(t)
	m, other := h.AddUnrelatedMember(), h.AddUnrelatedMember()
	begun := h.Clock.Now()
	for _, baht := range []int64{100, 200, 300} {
		closeDayWithLosses(h, baht, m, other)
		receiveRefund(m).Want(http.StatusOK)
		receiveRefund(other).Want(http.StatusOK)
	}
	page := func(page, limit int) (amounts []money.Satang) {
		var log struct {
			Refunds []struct {
				RefundAmount money.Satang
				CreatedAt    time.Time
			}
		}
		m.Call("POST", "/api/refund", map[string]int{"page": page, "limit": limit}).Want(http.StatusOK).Into(&log)
		for _, r := range log.Refunds {
			if r.CreatedAt.Before(begun) || r.CreatedAt.After(h.Clock.Now()) {
				t.Errorf("received at %s, between %s and now", r.CreatedAt, begun)
			}
			amounts = append(amounts, r.RefundAmount)
		}
		return amounts
	}

	first, second := page(1, 2), page(2, 2)

	if len(first) != 2 || len(second) != 1 || first[0] != money.Baht(3) || first[1] != money.Baht(2) || second[0] != money.Baht(1) {
		t.Errorf("the first page has %v, the second %v", first, second)
	}
}
