package bank_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

// spec D1.20, D3.21, D3.22, 8.15h
func TestUpload_SameClientID_ReturnsSameSlip(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	picture := m.Picture(m.Transfer(servertest.Transfer{Amount: 50}).Slip.JPG)
	id, picked := uuid.New(), h.Clock.Now().Truncate(time.Second)
	var first struct {
		ClientID         uuid.UUID
		CapturedAt       time.Time
		Status, Currency string
	}
	m.Upload(id, picked, picture).Want(http.StatusAccepted).Into(&first)
	m.WaitSlip(id)

	var again struct{ Status string }
	m.Upload(id, h.Clock.Now(), picture).Want(http.StatusAccepted).Into(&again) // capturedAt does not matter for a repeat

	if first.ClientID != id || !first.CapturedAt.Equal(picked) || first.Status != "PENDING" || first.Currency != "BAHT" {
		t.Errorf("first %+v", first)
	}
	if again.Status != "SUCCESS" || m.Balance() != "50.00" {
		t.Errorf("again %+v, balance %s", again, m.Balance())
	}
	m.Upload(id, time.Time{}, append(picture, 0)).WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")
	other.Upload(id, time.Time{}, picture).WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")
}

// spec D3.18
func TestUpload_SameBytesWhilePending_ReturnsSameSlip(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	picture := m.Picture(m.Transfer(servertest.Transfer{Amount: 50}).Slip.JPG)
	h.Fault("slip", "http500", "", 1, 0)
	first := uuid.New()
	m.Upload(first, time.Time{}, picture).Want(http.StatusAccepted)

	var second struct{ ClientID uuid.UUID }
	m.Upload(uuid.New(), time.Time{}, picture).Want(http.StatusAccepted).Into(&second)

	if second.ClientID != first {
		t.Fatalf("got slip %s, want %s", second.ClientID, first)
	}
	other := h.AddMember()
	theirs := uuid.New()
	if got := other.Upload(theirs, time.Time{}, picture).Want(http.StatusAccepted); !strings.Contains(string(got.Body), theirs.String()) {
		t.Errorf("another member's upload: %s", got.Body)
	}
	h.WaitForScheduledCheck()
	h.RunDelayedJobs()
	m.WaitSlip(first)
	after := uuid.New()
	if got := m.Upload(after, time.Time{}, picture).Want(http.StatusAccepted); !strings.Contains(string(got.Body), after.String()) {
		t.Errorf("after the first slip's outcome: %s", got.Body)
	}
}

// spec D3.18
func TestUpload_SameBytesWhileInReview_ReturnsSameSlip(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	now := h.Clock.Now()
	picture := m.Picture(m.Transfer(servertest.Transfer{Amount: 50, At: now.Add(-5 * time.Hour)}).Slip.JPG)
	first := uuid.New()
	m.Upload(first, now.Add(-4*time.Hour-30*time.Minute), picture).Want(http.StatusAccepted)
	waiting := m.WaitSlip(first)

	got := m.Upload(uuid.New(), time.Time{}, picture).Want(http.StatusAccepted)

	if !waiting.Review || !strings.Contains(string(got.Body), first.String()) {
		t.Errorf("first %+v, then %s", waiting, got.Body)
	}
}

// spec 8.15c, 8.15d, D3.23, D1.40
func TestUpload_Invalid_IsRefusedAndStoresNothing(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	good := m.Picture(m.Transfer(servertest.Transfer{Amount: 50}).Slip.JPG)
	const boundary = "----b"
	form := func(parts ...string) servertest.Response {
		body := ""
		for _, p := range parts {
			body += "--" + boundary + "\r\n" + p + "\r\n"
		}
		return m.With("Content-Type", "multipart/form-data; boundary="+boundary).Call("POST", "/api/wallet/slip", body+"--"+boundary+"--\r\n")
	}
	id := "Content-Disposition: form-data; name=\"clientId\"\r\n\r\n" + uuid.NewString()
	file := func(content string) string {
		return "Content-Disposition: form-data; name=\"file\"; filename=\"s.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n" + content
	}

	form(id).WantCode(http.StatusBadRequest, "SLIP_NO_FILE")
	form(id, file("")).WantCode(http.StatusBadRequest, "SLIP_NO_FILE")
	form(file(string(good))).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	form("Content-Disposition: form-data; name=\"clientId\"\r\n\r\nnot-a-uuid", file(string(good))).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	form(id, "Content-Disposition: form-data; name=\"capturedAt\"\r\n\r\nyesterday", file(string(good))).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	form(id, file("%PDF-1.7 not a picture")).WantCode(http.StatusUnsupportedMediaType, "SLIP_INVALID_FILE")
	form(id, file("<svg xmlns='http://www.w3.org/2000/svg'/>")).WantCode(http.StatusUnsupportedMediaType, "SLIP_INVALID_FILE")
	form(id, file(string(good)+strings.Repeat("\x00", 10<<20))).WantCode(http.StatusRequestEntityTooLarge, "SLIP_INVALID_FILE")
	m.With("Content-Type", "multipart/form-data").Call("POST", "/api/wallet/slip", "x").WantCode(http.StatusUnsupportedMediaType, "SLIP_INVALID_FILE")
	m.Call("POST", "/api/wallet/slip", "{}").WantCode(http.StatusUnsupportedMediaType, "SLIP_INVALID_FILE")
	for _, malformed := range []string{
		"--" + boundary + "\r\nno header\r\n\r\nx",
		"--" + boundary + "\r\n" + id + "\r\n--" + boundary + "\r\n" + file(string(good[:100])),
		"--" + boundary + "\r\n" + id + "\r\n--" + boundary + "\r\n" + file(string(good[:len(good)-100])),
	} {
		m.With("Content-Type", "multipart/form-data; boundary="+boundary).Call("POST", "/api/wallet/slip", malformed).WantCode(http.StatusBadRequest, "SLIP_INVALID_FILE")
	}

	var list struct{ Total int }
	m.Call("POST", "/api/statement/slip", map[string]int{}).Want(http.StatusOK).Into(&list)
	if list.Total != 0 {
		t.Errorf("%d slips were stored", list.Total)
	}
}

// spec 8.15c, 8.15d, D3.23
func TestUpload_JPEGPNGOrWebP_IsAcceptedUpTo10MB(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 50})
	webp, err := os.ReadFile("../slipread/testdata/slip.webp")
	if err != nil {
		t.Fatal(err)
	}
	jpg := m.Picture(made.Slip.JPG)
	whole := append(jpg, make([]byte, 10<<20-len(jpg))...)

	for _, picture := range [][]byte{whole, m.Picture(made.Slip.PNG), webp} {
		m.Upload(uuid.New(), time.Time{}, picture).Want(http.StatusAccepted)
	}
	m.Upload(uuid.New(), time.Time{}, append(whole, 0)).WantCode(http.StatusRequestEntityTooLarge, "SLIP_INVALID_FILE")
}

// spec 8.15b, 9.20, 9.21, D3.24, D3.25
func TestUpload_InDailyWindow_AcceptsOnlyRepeats(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	picture := m.Picture(m.Transfer(servertest.Transfer{Amount: 50}).Slip.JPG)
	before := uuid.New()
	m.Upload(before, time.Time{}, picture).Want(http.StatusAccepted)
	m.WaitSlip(before)
	h.RejectSlips(time.Hour)

	refused := m.Upload(uuid.New(), time.Time{}, append(picture, 1))
	m.Upload(before, time.Time{}, picture).Want(http.StatusAccepted)

	var body struct{ ClosedUntil time.Time }
	refused.WantCode(http.StatusServiceUnavailable, "SLIP_UPLOAD_FAIL").Into(&body)
	now := h.Clock.Now()
	if left := body.ClosedUntil.Sub(now); left < 50*time.Minute || left > time.Hour {
		t.Errorf("closedUntil is %s", body.ClosedUntil)
	}
	if wait, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || wait < 50*60 || wait > 60*60 {
		t.Errorf("Retry-After is %d s, %v", wait, err)
	}
	var rules struct {
		Open                    bool
		ClosedFrom, ClosedUntil time.Time
		MaxBytes, WithinMinutes int
	}
	m.Call("GET", "/api/lookup/slip", nil).Want(http.StatusOK).Into(&rules)
	if rules.Open || rules.ClosedFrom.IsZero() || rules.ClosedFrom.After(now) || !rules.ClosedUntil.Equal(body.ClosedUntil) {
		t.Errorf("the lookup returns the window %+v", rules)
	}
	if rules.MaxBytes != 10<<20 || rules.WithinMinutes != 60 {
		t.Errorf("the lookup returns the slip rules %+v", rules)
	}
}

// spec 7.53, 8.15i, D6.11
func TestPicture_OfAnotherMember_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 50})
	slip := m.SubmitSlip(made)
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 60}))
	var address struct{ URL string }
	m.Call("GET", slip.Link, nil).Want(http.StatusOK).Into(&address)

	other.Call("GET", slip.Link, nil).WantCode(http.StatusNotFound, "NO_DATA")
	h.Guest().Call("GET", slip.Link, nil).WantCode(http.StatusUnauthorized, "invalid-token")
	opened := h.Guest().Call("GET", address.URL, nil)
	tampered := h.Guest().Call("GET", strings.Replace(address.URL, "s=", "s=A", 1), nil)
	h.Clock.Advance(time.Hour)
	expired := h.Guest().Call("GET", address.URL, nil)

	if opened.Status != http.StatusOK || tampered.Status != http.StatusNotFound || expired.Status != http.StatusNotFound {
		t.Fatalf("opened %d, tampered %d, expired %d", opened.Status, tampered.Status, expired.Status)
	}
	if !bytes.Equal(opened.Body, m.Picture(made.Slip.JPG)) {
		t.Errorf("uploaded %d bytes, downloaded %d different bytes", len(m.Picture(made.Slip.JPG)), len(opened.Body))
	}
}

// whitePicture returns a white picture.
func whitePicture(width, height int) []byte {
	picture := image.NewGray(image.Rect(0, 0, width, height))
	for i := range picture.Pix {
		picture.Pix[i] = 0xff
	}
	var out bytes.Buffer
	_ = png.Encode(&out, picture)
	return out.Bytes()
}
