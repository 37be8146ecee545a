package accrual_test

import (
	"net/http"
	"testing"

	"krapao/backend/content"
	"krapao/backend/server/servertest"
	"krapao/backend/staff"
)

// spec 3.21, 7.40, 7.42d, D1.29
func TestBanners_Saved_AreCleanedAndReturnedInTheMembersLanguage(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	banners := func(kind, locale string) (out struct{ Banners []content.Banner }) {
		m.With("Cookie", "locale="+locale).Call("GET", "/api/"+kind+"/banners", nil).Want(http.StatusOK).Into(&out)
		return out
	}
	if got := banners("invite", "th"); len(got.Banners) != 2 || got.Banners[0].Image != "/banners/invite.svg" {
		t.Errorf("the demo's banners: %+v", got)
	}
	text := content.Text{TH: `<b>หนึ่ง</b><script>x</script>`, LO: "<p>ໜຶ່ງ</p>", EN: `<a href="javascript:x">one</a>`}
	for _, bad := range []content.PageText{
		{Kind: "refund", Text: text},
		{Kind: "refund", Image: "https://elsewhere.example/a.svg", Text: text},
		{Kind: "refund", Image: "//elsewhere.svg", Text: text},
		{Kind: "notice", Image: "/banners/refund.svg", Text: text},
	} {
		if err := h.EditDocument("text", bad.Kind+":0", bad); err == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
	if err := h.EditDocument("text", "refund:1", content.PageText{Kind: "refund", Position: 1, Image: "/banners/days.svg", Text: text}); err != nil {
		t.Fatal(err)
	}

	for locale, want := range map[string]string{"th": "<b>หนึ่ง</b>", "lo": "<p>ໜຶ່ງ</p>", "en": "one"} {
		if got := banners("refund", locale).Banners; len(got) != 1 || got[0].Image != "/banners/days.svg" || got[0].HTML != want {
			t.Errorf("in %s: %+v", locale, got)
		}
	}
	if _, err := h.Desk.EditDocument(t.Context(), nil, staff.Edit{Kind: "text", Key: "refund:1", Why: "it is over"}); err != nil || len(banners("refund", "th").Banners) != 0 {
		t.Errorf("after the banner was deleted: %v", err)
	}
}

func TestSync_InvitesAndRefunds_IncludesTheirSums(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	friends := []*servertest.Client{}
	for range 3 {
		friends = append(friends, addInvitedMember(h, m))
	}
	type changes struct {
		Cursor  string
		More    bool
		Invite  struct{ Amount float64 }
		Refund  struct{ Result bool }
		Invites []struct{ Amount float64 }
		Refunds []struct{ RefundAmount float64 }
	}
	sync := func(cursor string) (out changes) {
		m.Call("GET", "/api/sync?cursor="+cursor, nil).Want(http.StatusOK).Into(&out)
		return out
	}
	first := sync("")
	closeDayWithLosses(h, 100, append(friends, m)...)
	second := sync(first.Cursor)
	receiveRefund(m).Want(http.StatusOK)
	third := sync(second.Cursor)

	if len(first.Invites)+len(first.Refunds) != 0 || len(second.Invites) != 3 || second.Invite.Amount != 3 || !second.Refund.Result || second.More {
		t.Errorf("%+v, then %+v", first, second)
	}
	if len(third.Invites) != 0 || len(third.Refunds) != 1 || third.Refunds[0].RefundAmount != 1 || third.Refund.Result {
		t.Errorf("after receiving: %+v", third)
	}
}

func TestSync_FriendsOfOneBatchAcrossPages_SkipsNone(t *testing.T) {
	h := servertest.New(t)
	m := h.AddUnrelatedMember()
	addPlayers(h, 450)
	h.Exec(`update member set invited_by = $1 where phone like 'c%'`, m.ID())
	h.Exec(`update game_day set payout = 0`)
	h.Exec(`update game_play_key set payout = 0`)
	h.EndDay()

	seen, cursor := 0, ""
	for more := true; more; {
		var out struct {
			Cursor  string
			More    bool
			Invites []struct{}
		}
		m.Call("GET", "/api/sync?cursor="+cursor, nil).Want(http.StatusOK).Into(&out)
		seen, cursor, more = seen+len(out.Invites), out.Cursor, out.More
	}

	if seen != 200 || fetchInvites(m, 1, 1).Total != 200 { // the day's cap of 2,000 baht, 10 each
		t.Errorf("%d synced, %d in the list", seen, fetchInvites(m, 1, 1).Total)
	}
	h.CheckInvariants()
}
