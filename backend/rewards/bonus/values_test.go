package bonus_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// takenFields returns the fields that an activation's response must have. link is the name of the statement
// line's link: the bonus or the promotion.
func takenFields(link string) string {
	return "_id amount code failAt isActive name needed percentFail received[updatedAt] statement{" + servertest.LineWith("code", link) + "} type wallet{" +
		servertest.WalletFields + "}"
}

// spec 3.23, 3.24, 3.26k, 7.43, 7.44, 7.45, 7.47, D5.52
func TestBonusCalls_FromCardToEnd_HaveTheFieldsOfTheSpecification(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	setTerms(h, "DAILY", "type = 'week', max_received = 3, percent_fail = 7")
	p, other := newPlayer(t, h), newPlayer(t, h)
	p.deposit(1000)
	type shown struct {
		Code, Type               string
		MaxReceived, PercentFail int
		Banners                  []struct{ Image, HTML string }
		UserBonus                *struct {
			ID       string `json:"_id"`
			IsActive bool
			Received []struct{ UpdatedAt time.Time }
		}
	}
	// daily returns the card of DAILY. It also checks that no other card shows what was taken of DAILY.
	daily := func() (out shown) {
		var all, theirs []shown
		p.Call("GET", "/api/bonus", nil).Want(http.StatusOK).Into(&all)
		other.Call("GET", "/api/bonus", nil).Want(http.StatusOK).Into(&theirs)
		for _, c := range append(all, theirs...) {
			if c.Code == "DAILY" && out.Code == "" {
				out = c
			} else if c.UserBonus != nil {
				t.Errorf("the card %s (%d cards, %d of another member) has the receipts of DAILY: %+v", c.Code, len(all), len(theirs), c.UserBonus)
			}
		}
		return out
	}
	active := func() string { return strings.TrimSpace(string(p.Call("GET", "/api/bonus/check/active", nil).Body)) }

	none, fresh := active(), daily()
	begun := h.Clock.Now().Truncate(time.Microsecond)
	taken := p.Call("GET", "/api/bonus/activate/DAILY", nil).Want(http.StatusOK)
	running, during := active(), daily()
	cleared := p.Call("GET", "/api/bonus/clear", nil).Want(http.StatusOK)
	ended, after := active(), daily()
	setTerms(h, "DAILY", "max_received = 1") // so it is there again next week
	cards := p.Call("GET", "/api/bonus", nil).Want(http.StatusOK)

	if fresh.Type != "week" || fresh.MaxReceived != 3 || fresh.PercentFail != 7 || fresh.UserBonus != nil || len(fresh.Banners) != 1 ||
		fresh.Banners[0].Image != "/bonus/daily.svg" || !strings.Contains(fresh.Banners[0].HTML, "ฝาก 500 บาทขึ้นไป") {
		t.Errorf("the card: %+v", fresh)
	}
	if none != `{"status":false,"type":"","name":""}` || ended != none || running != `{"status":true,"type":"bonus","name":"โบนัสฝากรายวัน 5%"}` {
		t.Errorf("active: %s, then %s, then %s", none, running, ended)
	}
	cards.WantFields("[again amount banners[html image] brings code maxReceived minimum most name needed percent percentFail state turnover type" +
		" userBonus{_id isActive received[updatedAt]}]")
	taken.WantFields(takenFields("bonus"))
	cleared.WantFields("message statement{" + strings.Replace(servertest.LineWith("bonus"), "toPlace{code?", "toPlace{code!", 1) + "} wallet{" + servertest.WalletFields + "}")
	var own struct {
		ID       string `json:"_id"`
		Code     string
		IsActive bool
	}
	taken.Into(&own)
	if u := during.UserBonus; u == nil || u.ID != own.ID || !u.IsActive || !own.IsActive || own.Code != "DAILY" || len(u.Received) != 1 ||
		u.Received[0].UpdatedAt.Before(begun) || u.Received[0].UpdatedAt.After(h.Clock.Now()) {
		t.Errorf("activated as %+v, the card has %+v", own, u)
	}
	if u := after.UserBonus; u == nil || u.IsActive || len(u.Received) != 1 {
		t.Errorf("after it was given up, the card has %+v", u)
	}
	h.CheckInvariants()
}

// spec 3.24, 3.25, 3.26l, 7.45, 7.48, 7.49, 7.50, D5.52
func TestPromotionCalls_FullResponse_HaveTheFieldsOfTheSpecification(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Exec(`update offer set percent_fail = 7, description = '{"th":"<p>ของขวัญ</p>","lo":"x","en":"x"}' where code = 'KRAPAO50'`)
	p := newPlayer(t, h)
	body := func(path string) string {
		return strings.TrimSpace(string(p.Call("GET", path, nil).Want(http.StatusOK).Body))
	}

	found := p.Call("GET", "/api/promotion/find/KRAPAO50", nil).Want(http.StatusOK)
	taken := p.Call("GET", "/api/promotion/activate/KRAPAO50", nil).Want(http.StatusOK)
	current := p.Call("GET", "/api/promotion/current", nil).Want(http.StatusOK)

	var promotion map[string]any
	if found.Into(&promotion); len(promotion) != 7 || promotion["code"] != "KRAPAO50" || promotion["name"] != "ของขวัญจากกระเป๋า" || promotion["description"] != "<p>ของขวัญ</p>" ||
		promotion["percentFail"] != 7.0 || promotion["amount"] != 50.0 || promotion["turnover"] != 10.0 || promotion["needed"] != 500.0 {
		t.Errorf("found %s", found.Body)
	}
	taken.WantFields(takenFields("promotion"))
	current.WantFields("_id amount code createdAt failAt left name needed percentFail played type")
	if got, want := body("/api/bonus/check/active"), `{"status":true,"type":"promotion","name":"ของขวัญจากกระเป๋า"}`; got != want {
		t.Errorf("active: %s", got)
	}
	h.CheckInvariants()
}
