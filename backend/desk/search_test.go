package desk_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"krapao/backend/desk"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

func TestFindMembers_ByNamePhoneAccountOrID_ReturnsMember(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	id := m.PublicID()
	h.Exec(`update member set name = 'น้ำฝน', phone = '0861112233', bank_account_no = '1184672309', bank_account_name = 'MALI SUKJAI' where public_id = $1`, id)

	for _, text := range []string{"น้ำฝน", "086 111 2233", "0861112233", "118-467-2309", "1184672309", " " + id + " ", "mali", "SUKJAI"} {
		var found struct {
			Members []struct {
				ID string `json:"_id"`
			}
		}
		cashier.Call("GET", "/api/operator/members?query="+url.QueryEscape(text), nil).Want(http.StatusOK).Into(&found)
		if len(found.Members) != 1 || found.Members[0].ID != id {
			t.Errorf("%q finds %+v", text, found.Members)
		}
	}
	var nobody struct{ Members []any }
	cashier.Call("GET", "/api/operator/members?query="+url.QueryEscape("086 111 2234"), nil).Want(http.StatusOK).Into(&nobody)
	cashier.Call("GET", "/api/operator/members?query="+url.QueryEscape("%%%"), nil).Want(http.StatusOK).Into(&nobody)
	if len(nobody.Members) != 0 {
		t.Errorf("%+v", nobody.Members)
	}
}

func TestFindMembers_TextIsAPhone_FindsNobodyByName(t *testing.T) {
	h := servertest.New(t)
	m, other, cashier := h.AddMember(), h.AddMember(), h.AddOperator("cashier")
	h.Exec(`update member set phone = '0861112233' where public_id = $1`, m.PublicID())
	h.Exec(`update member set name = '0861112233', bank_account_name = '0861112233 SUKJAI' where public_id = $1`, other.PublicID())

	var found struct{ Members []desk.MemberSearchResult }
	cashier.Call("GET", "/api/operator/members?query=0861112233", nil).Want(http.StatusOK).Into(&found)

	if len(found.Members) != 1 || found.Members[0].ID != m.PublicID() {
		t.Errorf("%+v", found.Members)
	}
}

// The test takes some seconds, because it stores the trigrams of 5,000 names.
func TestFindMembers_PartOfANameOlderThan5000Others_ReturnsMember(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	h.Exec(`update member set name = 'น้ำฝน', bank_account_name = 'MALI SUKJAI' where public_id = $1`, m.PublicID())
	h.Exec(`drop index member_holder`) // the index costs a millisecond per member, and the search does not use it
	h.Exec(`insert into member (public_id, phone, name, password_hash, bank_code, bank_account_name, bank_account_no, version, created_at)
		select 'N' || lpad(i::text, 7, '0'), '07' || lpad(i::text, 8, '0'), 'ฝ้าย', '', 'KTB', 'SOMSRI DEEJAI', lpad(i::text, 10, '0'), 0, now() from generate_series(1, 5000) i`)
	find := func(text string) (ids []string) {
		var found struct {
			Members []struct {
				ID string `json:"_id"`
			}
		}
		cashier.Call("GET", "/api/operator/members?query="+url.QueryEscape(text), nil).Want(http.StatusOK).Into(&found)
		for _, each := range found.Members {
			ids = append(ids, each.ID)
		}
		return ids
	}

	for _, text := range []string{"น้ำฝน", "้ำฝ", "mali", "ali sUK", "SUKJAI"} {
		if ids := find(text); !slices.Equal(ids, []string{m.PublicID()}) {
			t.Errorf("%q finds %v", text, ids)
		}
	}
	for _, text := range []string{"MALI_SUKJAI", "SUKJAI MALI", "น้ำฝนน้ำ"} {
		if ids := find(text); len(ids) != 0 {
			t.Errorf("%q finds %v", text, ids)
		}
	}
	if ids := find("deejai"); len(ids) != 20 || ids[0] != "N0005000" {
		t.Errorf("a name that many have finds %v", ids)
	}
}

func TestFindMembers_ByLineReference_ReturnsMemberAndLine(t *testing.T) {
	h := servertest.New(t)
	m, other, cashier := h.AddMember(), h.AddMember(), h.AddOperator("cashier")
	m.CreditWallet(money.Baht(500))
	other.CreditWallet(money.Baht(70))
	line := m.Lines()[0]

	for _, text := range []string{statement.Reference(line.ID), strings.ToLower(statement.Reference(line.ID)), line.ID.String()} {
		var found struct{ Members []desk.MemberSearchResult }
		cashier.Call("GET", "/api/operator/members?query="+url.QueryEscape(text), nil).Want(http.StatusOK).Into(&found)
		if len(found.Members) != 1 || found.Members[0].ID != m.PublicID() || found.Members[0].Line == nil || found.Members[0].Line.ID != line.ID {
			t.Errorf("%q finds %+v", text, found.Members)
		}
	}
	m.Call("GET", "/api/operator/members?query="+statement.Reference(line.ID), nil).Want(http.StatusUnauthorized)
}
