package person_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// signInFrom signs members in from an IP address, each with their own browser.
func signInFrom(h *servertest.Environment, address string, members ...*servertest.Client) {
	for _, m := range members {
		b := h.Browser().With("X-Forwarded-For", address)
		b.Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password}).Want(http.StatusOK)
	}
}

// spec D5.50b
func TestSameAddress_OnOneDay_IsShownAndLimitsNothing(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	one, namesake, neighbour, cashier := memberWithHolder(h, "ONE NAME"), memberWithHolder(h, "MS. ONE NAME"), memberWithHolder(h, "OTHER NAME"), h.AddOperator("cashier")
	h.Exec(`delete from sign_in_address`) // deletes the addresses of the sign-ins above
	signInFrom(h, "198.51.100.7", one)
	excludeMember(one)
	signInFrom(h, "198.51.100.7", namesake, neighbour)
	var item servertest.QueueItem

	cashier.Call("POST", "/api/operator/members/"+one.PublicID()+"/open", nil).Want(http.StatusOK).Into(&item)

	if got := item.FactValues("tiedAddress"); !slices.Equal(got, []string{namesake.PublicID(), neighbour.PublicID()}) || item.Fact("othersAtAddress") != "" {
		t.Errorf("%+v", item.Facts)
	}
	if waiting := cashier.Queue("SAME_PERSON"); len(waiting) != 1 || waiting[0].Reason != "NAME" || waiting[0].Fact("sameAddress") == "" {
		t.Errorf("%+v", waiting)
	}
	transferIntoGame(fundAndEnterGame(neighbour)).Want(http.StatusOK)
	neighbour.Call("POST", promotion, nil).Want(http.StatusOK)
	cashier.Call("POST", "/api/operator/items/MEMBER/"+neighbour.PublicID()+"/different", map[string]any{"why": "nothing but the address"}).WantCode(http.StatusNotFound, "NO_DATA")
}

func TestSameAddress_OfManyMembers_ShowsLinkedMembersAndCountsOthers(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	one, namesake, others, cashier := memberWithHolder(h, "ONE NAME"), memberWithHolder(h, "MS. ONE NAME"), unlinkedMembers(h, 6), h.AddOperator("cashier")
	h.Exec(`delete from sign_in_address`) // deletes the addresses of the sign-ins above
	signInFrom(h, "2001:db8:1:2::3", one, namesake)
	for i, m := range others[:5] {
		signInFrom(h, fmt.Sprintf("2001:db8:1:2:%d::", i), m) // in one subscriber's network range
	}
	signInFrom(h, "2001:db8:1:3::3", others[5])
	var item servertest.QueueItem

	cashier.Call("POST", "/api/operator/members/"+one.PublicID()+"/open", nil).Want(http.StatusOK).Into(&item)

	if got := item.FactValues("tiedAddress"); !slices.Equal(got, []string{namesake.PublicID()}) || item.Fact("othersAtAddress") != "6" {
		t.Errorf("%+v", item.Facts)
	}
}

func TestSameAddress_OnDifferentDays_IsNotLinkedAndIsDeletedAfter30Days(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	signInFrom(h, "198.51.100.7", memberWithHolder(h, "ONE NAME"))
	h.Clock.Advance(24 * time.Hour)
	other := memberWithHolder(h, "OTHER NAME")
	h.Exec(`delete from sign_in_address where address = '127.0.0.1'`)
	signInFrom(h, "198.51.100.7", other)
	countAddresses := func() int64 {
		if err := h.Identity.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return h.Count(`select count(*) from sign_in_address`)
	}

	pairs := h.Count(`select count(*) from same_address`)
	h.Clock.Advance(29 * 24 * time.Hour)
	after30 := countAddresses()
	h.Clock.Advance(24 * time.Hour)
	after31 := countAddresses()

	for i := range 60 {
		signInFrom(h, fmt.Sprintf("198.51.100.%d", 10+i), other)
	}
	if most := h.Count(`select max(n) from (select count(*) as n from sign_in_address group by member_id, day) d`); most != 50 {
		t.Errorf("%d addresses of one member and day", most)
	}
	if pairs != 0 || after30 != 2 || after31 != 1 {
		t.Errorf("%d pairs, %d rows after 30 days, %d after 31", pairs, after30, after31)
	}
}
