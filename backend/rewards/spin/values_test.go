package spin_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/backend/content"
	"krapao/backend/rewards/spin"
	"krapao/backend/server/servertest"
)

// spec 1.13, 3.26o, 3.28, 3.29, 3.30, 3.31, 7.54, 7.55, 7.56, 7.57, 7.58
func TestWheelCalls_FullResponse_HaveTheFieldsOfTheSpecification(t *testing.T) {
	h := servertest.New(t)
	text := func(s string) content.Text { return content.Text{TH: s, LO: s + " ລາວ", EN: s + " EN"} }
	prize := cashPrize("TEN", 10)
	slice := func(code, label string) spin.Slice {
		one := sliceOf(code, 1, prize)
		one.Label, one.Description, one.BgColor, one.TextColor = text(label), text("<b>"+label+"</b>"), "#112233", "#ddeeff"
		one.Prize.Name = text("สิบบาท")
		return one
	}
	wheel := definitionOf(slice("A", "หนึ่ง"), slice("B", "สอง"))
	wheel.Name = text("วงล้อ")
	newAdmins(t, h).setWheel(t, h, wheel)
	m := h.AddMember()
	m.GiveCoins(3)

	setup := m.Call("GET", "/api/spinwheel/setup", nil).Want(http.StatusOK)
	var english struct {
		Result struct {
			ActiveSpinwheel struct {
				Name   string
				Slices []struct{ Label string }
			}
		}
	}
	m.With("Cookie", "locale=en").Call("GET", "/api/spinwheel/setup", nil).Want(http.StatusOK).Into(&english)
	if got := english.Result.ActiveSpinwheel; got.Name != "วงล้อ EN" || len(got.Slices) != 2 || got.Slices[1].Label != "สอง EN" {
		t.Errorf("in English: %+v", got)
	}
	active := string(m.Call("GET", "/api/spinwheel/active", nil).Want(http.StatusOK).Body)
	turned := m.Call("POST", "/api/spinwheel/spin", nil).Want(http.StatusOK)
	won := m.Call("GET", "/api/spinwheel/coupon", nil).Want(http.StatusOK)
	claimed := claimPrize(m, "TEN").Want(http.StatusOK)

	var read struct {
		Result struct {
			ActiveSpinwheel struct {
				Name   string
				Names  content.Text
				Slices []struct {
					Code, Label, BgColor, TextColor, HTMLDescription string
					Labels, Descriptions                             content.Text
				}
			}
			UserCoin struct{ Coin int }
		}
	}
	setup.Into(&read)
	if got := read.Result; got.ActiveSpinwheel.Name != "วงล้อ" || len(got.ActiveSpinwheel.Slices) != 2 || got.UserCoin.Coin != 3 {
		t.Errorf("the wheel: %+v", got)
	} else if first, second := got.ActiveSpinwheel.Slices[0], got.ActiveSpinwheel.Slices[1]; first.Code != "A" || first.Label != "หนึ่ง" || first.BgColor != "#112233" ||
		first.TextColor != "#ddeeff" || first.HTMLDescription != "<b>หนึ่ง</b>" || second.Code != "B" || second.Label != "สอง" {
		t.Errorf("the slices: %+v, %+v", first, second)
	} else if got.ActiveSpinwheel.Names != text("วงล้อ") || first.Labels != text("หนึ่ง") || second.Labels != text("สอง") || first.Descriptions.LO != "<b>หนึ่ง</b> ລາວ" {
		t.Errorf("in each language: %+v", got.ActiveSpinwheel)
	}
	if strings.TrimSpace(active) != `{"isActive":true}` {
		t.Errorf("active: %s", active)
	}
	const (
		texts = "{en lo th}"
		shown = "prize{amount code kind name names" + texts + " slice turnover}"
	)
	m.Call("GET", "/api/spinwheel/setup", nil).Want(http.StatusOK).WantFields("result{activeSpinwheel!{_id name names" + texts + " slices[bgColor code descriptions" + texts +
		" htmlDescription label labels" + texts + " odds " + shown + " textColor weight] weight}" +
		" coinPer fairness!{clientSeed commitment endsAt nonce promise seedId serverSeedHash} userCoin{coin}}")
	turned.WantFields("error result{_id clientSeed code commitment createdAt expiresAt label labels" + texts + " nonce " + shown + " remainingCoin} success")
	won.WantFields("coupons[amount count currency expiresAt " + shown + "]")
	claimed.WantFields("error statement{" + servertest.LineWith("code", "luckydraw") + "} success wallet{" + servertest.WalletFields + "}")
	var spun, paid struct {
		Success bool
		Error   *string
		Result  struct {
			Code, Label   string
			Labels        content.Text
			RemainingCoin int
			Prize         struct{ Names content.Text }
		}
	}
	turned.Into(&spun)
	claimed.Into(&paid)
	labels := map[string]string{"A": "หนึ่ง", "B": "สอง"}
	if r := spun.Result; !spun.Success || spun.Error == nil || *spun.Error != "" || r.Label == "" || r.Label != labels[r.Code] || r.RemainingCoin != 2 ||
		r.Labels != text(labels[r.Code]) || r.Prize.Names != text("สิบบาท") {
		t.Errorf("turned: %s", turned.Body)
	}
	if !paid.Success || paid.Error == nil || *paid.Error != "" {
		t.Errorf("claimed: %s", claimed.Body)
	}
	var list struct {
		Coupons []struct {
			Prize struct {
				Name, Slice string
				Names       content.Text
			}
			Amount float64
		}
	}
	won.Into(&list)
	if c := list.Coupons[0]; c.Prize.Name != "สิบบาท" || c.Prize.Names != text("สิบบาท") || c.Prize.Slice != spun.Result.Code || c.Amount != 10 {
		t.Errorf("won: %s", won.Body)
	}
	h.Exec(`update wheel set ended_at = now()`)
	if got := string(m.Call("GET", "/api/spinwheel/active", nil).Body); strings.TrimSpace(got) != `{"isActive":false}` {
		t.Errorf("without a wheel: %s", got)
	}
	m.Call("POST", "/api/spinwheel/spin", nil).WantCode(http.StatusConflict, "NO_DATA")
	m.Call("GET", "/api/spinwheel/setup", nil).Want(http.StatusOK).Into(&read)
	if left := read.Result.UserCoin.Coin; left != 2 {
		t.Errorf("without a wheel %d coins are left of two", left)
	}
	h.CheckInvariants()
}

// spec D5.59
func TestSpin_WithoutAClientSeed_IsDrawnWithTheEmptyOne(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.GiveCoins(2)

	for range 2 {
		m.Call("POST", "/api/spinwheel/spin", map[string]string{}).Want(http.StatusOK)
	}
	m.Call("POST", "/api/spinwheel/rotate", nil).Want(http.StatusOK)

	if read := fetchHistory(m); len(read) != 1 || read[0].ClientSeed != "" || len(read[0].Spins) != 2 || !isFair(t, read[0]) {
		t.Errorf("%+v", read)
	}
}
