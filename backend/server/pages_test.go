package server_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// pageIDs are the ids of the entries on a page of a list, and the list's total.
type pageIDs struct {
	Total             int
	Statements, Slips []struct {
		ID       string `json:"_id"`
		ClientID string
	}
}

// TestList_WithoutALimit_HasPagesOfTen reads both lists of a member page by page. Each entry is on exactly one page,
// newest first. No page has another member's entries.
// spec 7.51, 7.52, 9.31a, 9.32, D1.12
func TestList_WithoutALimit_HasPagesOfTen(t *testing.T) {
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	other.CreditWallet(money.Baht(99))
	theirs := uuid.New()
	other.Upload(theirs, time.Time{}, tinyPicture(t, 99)).Want(http.StatusAccepted)
	other.WaitSlip(theirs)
	for i := range 12 {
		m.CreditWallet(money.Baht(int64(i + 1)))
		id := uuid.New()
		m.Upload(id, time.Time{}, tinyPicture(t, i+1)).Want(http.StatusAccepted)
		m.WaitSlip(id)
	}
	page := func(path string, ask map[string]int) (out pageIDs) {
		m.Call("POST", path, ask).Want(http.StatusOK).Into(&out)
		return out
	}

	for _, path := range []string{"/api/statement", "/api/statement/slip"} {
		seen := map[string]bool{}
		var sizes []int
		for n := 1; n <= 3; n++ {
			got := page(path, map[string]int{"page": n})
			rows := append(got.Statements, got.Slips...)
			sizes = append(sizes, len(rows))
			for _, row := range rows {
				seen[row.ID+row.ClientID] = true
			}
			if got.Total != 12 {
				t.Errorf("%s: the total is %d", path, got.Total)
			}
		}
		if len(seen) != 12 || fmt.Sprint(sizes) != "[10 2 0]" {
			t.Errorf("%s: %d different in pages of %v", path, len(seen), sizes)
		}
		first := page(path, map[string]int{})
		if five := page(path, map[string]int{"limit": 5, "page": 2}); len(append(five.Statements, five.Slips...)) != 5 ||
			fmt.Sprint(append(five.Statements, five.Slips...)) != fmt.Sprint(append(first.Statements, first.Slips...)[5:]) {
			t.Errorf("%s: the second five are %v", path, five)
		}
		m.Call("POST", path, map[string]int{"limit": 101}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
		m.Call("POST", path, map[string]int{"page": 0}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	}
}

// tinyPicture returns a picture that is too small to have a QR code. Pictures of different widths differ.
func tinyPicture(t *testing.T, width int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, 8))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
