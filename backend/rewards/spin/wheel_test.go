package spin_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/spin"
	"krapao/backend/server/servertest"
)

// withName returns a prize with a name in all languages.
func withName(p spin.Prize) spin.Prize { return sliceOf("X", 1, p).Prize }

// spec 8.15i, D8.7c
func TestWheel_NewDefinition_NeedsTwoOperators(t *testing.T) {
	h := servertest.New(t)
	a := newAdmins(t, h)
	next := alwaysWinning(cashPrize("TEN", 10))
	before := fetchSetup(h.AddMember()).Active.ID

	id, err := h.ProposeDocument(a.proposer, "wheel", "BAHT", next)
	if err != nil {
		t.Fatal(err)
	}
	stale, err := h.ProposeDocument(a.proposer, "wheel", "BAHT", next)
	if err != nil {
		t.Fatal(err)
	}

	if during := fetchSetup(h.AddMember()).Active.ID; during != before {
		t.Error("one person was enough")
	}
	a.other.Call("POST", "/api/operator/items/PROPOSAL/"+id+"/approve", nil).Want(http.StatusOK)
	a.other.Call("POST", "/api/operator/items/PROPOSAL/"+stale+"/approve", nil).WantCode(http.StatusConflict, "NO_DATA")
	if after := fetchSetup(h.AddMember()).Active; after.ID == before || len(after.Slices) != 2 || after.Slices[0].Odds != 50 {
		t.Errorf("%+v", after)
	}
	if _, err := h.ProposeDocument(web.Operator{ID: a.proposer.ID, Role: "cashier"}, "wheel", "BAHT", alwaysWinning(cashPrize("SIX", 6))); apperr.CodeOf(err) != apperr.Unauthorized {
		t.Error("a cashier may propose a wheel")
	}
	if wheels, err := h.Spin.Wheels(t.Context()); err != nil || len(wheels) != 2 || wheels[0].EndedAt != nil || wheels[1].EndedAt == nil {
		t.Errorf("%+v, %v", wheels, err)
	}
}

func TestWheel_OutsideItsBounds_IsRefused(t *testing.T) {
	h := servertest.New(t)
	by := newAdmins(t, h).proposer
	none := spin.Prize{Code: "NONE", Kind: spin.Nothing}
	for name, change := range map[string]func(*spin.Definition){
		"a fifth":                 func(d *spin.Definition) { d.Slices[0].Prize = withName(cashPrize("MUCH", 61)) },
		"two slices are":          func(d *spin.Definition) { d.Slices[1].Code = "A" },
		"two prizes are":          func(d *spin.Definition) { d.Slices[1].Prize.Amount = money.Baht(3) },
		"nobody wins is a lie":    func(d *spin.Definition) { d.Slices[0].Weight = 0 },
		"all weights":             func(d *spin.Definition) { d.Slices[0].Weight = 999_999; d.Slices[1].Weight = 2 },
		"cannot be read":          func(d *spin.Definition) { d.Slices[0].BgColor, d.Slices[0].TextColor = "#ffffff", "#eeeeee" },
		"#rrggbb":                 func(d *spin.Definition) { d.Slices[0].BgColor = "red;background:url(x)" },
		"its code":                func(d *spin.Definition) { d.Slices[0].Code = "a b" },
		"its label":               func(d *spin.Definition) { d.Slices[0].Label.LO = "" },
		"its name":                func(d *spin.Definition) { d.Name.EN = strings.Repeat("n", 61) },
		"2 to 16":                 func(d *spin.Definition) { d.Slices = d.Slices[:1] },
		"it is the key":           func(d *spin.Definition) { d.Currency = "COIN" },
		"large":                   func(d *spin.Definition) { d.Large = 0 },
		"another value":           func(d *spin.Definition) { d.Slices[0].Prize = withName(cashPrize("CASH5", 6)) },
		"1 to 50 times":           func(d *spin.Definition) { d.Slices[0].Prize.Kind, d.Slices[0].Prize.Turnover = spin.Turnover, 51 },
		"NOTHING, CREDIT":         func(d *spin.Definition) { d.Slices[0].Prize.Kind = "GOLD" },
		"worth more":              func(d *spin.Definition) { d.Slices[0].Prize = spin.Prize{Code: "X", Kind: spin.Credit, Name: d.Name} },
		"its prize's name":        func(d *spin.Definition) { d.Slices[0].Prize.Name.TH = "" },
		"description":             func(d *spin.Definition) { d.Slices[0].Description.EN = strings.Repeat("d", 501) },
		"its prize's code":        func(d *spin.Definition) { d.Slices[0].Prize.Code = "" },
		"more than zero, up to a": func(d *spin.Definition) { d.Slices[0].Prize.Amount = money.Baht(2_000_000) },
	} {
		d := definitionOf(sliceOf("A", 1, cashPrize("TEN", 10)), sliceOf("B", 1, cashPrize("TEN", 10)), sliceOf("C", 1, none))
		change(&d)
		if _, err := h.ProposeDocument(by, "wheel", "BAHT", d); err == nil || !strings.Contains(fmt.Sprint(err), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{`""`, "[]", `{"currency":"BAHT","none":true}`, `{"currency":"BAHT","colour":1}`} {
		if _, err := h.ProposeDocument(by, "wheel", "BAHT", json.RawMessage(text)); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
	if _, err := h.ProposeDocument(by, "wheel", "COIN", alwaysWinning(cashPrize("TEN", 10))); err == nil {
		t.Error("a wheel in an unknown currency was accepted")
	}
}

// spec D1.29
func TestWheel_TextWithHiddenCharacters_IsCleaned(t *testing.T) {
	h := servertest.New(t)
	d := alwaysWinning(cashPrize("TEN", 10))
	d.Slices[0].Description.EN = `<p onclick="x()">Hello</p><script>alert(1)</script>`
	newAdmins(t, h).setWheel(t, h, d)

	if got := fetchSetup(h.AddMember()).Active.Slices[0].Descriptions.EN; got != "<p>Hello</p>" {
		t.Errorf("%q", got)
	}
}

// spec D5.46
func TestWheel_Listed_IncludesTheEdgesOfTheOpenGames(t *testing.T) {
	h := servertest.New(t)
	a := newAdmins(t, h)
	facts := func() map[string]string {
		id, err := h.ProposeDocument(a.proposer, "wheel", "BAHT", alwaysWinning(cashPrize("FIVE", 5)))
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, item := range a.other.Queue("PROPOSAL") {
			if item.Reference == "BAHT" && item.ID == id {
				out["mean"], out["lowestEdge"], out["breakEven"] = item.Fact("mean"), item.Fact("lowestEdge"), item.Fact("breakEven")
			}
		}
		return out
	}
	before := facts()
	h.Exec(`update slot set listed = false where category <> 'sport'`)
	byHalf := facts()
	h.Exec(`update slot set edge = 300, listed = true where code = 'pg'`)
	lower := facts()
	h.Exec(`update slot set edge = null where code = 'ufabet'`)
	unknown := facts()

	want := map[string]string{"mean": "5.00", "lowestEdge": "5.32 % (joker2)", "breakEven": "7.00 %"}
	if !maps.Equal(before, want) {
		t.Errorf("%v", before)
	}
	if byHalf["lowestEdge"] != "14.88 % (ufabet)" || lower["lowestEdge"] != "3.00 % (pg)" || unknown["lowestEdge"] != "3.00 % (pg); unknown: ufabet" {
		t.Errorf("%v, %v, %v", byHalf, lower, unknown)
	}
}

// spec D5.46
func TestWheel_OfTheDemo_IsWithinItsBounds(t *testing.T) {
	h := servertest.New(t)
	wheels, err := h.Spin.Wheels(t.Context())
	if err != nil || len(wheels) != 1 {
		t.Fatal(err, len(wheels))
	}

	if err := wheels[0].Check(money.Baht(100)); err != nil {
		t.Error(err)
	}
	if mean := wheels[0].Mean(); mean > money.Baht(1) {
		t.Errorf("a spin gives %s in the mean", mean)
	}
	for _, s := range wheels[0].Slices {
		if n := h.Count(`select count(*) from prize where currency = 'BAHT' and code = $1 and kind::text = $2 and amount = $3 and times = $4`, s.Prize.Code, string(s.Prize.Kind), int64(s.Prize.Amount), s.Prize.Turnover); n != 1 {
			t.Errorf("%s is not among the prizes", s.Prize.Code)
		}
	}
}
