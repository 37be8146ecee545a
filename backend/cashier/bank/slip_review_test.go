package bank_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/bank"
	"krapao/backend/platform/blob/blobtest"
	"krapao/backend/server/servertest"
)

// spec D3.19
func TestSlip_VerifierStaysDown_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100})
	h.Fault("slip", "http500", "", 1000, 0)
	id := uuid.New()
	m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	h.WaitForScheduledCheck()
	h.Clock.Advance(29 * time.Minute)
	h.RunDelayedJobs()
	h.WaitForScheduledCheck()
	early := m.Slip(id)
	h.Clock.Advance(2 * time.Minute)
	h.RunDelayedJobs()
	waiting := m.WaitSlip(id)
	cashier := h.AddOperator("cashier")

	cashier.Call("POST", "/api/operator/items/SLIP/"+id.String()+"/settle", map[string]any{}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	cashier.Call("POST", "/api/operator/items/SLIP/"+id.String()+"/settle", map[string]any{"amount": 100}).Want(http.StatusOK)

	if early.Review || !waiting.Review || m.Slip(id).Status != "SUCCESS" || m.Balance() != "100.00" {
		t.Fatalf("early %+v, waiting %+v, then %+v, balance %s", early, waiting, m.Slip(id), m.Balance())
	}
	h.CheckInvariants()
}

func TestSlip_CheckStalled_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100})
	h.Fault("slip", "http500", "", 1, 0)
	id := uuid.New()
	m.Upload(id, time.Time{}, m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	h.WaitForScheduledCheck()
	if _, err := h.Pool.Exec(t.Context(), "delete from river_job where kind = 'check_slip'"); err != nil {
		t.Fatal(err)
	}
	h.Clock.Advance(59 * time.Minute)
	if err := h.Server.Bank.RescueStalled(t.Context()); err != nil {
		t.Fatal(err)
	}
	early := m.Slip(id)
	h.Clock.Advance(2 * time.Minute)

	if err := h.Server.Bank.RescueStalled(t.Context()); err != nil {
		t.Fatal(err)
	}

	if late := m.Slip(id); early.Review || !late.Review {
		t.Fatalf("early %+v, late %+v", early, late)
	}
	h.CheckInvariants()
}

// spec 9.20, D3.20, D8.1, 8.15i
func TestSlip_LateButFresh_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	now := h.Clock.Now()
	made := m.Transfer(servertest.Transfer{Amount: 300, At: now.Add(-5 * time.Hour)})
	id := uuid.New()
	m.Upload(id, now.Add(-4*time.Hour-30*time.Minute), m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	waiting := m.WaitSlip(id)
	cashier := h.AddOperator("cashier")
	queue := cashier.Queue("SLIP")

	cashier.Call("POST", "/api/operator/items/SLIP/"+id.String()+"/settle", map[string]any{}).Want(http.StatusOK)

	if !waiting.Review || len(queue) != 1 || queue[0].Reason != "LATE_UPLOAD" || queue[0].Fact("reference") != made.TransRef || queue[0].PictureURL == "" {
		t.Errorf("waiting %+v, queue %+v", waiting, queue)
	}
	if m.Slip(id).Status != "SUCCESS" || m.Balance() != "300.00" {
		t.Errorf("%+v, balance %s", m.Slip(id), m.Balance())
	}
	cashier.Call("POST", "/api/operator/items/SLIP/"+id.String()+"/settle", map[string]any{}).WantCode(http.StatusNotFound, "NO_DATA")
	h.CheckInvariants()
}

// spec D3.20
func TestSlip_FreshWhenPicked_MayArriveOneDayLater(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	upload := func(sincePicked, ageWhenPicked time.Duration) bank.Slip {
		made := m.Transfer(servertest.Transfer{Amount: 300, At: h.Clock.Now().Add(-sincePicked - ageWhenPicked)})
		id := uuid.New()
		m.Upload(id, h.Clock.Now().Add(-sincePicked), m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
		return m.WaitSlip(id)
	}

	inTime, late := upload(23*time.Hour+30*time.Minute, 30*time.Minute), upload(24*time.Hour+30*time.Minute, 30*time.Minute)
	stale := upload(2*time.Hour, 61*time.Minute)

	if !inTime.Review || late.Review || late.Note != "EXPIRED_SLIP" {
		t.Errorf("in time %+v, late %+v", inTime, late)
	}
	if stale.Review || stale.Note != "EXPIRED_SLIP" {
		t.Errorf("not fresh any more when it was picked: %+v", stale)
	}
}

func TestSlipItem_MemberDeactivated_ShowsIt(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	now := h.Clock.Now()
	made := m.Transfer(servertest.Transfer{Amount: 300, At: now.Add(-5 * time.Hour)})
	id := uuid.New()
	m.Upload(id, now.Add(-4*time.Hour-30*time.Minute), m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	m.WaitSlip(id)
	before, name := cashier.Queue("SLIP"), m.PublicID()

	h.Exec(`update member set active = false where public_id = $1`, name)

	after := cashier.Queue("SLIP")
	if len(before) != 1 || !before[0].Member.Active || len(after) != 1 || after[0].Member.Active || after[0].Member.ID != name {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

func TestSlip_RefusedInReview_ReleasesClaim(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	now := h.Clock.Now()
	made := m.Transfer(servertest.Transfer{Amount: 300, At: now.Add(-30 * time.Minute)})
	h.Clock.Advance(2 * time.Hour)
	first := uuid.New()
	m.Upload(first, now, m.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	m.WaitSlip(first)
	cashier := h.AddOperator("cashier")
	cashier.Call("POST", "/api/operator/items/SLIP/"+first.String()+"/reject", map[string]any{"note": "UNKNOW_ERROR"}).Want(http.StatusOK)

	second := uuid.New()
	m.Upload(second, now, m.Picture(made.Slip.PNG)).Want(http.StatusAccepted)
	again := m.WaitSlip(second)

	if m.Slip(first).Note != "UNKNOW_ERROR" || !again.Review {
		t.Fatalf("first %+v, second %+v", m.Slip(first), again)
	}
	h.CheckInvariants()
}

func TestSlip_OfStrangerInReview_DoesNotBlockOwner(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	owner, stranger := h.AddMember(), h.AddMember()
	made := owner.Transfer(servertest.Transfer{Amount: 700})
	h.Fault("slip", "http500", "", 1000, 0)
	stolen := uuid.New()
	stranger.Upload(stolen, time.Time{}, stranger.Picture(made.Slip.JPG)).Want(http.StatusAccepted)
	h.WaitForScheduledCheck()
	h.Clock.Advance(31 * time.Minute)
	h.RunDelayedJobs()
	waiting := stranger.WaitSlip(stolen)
	h.Control("DELETE", "/faults", nil, nil)

	own := owner.SubmitSlip(made)

	if !waiting.Review || own.Status != "SUCCESS" || owner.Balance() != "700.00" {
		t.Errorf("stolen %+v, own %+v", waiting, own)
	}
	cashier := h.AddOperator("cashier")
	path := "/api/operator/items/SLIP/" + stolen.String()
	cashier.Call("POST", path+"/settle", map[string]any{"amount": 700}).WantCode(http.StatusConflict, "SLIP_REFNO_DUPLICATED")
	cashier.Call("POST", path+"/reject", map[string]any{"note": "NOT_MATCH"}).Want(http.StatusOK)
	if stranger.Balance() != "0.00" || owner.Balance() != "700.00" {
		t.Errorf("the stranger has %s, the owner %s", stranger.Balance(), owner.Balance())
	}
	h.CheckInvariants()
}

func TestSettle_SlipsWhoseCodesWereNeverRead_AreEachCreditedOnce(t *testing.T) {
	t.Parallel()
	b := blobtest.New(t)
	h := servertest.New(t, withBucket(b))
	m, other := h.AddMember(), h.AddMember()
	b.Set(blobtest.Down)
	ids := map[*servertest.Client]uuid.UUID{m: uuid.New(), other: uuid.New()}
	for member, id := range ids {
		member.Upload(id, time.Time{}, member.Picture(member.Transfer(servertest.Transfer{Amount: 100}).Slip.JPG)).Want(http.StatusAccepted)
	}
	h.WaitUntil("both checks to be tried", func() bool {
		return h.Count(`select count(*) from river_job where kind = 'check_slip' and state = 'scheduled'`) == 2
	})
	h.PassTime(30 * time.Minute)
	h.RunDelayedJobs()
	cashier := h.AddOperator("cashier")

	for member, id := range ids {
		member.WaitSlip(id)
		settle := "/api/operator/items/SLIP/" + id.String() + "/settle"
		cashier.Call("POST", settle, map[string]any{"amount": 100}).Want(http.StatusOK)
		cashier.Call("POST", settle, map[string]any{"amount": 100}).WantCode(http.StatusNotFound, "NO_DATA")
	}

	if m.Balance() != "100.00" || other.Balance() != "100.00" {
		t.Errorf("%s and %s", m.Balance(), other.Balance())
	}
	h.CheckInvariants()
}
