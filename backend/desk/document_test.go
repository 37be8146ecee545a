package desk_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
	"krapao/backend/server/servertest"
	"krapao/backend/staff"
)

// firstDocuments has a first document of each kind, for an empty database. A document that refers to others
// comes after them.
var firstDocuments = []struct {
	kind, key, body string
	needsTwo        bool
	wrong           map[string]string // invalid bodies by the invalid field
}{
	{"bank", "AIIB", `{"number":"098","currency":"BAHT","name":{"th":"ธ","lo":"ທ","en":"A Bank"},"recommended":true,"position":5}`, true, map[string]string{
		"number": `{"number":"98","currency":"BAHT","name":{"th":"ธ","lo":"ທ","en":"A"}}`, "name": `{"number":"098","currency":"BAHT","name":{"th":"ธ","lo":"","en":"A"}}`,
		"currency": `{"number":"098","name":{"th":"ธ","lo":"ທ","en":"A"}}`, "code": `{"code":"BBL","number":"098"}`, "swift": `{"swift":"X"}`,
	}},
	{"source", "RADIO", `{"name":{"th":"วิทยุ","lo":"ວິທະຍຸ","en":"Radio"},"position":5}`, false, map[string]string{
		"name": `{"name":{"th":"วิทยุ","lo":"<b>","en":"Radio"}}`, "position": `{"position":"first"}`,
	}},
	{"account", "AIIB:0123456789", `{"name":"KRAPAO PAY","mode":"AUTO","open":true,"position":1}`, true, map[string]string{
		"mode": `{"name":"KRAPAO PAY","mode":"gift"}`, "name": `{"mode":"AUTO"}`, "key": `{"no":"0123456780","name":"KRAPAO PAY","mode":"AUTO"}`,
	}},
	{"text", "notice:7", `{"th":"<p>ก</p>","lo":"<p>ກ</p>","en":"<p>a</p>"}`, false, map[string]string{
		"lo": `{"th":"<p>ก</p>","lo":"<script>x</script>","en":"<p>a</p>"}`, "image": `{"image":"/a.png","th":"ก","lo":"ກ","en":"a"}`,
	}},
	{"slot", "dragon", `{"name":"Dragon","category":"slot","position":1,"listed":true,"format":"generic","way":"link","edge":4.5,"lagMinutes":10}`, true, map[string]string{
		"format": `{"name":"Dragon","category":"slot","format":"nobody","way":"link"}`, "edge": `{"name":"Dragon","category":"slot","format":"generic","way":"link","edge":4.555}`,
		"lagMinutes": `{"name":"Dragon","category":"slot","format":"generic","way":"link","lagMinutes":0}`, "web": `{"name":"Dragon","category":"slot","format":"generic","way":"web","web":"javascript:x"}`,
		"origins": `{"name":"Dragon","category":"slot","format":"generic","way":"form","origins":["https://a.example/b"]}`,
	}},
	{"bonus", "FIRST", `{"listed":true,"currency":"BAHT","type":"limit","maxReceived":1,"percent":10,"amount":0,"minimum":100,"turnover":2,"percentFail":5,"quantity":null,"name":{"th":"ก","lo":"ກ","en":"First"}}`, true, map[string]string{
		"type": `{"currency":"BAHT","name":{"th":"ก","lo":"ກ","en":"First"},"description":null,"percent":10}`, "description": `{"currency":"BAHT","name":{"th":"ก","lo":"ກ","en":"First"},"description":{"th":"","lo":"","en":""}}`,
	}},
	{"promotion", "HELLO", `{"listed":true,"currency":"BAHT","amount":50,"turnover":2,"percentFail":5,"quantity":10,"name":{"th":"ก","lo":"ກ","en":"Hello"},"description":{"th":"ก","lo":"ກ","en":"Hello"}}`, true, map[string]string{
		"amount": `{"currency":"BAHT","name":{"th":"ก","lo":"ກ","en":"Hello"},"amount":0.5,"description":{"th":"ก","lo":"ກ","en":"Hello"}}`, "type": `{"currency":"BAHT","type":"day","name":{"th":"ก","lo":"ກ","en":"Hello"}}`,
	}},
	{"wheel", "BAHT", `{"name":{"th":"ก","lo":"ກ","en":"Wheel"},"large":100,"slices":[
		{"code":"A","label":{"th":"ก","lo":"ກ","en":"a"},"description":{"th":"","lo":"","en":""},"bgColor":"#ffffff","textColor":"#000000","weight":1,"prize":{"code":"ONE","name":{"th":"ก","lo":"ກ","en":"one"},"kind":"CREDIT","amount":1,"turnover":0}},
		{"code":"B","label":{"th":"ก","lo":"ກ","en":"b"},"description":{"th":"","lo":"","en":""},"bgColor":"#ffffff","textColor":"#000000","weight":9,"prize":{"code":"NONE","name":{"th":"ก","lo":"ກ","en":"none"},"kind":"NOTHING","amount":0,"turnover":0}}]}`, true, map[string]string{
		"slices": `{"name":{"th":"ก","lo":"ກ","en":"Wheel"},"large":100,"slices":[]}`, "currency": `{"currency":"LAK"}`,
	}},
	{"setting", "lineName", `"krapao"`, false, map[string]string{"lineName": `7`}},
}

func TestEdit_FirstDocumentOfEachKind_IsCheckedApprovedLoggedAndUndone(t *testing.T) {
	h := servertest.New(t)
	h.Exec(`truncate bank, deposit_account, deposit_wallet, source, page_text, offer, setting cascade`)
	h.Exec(`update slot set listed = false`)
	h.Exec(`update wheel set ended_at = now() where ended_at is null`)
	other := h.AddOperator("admin")
	_, by := h.AddOperatorWithIdentity("admin")
	edit := func(e staff.Edit) (staff.Edited, error) {
		t.Helper()
		e.Why = "a test"
		done, err := h.Desk.EditDocument(t.Context(), &by, e)
		if err == nil && done.Proposal != "" {
			other.Call("POST", "/api/operator/items/PROPOSAL/"+done.Proposal+"/approve", nil).Want(http.StatusOK)
		}
		return done, err
	}
	for _, first := range firstDocuments {
		for field, body := range first.wrong {
			_, err := edit(staff.Edit{Kind: first.kind, Key: first.key, Body: json.RawMessage(body)})
			if e := apperr.From(err); err == nil || e.Code != apperr.InvalidUserInfo || e.Fields[field] == "" {
				t.Errorf("%s with a wrong %s: %v, %v", first.kind, field, e.Fields, e.Cause)
			}
		}
		var before json.RawMessage
		if first.kind == "setting" { // a setting always exists
			h.DocumentBody("setting", first.key, &before)
		}

		done, err := edit(staff.Edit{Kind: first.kind, Key: first.key, Body: json.RawMessage(first.body)})

		if err != nil || (done.Proposal != "") != first.needsTwo {
			t.Errorf("%s: %+v, %v", first.kind, done, err)
			continue
		}
		doc, err := h.Desk.ReadDocument(t.Context(), first.kind, first.key)
		if err != nil || !slices.Contains(doc.Keys, first.key) || len(doc.History) != 2 || doc.Body == nil {
			t.Errorf("%s: %+v, %v", first.kind, doc, err)
			continue
		}
		if last := doc.History[0]; last.Edition != 1 || last.Why != "a test" || (last.ProposedBy != "") != first.needsTwo || (string(doc.History[1].Body) != "") != (before != nil) {
			t.Errorf("%s: %+v", first.kind, doc.History)
		}
		action := map[bool]string{true: ".propose", false: ".edit"}[first.needsTwo]
		if n := h.Count(`select count(*) from audit_log where action = $1 and subject = $2`, first.kind+action, first.key); n != 1 {
			t.Errorf("%s: %d entries in the log", first.kind, n)
		}
	}
	editAndUndo(t, h, edit)
	h.CheckInvariants()
}

// editAndUndo edits a document and then restores its first edition. It does this for a kind that needs one admin
// and for a kind that needs two.
func editAndUndo(t *testing.T, h *servertest.Environment, edit func(staff.Edit) (staff.Edited, error)) {
	t.Helper()
	for kind, key := range map[string]string{"source": "RADIO", "promotion": "HELLO"} {
		var body map[string]any
		h.DocumentBody(kind, key, &body)
		body["name"] = map[string]string{"th": "ข", "lo": "ຂ", "en": "Second"}
		if _, err := edit(staff.Edit{Kind: kind, Key: key, Body: staff.EncodeBody(body)}); err != nil {
			t.Fatal(err)
		}
		first, err := h.Operators.EditionBody(t.Context(), h.Pool, kind, key, 1)
		if err != nil {
			t.Fatal(err)
		}

		if _, err := edit(staff.Edit{Kind: kind, Key: key, Body: first}); err != nil {
			t.Fatal(err)
		}

		now, err := h.Desk.ReadDocument(t.Context(), kind, key)
		if err != nil || len(now.History) != 4 || strings.Contains(string(now.Body), "Second") {
			t.Errorf("%+v, %v", now, err)
		}
	}
}

func TestEdit_RemovedTextOrSource_IsGoneAndCanBeRestored(t *testing.T) {
	h := servertest.New(t)
	for kind, key := range map[string]string{"text": "notice:1", "source": "TIKTOK"} {
		_, err := h.Desk.EditDocument(t.Context(), nil, staff.Edit{Kind: kind, Key: key, Why: "it is over"})
		if gone, _ := h.Desk.ReadDocument(t.Context(), kind, key); err != nil || gone.Body != nil || slices.Contains(gone.Keys, key) {
			t.Errorf("%s: %+v, %v", kind, gone, err)
		}
		if _, err := h.Desk.EditDocument(t.Context(), nil, staff.Edit{Kind: kind, Key: key, Why: "again"}); apperr.CodeOf(err) != apperr.NoData {
			t.Errorf("%s was removed twice: %v", kind, err)
		}
		first, err := h.Operators.EditionBody(t.Context(), h.Pool, kind, key, 0)
		if err != nil {
			t.Fatal(err)
		}

		err = h.EditDocument(kind, key, first)

		if back, _ := h.Desk.ReadDocument(t.Context(), kind, key); err != nil || back.Body == nil || len(back.History) != 3 {
			t.Errorf("%s: %+v, %v", kind, back, err)
		}
	}
}

func TestEdit_WithoutReasonOrOfUnknownKind_IsRefused(t *testing.T) {
	h := servertest.New(t)

	_, withoutReason := h.Desk.EditDocument(t.Context(), nil, staff.Edit{Kind: "setting", Key: "lineName", Body: json.RawMessage(`"x"`), Why: "  "})
	_, unknown := h.Desk.EditDocument(t.Context(), nil, staff.Edit{Kind: "colour", Key: "red", Body: json.RawMessage(`"x"`), Why: "why"})

	if apperr.CodeOf(withoutReason) != apperr.InvalidUserInfo || apperr.CodeOf(unknown) != apperr.NoData {
		t.Errorf("%v, %v", withoutReason, unknown)
	}
}

func TestEditDocument_ByCall_NeedsAdminRunsOnceAndRestoresEdition(t *testing.T) {
	h := servertest.New(t)
	admin, cashier := h.AddOperator("admin"), h.AddOperator("cashier")
	path := "/api/operator/documents/source?key=" + url.QueryEscape("LINE")
	body := map[string]any{"why": "shorter", "body": map[string]any{"name": map[string]string{"th": "ไลน์", "lo": "ລາຍ", "en": "Line"}, "position": 1}}
	keyed := admin.With("Idempotency-Key", uuid.NewString())

	cashier.Call("GET", path, nil).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	cashier.Call("PUT", path, body).WantCode(http.StatusForbidden, "UNAUTHORIZED")
	first := keyed.Call("PUT", path, body).Want(http.StatusOK)
	again := keyed.Call("PUT", path, body).Want(http.StatusOK)

	var now struct {
		Keys    []string
		Body    struct{ Name struct{ TH string } }
		History []struct {
			Edition int64
			By      string
		}
	}
	admin.Call("GET", path, nil).Want(http.StatusOK).Into(&now)
	if string(first.Body) != string(again.Body) || now.Body.Name.TH != "ไลน์" || len(now.History) != 2 || now.History[0].By == "" || now.Keys[0] != "LINE" {
		t.Errorf("%s, %s, %+v", first.Body, again.Body, now)
	}
	admin.Call("PUT", path, map[string]any{"why": "as it was", "edition": 0}).Want(http.StatusOK)
	admin.Call("PUT", path, map[string]any{"why": "as it never was", "edition": 9}).WantCode(http.StatusNotFound, "NO_DATA")
	admin.Call("PUT", "/api/operator/documents/bonus?key=WELCOME", map[string]any{"why": "x", "body": map[string]any{"percent": "much"}}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	admin.Call("GET", path, nil).Into(&now)
	if now.Body.Name.TH != "LINE" {
		t.Errorf("%+v", now)
	}
}

func TestEdit_ConcurrentEdits_EachSuccessIsOneEditionAndOthersReturnNoData(t *testing.T) {
	h := servertest.New(t)
	errs := make([]error, 8)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			errs[i] = h.EditDocument("source", "LINE", map[string]any{"name": map[string]string{"th": "ก", "lo": "ກ", "en": "a"}, "position": 100 + i})
		})
	}
	all.Wait()

	doc, err := h.Desk.ReadDocument(t.Context(), "source", "LINE")
	if err != nil {
		t.Fatal(err)
	}
	stored := len(doc.History) - 1
	for _, err := range errs {
		if err == nil {
			stored--
		} else if apperr.CodeOf(err) != apperr.NoData {
			t.Errorf("%v", err)
		}
	}
	if stored != 0 || len(doc.History) < 2 || !strings.Contains(string(doc.Body), `"position":10`) {
		t.Errorf("%d more editions than edits: %+v", stored, doc)
	}
}
