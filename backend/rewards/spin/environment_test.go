package spin_test

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"testing"

	"krapao/backend/content"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/spin"
	"krapao/backend/server/servertest"
	"krapao/backend/staff"
)

// game is a game of the sandbox whose stakes count in full.
const game = "circus"

// stakeMoney has a member stake money in a game without winning or losing, and move it out again. It returns after
// the stakes have counted.
func stakeMoney(t testing.TB, h *servertest.Environment, m *servertest.Client, stakes ...int64) {
	t.Helper()
	playIn(t, h, m, game, stakes...)
}

func playIn(t testing.TB, h *servertest.Environment, m *servertest.Client, slot string, stakes ...int64) {
	t.Helper()
	name := m.ActivateGame(slot)
	valid := func() int64 {
		return h.Count(`select coalesce(sum(valid), 0) from game_day where member_id = $1`, m.ID())
	}
	want := valid()
	for _, baht := range stakes {
		m.MakeGameTransfer("WALLET", slot, float64(baht))
		h.SettlePlay(slot, name, float64(baht), float64(baht))
		m.MakeGameTransfer(slot, "WALLET", float64(baht))
		want += int64(money.Baht(baht))
	}
	h.WaitUntil("the plays", func() bool { return valid() == want })
}

func fetchSetup(m *servertest.Client) (out spin.Setup) {
	var body struct{ Result spin.Setup }
	m.Call("GET", "/api/spinwheel/setup", nil).Want(http.StatusOK).Into(&body)
	return body.Result
}

// spinOnce spins with the seed that setup shows.
func spinOnce(m *servertest.Client, key string) servertest.Response {
	return m.With("Idempotency-Key", key).Call("POST", "/api/spinwheel/spin", spinRequest(fetchSetup(m)))
}

func spinRequest(s spin.Setup) map[string]string {
	out := map[string]string{"commitment": s.Fairness.Commitment}
	if s.Fairness.ClientSeed == nil {
		out["clientSeed"] = clientSeed()
	} else {
		out["clientSeed"] = *s.Fairness.ClientSeed
	}
	return out
}

func clientSeed() string {
	out := make([]byte, 16)
	_, _ = rand.Read(out)
	return hex.EncodeToString(out)
}

func decodeSpin(a servertest.Response) (out spin.SpinResponse) {
	a.Want(http.StatusOK).Into(&out)
	return out
}

func claimPrize(m *servertest.Client, prize string) servertest.Response {
	return m.Call("POST", "/api/spinwheel/coupon/claim", map[string]string{"coupon": prize})
}

func fetchCoupons(m *servertest.Client) (out []spin.CouponGroup) {
	var body struct{ Coupons []spin.CouponGroup }
	m.Call("GET", "/api/spinwheel/coupon", nil).Want(http.StatusOK).Into(&body)
	return body.Coupons
}

func fetchHistory(m *servertest.Client) (out []spin.SeedHistory) {
	var body struct{ Seeds []spin.SeedHistory }
	m.Call("GET", "/api/spinwheel/history?limit=100", nil).Want(http.StatusOK).Into(&body)
	return body.Seeds
}

// sliceOf returns a valid slice of a wheel.
func sliceOf(code string, weight int64, prize spin.Prize) spin.Slice {
	text := content.Text{TH: code, LO: code, EN: code}
	prize.Name = content.Text{TH: prize.Code, LO: prize.Code, EN: prize.Code}
	return spin.Slice{Code: code, Label: text, BgColor: "#000000", TextColor: "#ffffff", Weight: weight, Prize: prize}
}

func definitionOf(slices ...spin.Slice) spin.Definition {
	return spin.Definition{Currency: ledger.BAHT, Name: content.Text{TH: "ก", LO: "ກ", EN: "W"}, Large: money.Baht(500), Slices: slices}
}

// alwaysWinning returns a wheel on which every spin wins the same prize.
func alwaysWinning(prize spin.Prize) spin.Definition {
	return definitionOf(sliceOf("A", 1, prize), sliceOf("B", 1, prize))
}

func cashPrize(code string, baht int64) spin.Prize {
	return spin.Prize{Code: code, Kind: spin.Credit, Amount: money.Baht(baht)}
}

// admins are an admin who proposes wheels, and another one who approves them.
type admins struct {
	proposer web.Operator
	other    *servertest.Client
}

func newAdmins(t testing.TB, h *servertest.Environment) admins {
	t.Helper()
	_, proposer := h.AddOperatorWithIdentity("admin")
	return admins{proposer: proposer, other: h.AddOperator("admin")}
}

// setWheel makes two admins agree on a wheel, or on no wheel (nil).
func (a admins) setWheel(t testing.TB, h *servertest.Environment, d any) {
	t.Helper()
	var body json.RawMessage
	if d != nil {
		body = staff.EncodeBody(d)
	}
	done, err := h.Desk.EditDocument(t.Context(), &a.proposer, staff.Edit{Kind: "wheel", Key: "BAHT", Body: body, Why: "for a test"})
	if err != nil {
		t.Fatal(err)
	}
	if done.Proposal != "" { // the wheel differs from the one in force
		a.other.Call("POST", "/api/operator/items/PROPOSAL/"+done.Proposal+"/approve", nil).Want(http.StatusOK)
	}
}
