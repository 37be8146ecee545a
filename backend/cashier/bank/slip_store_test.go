package bank_test

import (
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/blob/blobtest"
	"krapao/backend/platform/config"
	"krapao/backend/server/servertest"
)

func withBucket(b *blobtest.Bucket) servertest.Option {
	return func(c *config.Config) { c.MediaURL = b.URL }
}

func TestSlip_StoreFailsForAMoment_IsCredited(t *testing.T) {
	t.Parallel()
	for _, fault := range []blobtest.Fault{blobtest.Refused, blobtest.Down, blobtest.Cut} {
		b := blobtest.New(t)
		h := servertest.New(t, withBucket(b))
		m := h.AddMember()
		made := m.Transfer(servertest.Transfer{Amount: 100})
		b.Set(fault)
		id := uuid.New()
		m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
		h.WaitForScheduledCheck()

		meanwhile := m.Slip(id)
		b.Set(blobtest.None)

		h.RunDelayedJobs()
		if after := m.WaitSlip(id); meanwhile.Status != "PENDING" || after.Status != "SUCCESS" || m.Balance() != "100.00" {
			t.Errorf("%s: meanwhile %+v, then %+v", fault, meanwhile, after)
		}
		h.CheckInvariants()
	}
}

func TestSlip_StoreReturnsOtherBytes_IsRetriedUntilTheyAreRight(t *testing.T) {
	t.Parallel()
	b := blobtest.New(t)
	h := servertest.New(t, withBucket(b))
	for _, fault := range blobtest.WrongContents {
		m := h.AddMember()
		made := m.Transfer(servertest.Transfer{Amount: 100})
		b.Set(fault)
		id := uuid.New()
		m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
		h.WaitForScheduledCheck()

		meanwhile := m.Slip(id)
		b.Set(blobtest.None)
		h.RunDelayedJobs()

		if after := m.WaitSlip(id); meanwhile.Status != "PENDING" || meanwhile.Review || after.Status != "SUCCESS" || m.Balance() != "100.00" {
			t.Errorf("%s: meanwhile %+v, then %+v", fault, meanwhile, after)
		}
	}
	h.CheckInvariants()
}

func TestSlip_StoreReturnsOtherBytesForHalfAnHour_WaitsForCashier(t *testing.T) {
	t.Parallel()
	b := blobtest.New(t)
	h := servertest.New(t, withBucket(b))
	for _, fault := range blobtest.WrongContents {
		m := h.AddMember()
		made := m.Transfer(servertest.Transfer{Amount: 100})
		b.Set(fault)
		id := uuid.New()
		m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
		h.WaitForScheduledCheck()
		h.PassTime(30 * time.Minute)
		h.RunDelayedJobs()

		waiting := m.WaitSlip(id)
		cashier := h.AddOperator("cashier") // an earlier session has expired
		queue := cashier.Queue("SLIP")

		if !waiting.Review || waiting.Status != "PENDING" || len(queue) != 1 || queue[0].Reason != "PICTURE_GONE" {
			t.Fatalf("%s: %+v, queue %+v", fault, waiting, queue)
		}
		want := map[bool]int{true: http.StatusNotFound, false: http.StatusServiceUnavailable}[fault == blobtest.Missing]
		wrong := h.Guest().Call("GET", queue[0].PictureURL, nil).Want(want)
		b.Set(blobtest.None)
		shown := h.Guest().Call("GET", queue[0].PictureURL, nil).Want(http.StatusOK)
		if wait := wrong.Header.Get("Retry-After"); len(shown.Body) < 1000 || want == http.StatusServiceUnavailable && wait == "" {
			t.Errorf("%s: %d bytes after the fault, Retry-After %q", fault, len(shown.Body), wait)
		}
		cashier.Call("POST", "/api/operator/items/SLIP/"+id.String()+"/settle", map[string]any{"amount": 100}).Want(http.StatusOK)
		if m.Balance() != "100.00" {
			t.Error(fault, m.Balance())
		}
	}
	h.CheckInvariants()
}

// The store's timeouts pass in real time: two seconds, for all three at once.
func TestUpload_StoreTimedOutThreeTimes_IsRefusedAtOnceAndAcceptedHalfAMinuteLater(t *testing.T) {
	t.Parallel()
	b := blobtest.New(t)
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = b.URL + "&timeout=2s" })
	h.WaitProbes()
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100})
	picture, id := m.Picture(made.Slip.JPG), uuid.New()
	b.Set(blobtest.Hanging)
	slow := make(chan servertest.Response, 3)
	for range cap(slow) {
		go func() { slow <- m.Upload(uuid.New(), time.Time{}, picture) }()
	}
	for range cap(slow) {
		(<-slow).WantCode(http.StatusServiceUnavailable, "SLIP_UPLOAD_FAIL")
	}
	countHits := func() int64 {
		return h.Count(`select coalesce(sum(hits), 0) from rate_counter where key like 'slip:%' or key like 'bytes:%'`)
	}
	before, hitsBefore := b.Requests(), countHits()

	refused := m.Upload(id, time.Time{}, picture).WantCode(http.StatusServiceUnavailable, "SLIP_UPLOAD_FAIL")

	requests := b.Requests() - before
	wait, _ := strconv.Atoi(refused.Header.Get("Retry-After"))
	if wait < 1 || wait > 30 || requests != 0 || h.Count(`select count(*) from slip`) != 0 {
		t.Errorf("Retry-After %d, the store received %d requests", wait, requests)
	}
	if n := countHits() - hitsBefore; n != 0 {
		t.Errorf("the refused upload was counted %d times", n)
	}
	b.Set(blobtest.None)
	h.PassTime(30 * time.Second)
	m.Upload(id, time.Time{}, picture).Want(http.StatusAccepted)
	if after := m.WaitSlip(id); after.Status != "SUCCESS" || m.Balance() != "100.00" {
		t.Errorf("%+v", after)
	}
	h.CheckInvariants()
}

// spec 8.15b
func TestUpload_StoreFails_IsRefusedAndRepeatIsAccepted(t *testing.T) {
	t.Parallel()
	b := blobtest.New(t)
	h := servertest.New(t, withBucket(b))
	m := h.AddMember()
	made, id := m.Transfer(servertest.Transfer{Amount: 100}), uuid.New()
	picture := m.Picture(made.Slip.JPG)
	b.Set(blobtest.Full)

	m.Upload(id, time.Time{}, picture).WantCode(http.StatusServiceUnavailable, "SLIP_UPLOAD_FAIL")

	stored := h.Count(`select count(*) from slip`)
	b.Set(blobtest.None)
	m.Upload(id, time.Time{}, picture).Want(http.StatusAccepted)
	if after := m.WaitSlip(id); stored != 0 || after.Status != "SUCCESS" || m.Balance() != "100.00" {
		t.Errorf("%d slips after the refusal, then %+v", stored, after)
	}
	h.CheckInvariants()
}

func TestSlip_PictureLost_WaitsForCashier(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = "file://" + dir })
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100})
	h.Fault("slip", "http500", "", 1, 0)
	id := uuid.New()
	m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	h.WaitForScheduledCheck()
	for _, path := range listFiles(t, dir) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	h.PassTime(30 * time.Minute)

	h.RunDelayedJobs()

	waiting := m.WaitSlip(id)
	cashier := h.AddOperator("cashier")
	queue := cashier.Queue("SLIP")
	if !waiting.Review || waiting.Status != "PENDING" || len(queue) != 1 {
		t.Fatalf("%+v, queue %+v", waiting, queue)
	}
	cashier.Call("POST", "/api/operator/items/SLIP/"+id.String()+"/settle", map[string]any{"amount": 100}).Want(http.StatusOK)
	if m.Balance() != "100.00" {
		t.Error(m.Balance())
	}
	h.CheckInvariants()
}
