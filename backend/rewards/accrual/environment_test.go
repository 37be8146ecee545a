package accrual_test

import (
	"net/http"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/rewards/accrual"
	"krapao/backend/server/servertest"
)

const slot = "circus"

// addInvitedMember adds a member whom m has invited, and returns it.
func addInvitedMember(h *servertest.Environment, m *servertest.Client) *servertest.Client {
	f := h.AddUnrelatedMember()
	m.Invite(f)
	return f
}

// storeResult stores a member's win (above zero) or loss today, as if their games had reported it.
func storeResult(h *servertest.Environment, member int64, net money.Satang) {
	bet := int64(max(-net, 0))
	payout := int64(max(net, 0))
	day := clock.DayOf(h.Clock.Now())
	h.Exec(`insert into game_play_key (slot_code, play_id, member_id, revision, day, bet, payout, valid) values ($1, gen_random_uuid()::text, $2, 1, $3, $4, $5, $4)`, slot, member, day, bet, payout)
	h.Exec(`insert into game_day as d (member_id, slot_code, day, plays, bet, payout, valid, version) values ($2, $1, $3, 1, $4, $5, $4, 1)
		on conflict (member_id, slot_code, day) do update set plays = d.plays + 1, bet = d.bet + excluded.bet, payout = d.payout + excluded.payout, valid = d.valid + excluded.valid`,
		slot, member, day, bet, payout)
	h.Exec(`select reckon($1, $2, 0, 0, greatest($3::bigint, 0), greatest(-$3::bigint, 0), 0, now())`, member, slot, payout-bet)
}

// closeDayWithLosses closes a day on which each of the members lost an amount in baht.
func closeDayWithLosses(h *servertest.Environment, baht int64, members ...*servertest.Client) {
	for _, m := range members {
		storeResult(h, m.ID(), -money.Baht(baht))
	}
	h.EndDay()
}

type homeResponse struct{ Invite accrual.Invite }

func inviteOf(m *servertest.Client) accrual.Invite {
	var out homeResponse
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&out)
	return out.Invite
}

func fetchRefundCheck(m *servertest.Client) (out accrual.RefundCheck) {
	m.Call("GET", "/api/refund/check", nil).Want(http.StatusOK).Into(&out)
	return out
}

type invites struct {
	Total   int64
	Invites []struct {
		ID   string `json:"_id"`
		From struct{ Name string }
		// Amount is below zero for an amount that was taken back.
		Amount    float64
		CreatedAt time.Time
		Version   int64
	}
}

func fetchInvites(m *servertest.Client, page, limit int) (out invites) {
	m.Call("POST", "/api/invite", map[string]int{"page": page, "limit": limit}).Want(http.StatusOK).Into(&out)
	return out
}

func collectInviteBonus(m *servertest.Client) servertest.Response {
	return m.Call("POST", "/api/invite/bonus", nil)
}

func receiveRefund(m *servertest.Client) servertest.Response {
	return m.Call("POST", "/api/refund/receive", nil)
}

func addWallet(m *servertest.Client) servertest.Response {
	return m.Call("POST", "/api/refund/addWallet", nil)
}
